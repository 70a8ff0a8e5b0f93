import { sql, type SqlBool } from 'kysely';
import type { Cell, EventStore } from '../../../platform/server/event-store.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import type { ClickRow } from './store.ts';

const clicks = (db: Db) => db.withTables<{ clicks: ClickRow }>().selectFrom('clicks').selectAll();

/** Oldest first. Uses clicks_visit_idx. */
export const listClicksOfVisit = (db: Db, visitId: string, limit: number): Promise<ClickRow[]> =>
  clicks(db).where('visit_id', '=', visitId).orderBy('ts').limit(limit).execute();

/** Clicks of people on a network's offers, nearest before an instant first. Uses clicks_ts_idx. */
export const listClicksBefore = (
  db: Db,
  networkId: number,
  before: string,
  since: string,
  limit: number,
): Promise<ClickRow[]> =>
  clicks(db)
    .where('network_id', '=', networkId)
    .where('is_bot', '=', false)
    .where('ts', '<=', before)
    .where('ts', '>=', since)
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute();

/** Clicks whose id begins so. @param prefix base32 only. Uses the primary key */
export const listClicksLike = (db: Db, prefix: string, limit: number): Promise<ClickRow[]> =>
  clicks(db)
    .where(sql<SqlBool>`click_id collate "C" >= ${prefix}`)
    .where(sql<SqlBool>`click_id collate "C" < ${`${prefix}~`}`)
    .orderBy('click_id')
    .limit(limit)
    .execute();

/** A visit, a view or an impression of the event store. */
export type PageEvent = {
  type: 'visit' | 'view' | 'impression';
  ts: string;
  view_id: string | null;
  listicle_id: number | null;
  review_id: number | null;
  item_id: number | null;
  position: number | null;
  is_bot: boolean;
};

const MAX_EVENTS = 200;
const COLUMNS = 'type, ts, view_id, listicle_id, review_id, item_id, position, is_bot';
const stamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** What was read in one visit, or of one view, within a span of time that keeps the search short. @throws AppError unavailable */
export async function listPageEvents(
  events: EventStore,
  of: { visitId: string | null; viewId: string | null },
  from: Date,
  to: Date,
): Promise<PageEvent[]> {
  const params: Cell[] = [stamp(from), stamp(to), of.visitId, of.viewId];
  const span = 'ts >= cast($1 as timestamp) and ts <= cast($2 as timestamp)';
  return events.query<PageEvent>(
    `with own as (select view_id from events where ${span} and type = 'view' and (visit_id = $3 or view_id = $4))
     select ${COLUMNS} from events where ${span} and ((type = 'visit' and visit_id = $3)
        or (type in ('view', 'impression') and (view_id = $4 or view_id in (select view_id from own))))
      order by ts limit ${MAX_EVENTS}`,
    params,
  );
}
