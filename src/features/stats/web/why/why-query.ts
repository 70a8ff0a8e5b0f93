import type { Query } from '../../../../platform/web/http.ts';
import { FILTERS } from '../../../reports/dimensions-contract.ts';

/** What an explanation of a total can be narrowed down by. */
export const WHY_KEYS: ReadonlySet<string> = new Set([
  'days',
  'date_from',
  'date_to',
  'tz',
  'about',
  'guide_status',
  'time_basis',
  ...FILTERS.keys(),
  'params',
]);

/** What of a screen's filters narrows its totals down. */
export const whyQuery = (filters: Query, more: Query = {}): Query =>
  Object.fromEntries(
    Object.entries({ ...filters, ...more }).filter(([key, value]) => WHY_KEYS.has(key) && value !== ''),
  );
