import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideNames, itemNames } from '../../guides/server/service.ts';
import { linkNames } from '../../links/server/service.ts';
import { namesOfDestinations } from '../../links/server/destinations.ts';
import { ruleNames } from '../../links/server/rule-service.ts';
import { networksById } from '../../networks/server/service.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { reviewNames } from '../../reviews/server/service.ts';
import { sourceNames } from '../../sources/server/service.ts';
import { NOT_RECORDED } from '../cuts-contract.ts';
import { BY_GUIDE, cutOf, type Dimension, type RecordDimension } from '../dimensions-contract.ts';
import { namesIn } from './store-records-say.ts';
import type { ReportRow } from './store-report.ts';

type Names = (ids: number[]) => Promise<Map<number, string>>;

const namesOf = async <T>(map: Promise<Map<number, T>>, nameOf: (one: T) => string): Promise<Map<number, string>> =>
  new Map([...(await map)].map(([id, one]) => [id, nameOf(one)]));

/** Dimensions whose values are records: what these are called now, those in the trash included. */
const namers = (db: Db): Record<RecordDimension, { word: string; find: Names }> => ({
  [BY_GUIDE]: {
    word: 'Guide',
    find: async (ids) => new Map((await guideNames(db, ids)).map((one) => [one.id, one.title])),
  },
  guide_category: { word: 'Category', find: (ids) => namesIn(db, 'guide_categories', ids) },
  guide_author: { word: 'Person', find: (ids) => namesIn(db, 'people', ids) },
  item: { word: 'Product', find: (ids) => namesOf(itemNames(db, ids), (one) => one.title) },
  review: {
    word: 'Review',
    find: async (ids) => new Map((await reviewNames(db, ids)).map((one) => [one.id, one.title])),
  },
  review_author: { word: 'Person', find: (ids) => namesIn(db, 'people', ids) },
  offer_category: { word: 'Category', find: (ids) => namesIn(db, 'offer_categories', ids) },
  offer: { word: 'Offer', find: (ids) => namesOf(offersById(db, ids), (one) => one.name) },
  network: { word: 'Network', find: (ids) => namesOf(networksById(db, ids), (one) => one.name) },
  source: { word: 'Source', find: () => sourceNames(db) },
  link: { word: 'Link', find: (ids) => linkNames(db, ids) },
  rule: { word: 'Rule', find: (ids) => ruleNames(db, ids) },
  destination: { word: 'Destination', find: (ids) => namesOfDestinations(db, ids) },
});

/** Names the values of a report's lines. */
export async function labelsOf(
  db: Db,
  dimensions: readonly Dimension[],
  rows: readonly ReportRow[],
): Promise<(dimension: Dimension, value: string | number | null) => string> {
  const all: Partial<Record<Dimension, { word: string; find: Names }>> = namers(db);
  const found = new Map<Dimension, Map<number, string>>();
  for (const dimension of dimensions) {
    const ids = rows.flatMap((row) => (row.dims[dimension] == null ? [] : [Number(row.dims[dimension])]));
    if (all[dimension] && ids.length > 0) found.set(dimension, await all[dimension].find([...new Set(ids)]));
  }
  return (dimension, value) => {
    const { none = '(none)', wordOf = String, isCopied } = cutOf(dimension);
    if (value === null) return none;
    if (isCopied && value === 0) return NOT_RECORDED;
    const namer = all[dimension];
    return namer ? (found.get(dimension)?.get(Number(value)) ?? `${namer.word} ${value}`) : wordOf(value);
  };
}
