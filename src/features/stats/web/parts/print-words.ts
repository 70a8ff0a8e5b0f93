import { cutOf, FILTERS } from '../../../reports/dimensions-contract.ts';
import { wordsOf } from '../../../reports/param-words.ts';

/** The days of a half-open range, both inside: `Oct 23, 2026 to Nov 21, 2026`, or the one day. */
export function daysText({ from, to }: { from: string; to: string }, zone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone });
  const [first, last] = [day.format(new Date(from)), day.format(Date.parse(to) - 1)];
  return first === last ? first : `${first} to ${last}`;
}

const labelOf = (key: string): string => {
  if (key === 'time_basis') return 'Time of';
  const dimension = FILTERS.get(key);
  return dimension ? cutOf(dimension).label : key;
};

const paramsText = (text: string): string =>
  Object.entries(wordsOf(text))
    .map(([alias, word]) => `${alias}: ${word}`)
    .join(', ');

const OF_DAYS = new Set(['days', 'date_from', 'date_to', 'compare']);

/** What narrows a report down, in words; empty when nothing does. */
export const filtersText = (filters: Readonly<Record<string, string>>): string =>
  Object.entries(filters)
    .filter(([key, value]) => value !== '' && !OF_DAYS.has(key))
    .map(([key, value]) => (key === 'params' ? paramsText(value) : `${labelOf(key)}: ${value}`))
    .join(', ');
