type Named = { id: number; name: string };

/** The offers to choose from with one that was made a moment ago, which the list may not hold yet. */
export const withMade = (offers: readonly Named[], made: Named | undefined): Named[] =>
  made && !offers.some(({ id }) => id === made.id) ? [...offers, made] : [...offers];
