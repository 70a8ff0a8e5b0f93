import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import { touchedHours } from '../../events/server/hours.ts';
import type { Frame } from '../../reports/server/report.ts';
import { planBehaviour } from '../../reports/server/plan.ts';
import { behaviourSql, binder } from '../../reports/server/store-sources.ts';
import { PERSON } from '../../reports/server/store-sums.ts';

const DAY_MS = 86_400_000;
/** Most links had a visit lately: the rest of a long range need not be looked through for the newest. */
const NEAR_DAYS = 2;

const visitsOf = ({ dialect }: EventStore, { from, to }: Range): string =>
  `from events where type = 'visit' and link_id = $1 and ts >= ${dialect.instant(from)} and ts < ${dialect.instant(to)}`;

/** People's visits by the host that led them, the most first; null where none was told. @throws AppError unavailable */
export async function listReferrers(
  events: EventStore,
  frame: Frame,
  limit: number,
): Promise<{ referrer: string | null; visits: number }[]> {
  const to = binder(events.dialect);
  const looked = {
    types: ['visit'],
    columns: ['referrer_host'],
    isOfCost: false,
    isOfLast: false,
    arePersons: true,
  } as const;
  const visits = behaviourSql(planBehaviour({ ...frame, dimensions: [] }, looked, await touchedHours(events)), to);
  return events.query(
    `select referrer_host as referrer, cast(sum(n) as bigint) as visits from ${visits}
      group by 1 order by 2 desc, 1 limit ${limit}`,
    to.params,
  );
}

/** A visit as the event store knows it. Where its traces are gone, its id is. */
export type VisitLine = {
  ts: string;
  visit_id: string | null;
  destination_id: number | null;
  country: string | null;
  device: string | null;
  browser: string | null;
  referrer_host: string | null;
  is_bot: boolean;
  is_internal: boolean;
};

/** The newest visits, bots and own ones too. @throws AppError unavailable */
export async function listLatest(
  events: EventStore,
  linkId: number,
  { from, to }: Range,
  limit: number,
): Promise<VisitLine[]> {
  const latest = (since: Date): Promise<VisitLine[]> =>
    events.query(
      `select ts, visit_id, destination_id, country, device, browser, referrer_host, is_bot, is_internal
        ${visitsOf(events, { from: since, to })} order by ts desc, visit_id limit ${limit}`,
      [linkId],
    );
  const near = new Date(Math.max(from.getTime(), to.getTime() - NEAR_DAYS * DAY_MS));
  const found = await latest(near);
  return found.length === limit || near <= from ? found : latest(from);
}

/** When a person came last by each of these links, within the last days. @returns ISO instants by link; @throws AppError unavailable */
export async function lastVisits(
  events: EventStore,
  linkIds: readonly number[],
  days: number,
  now: Date,
): Promise<Map<number, string>> {
  if (linkIds.length === 0) return new Map();
  const rows = await events.query<{ link_id: number; ts: string }>(
    `select link_id, max(ts) as ts from events where type = 'visit' and ${PERSON} and ts >= ${events.dialect.instant(new Date(now.getTime() - days * DAY_MS))}
       and link_id in (${linkIds.map((_, i) => `$${i + 1}`).join(', ')}) group by 1`,
    [...linkIds],
  );
  return new Map(rows.map(({ link_id: id, ts }) => [id, ts]));
}
