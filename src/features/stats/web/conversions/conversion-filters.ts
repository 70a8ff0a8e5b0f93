import { BY_GUIDE, cutOf, FILTERS, isTime, type Dimension } from '../../../reports/dimensions-contract.ts';
import type { ConversionRow } from '../../contract.ts';
import { STATS_FILTERS } from '../parts/stats-filters.ts';

/** What the list of conversions can be narrowed down by, with its dimension: what the record of a conversion knows without its click. */
export const CONVERSION_FILTERS: ReadonlyMap<string, Dimension> = new Map(
  [...FILTERS].filter(([, dimension]) => !isTime(dimension) && !cutOf(dimension).isUnknownWithoutClick),
);

/** Filters of this screen alone, each with a field of its own. */
export const OWN_FILTERS = { status: '', event_type: '', attribution: '' };

/** How a row names a value, where it does. */
const NAME_IN: Partial<Record<Dimension, (row: ConversionRow) => string | null>> = {
  [BY_GUIDE]: (row) => row.listicle,
  item: (row) => row.offer,
  offer: (row) => row.offer,
  network: (row) => row.network,
  source: (row) => row.source,
};

const LINKED = [...CONVERSION_FILTERS].filter(([key]) => !(key in STATS_FILTERS) && !(key in OWN_FILTERS));

/** Filters that links to the list set and that have no field, each of them unset. */
export const LINKED_FILTERS: Readonly<Record<string, string>> = Object.fromEntries(LINKED.map(([key]) => [key, '']));

/** Those that are set, named by the rows where these know a name. */
export const linkedChips = (
  filters: Readonly<Record<string, string>>,
  rows: readonly ConversionRow[],
): { key: string; label: string }[] =>
  LINKED.filter(([key]) => filters[key]).map(([key, dimension]) => {
    const name = rows[0] && NAME_IN[dimension]?.(rows[0]);
    return { key, label: `${cutOf(dimension).label}: ${name ?? filters[key]}` };
  });
