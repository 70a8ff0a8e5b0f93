import { invalid } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { lastDays } from '../../../platform/time.ts';
import { getSettings } from '../../settings/server/service.ts';
import type { OfferRow } from './store.ts';
import * as store from './store.ts';

type Limits = Pick<
  OfferRow,
  | 'starts_at'
  | 'ends_at'
  | 'countries_allowed'
  | 'countries_blocked'
  | 'cap_clicks_daily'
  | 'cap_conversions_daily'
  | 'cap_total'
  | 'overflow_offer_id'
>;

/**
 * Refuses limits that cannot hold together.
 * @param id of the offer; undefined before it is stored
 * @throws AppError validation_failed on the field
 */
export async function judgeLimits(db: Db, limits: Limits, id?: number): Promise<void> {
  const { starts_at: startsAt, ends_at: endsAt } = limits;
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) {
    throw invalid('ends_at', 'must be later than the start');
  }
  if (limits.countries_allowed.length > 0 && limits.countries_blocked.length > 0) {
    throw invalid('countries_blocked', 'must be empty while countries are allowed: those are the only ones then');
  }
  const hasCap = limits.cap_clicks_daily > 0 || limits.cap_conversions_daily > 0 || limits.cap_total > 0;
  if (limits.overflow_offer_id === null) {
    if (hasCap) throw invalid('overflow_offer_id', 'is needed with a cap: somebody must take the visitors then');
    return;
  }
  await judgeOverflow(db, limits.overflow_offer_id, id);
}

/** Follows the overflow from offer to offer: a circle would send visitors round for ever. */
async function judgeOverflow(db: Db, overflowId: number, id: number | undefined): Promise<void> {
  if (overflowId === id) throw invalid('overflow_offer_id', 'must be another offer');
  const next = await store.findOverflows(db);
  if (!next.has(overflowId)) throw invalid('overflow_offer_id', 'is not there');
  const visited = new Set<number>();
  for (let at: number | null | undefined = overflowId; at != null && !visited.has(at); at = next.get(at)) {
    if (at === id) throw invalid('overflow_offer_id', 'leads back to this offer');
    visited.add(at);
  }
}

/** The local day of an instant and how many conversions the offer takes in it; undefined without such a cap. */
export async function capDay(
  db: Db,
  id: number,
  now: Date,
): Promise<{ from: string; to: string; limit: number } | undefined> {
  const [row] = await store.findMany(db, [id]);
  if (!row || row.cap_conversions_daily === 0) return undefined;
  const { from, to } = lastDays(1, row.cap_timezone ?? (await getSettings(db)).time_zone, now);
  return { from: from.toISOString(), to: to.toISOString(), limit: row.cap_conversions_daily };
}
