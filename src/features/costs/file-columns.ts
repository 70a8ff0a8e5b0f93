/** What the columns of a file of costs are called, in any case; whatever is no letter counts as one underscore. */
const WORDS = {
  source: ['source'],
  date: ['date', 'day', 'date_from'],
  date_to: ['date_to'],
  amount: ['amount', 'cost', 'spend', 'spent'],
  campaign: ['campaign', 'utm_campaign'],
  param: ['param', 'parameter'],
  value: ['value'],
  currency: ['currency'],
  state: ['state'],
  link: ['link', 'tracking_link'],
} as const;

export type CostColumn = keyof typeof WORDS;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '_');

/** Finds the cells of a file by the names of its columns. @param chosen what a file calls some of them, sign by sign but for case */
export function cellFinder(head: readonly string[], chosen: Partial<Record<CostColumn, string | null>> = {}) {
  const names = head.map(plain);
  const places = new Map<CostColumn, number>();
  for (const [column, words] of Object.entries(WORDS) as [CostColumn, readonly string[]][]) {
    const own = chosen[column]?.trim().toLowerCase();
    const at = own
      ? head.findIndex((name) => name.trim().toLowerCase() === own)
      : names.findIndex((name) => words.includes(name));
    if (at >= 0) places.set(column, at);
  }
  return {
    has: (column: CostColumn): boolean => places.has(column),
    cell: (cells: readonly string[], column: CostColumn): string => {
      const at = places.get(column);
      return at === undefined ? '' : (cells[at] ?? '');
    },
  };
}
