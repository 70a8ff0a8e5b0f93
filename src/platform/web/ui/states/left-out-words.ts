/** How many source-days are in no profit, because nobody said what they cost. */
export const leftOutWords = (days: number): string => (days === 1 ? '1 day left out' : `${days} days left out`);
