import type { Cell, EventStore } from '../../../platform/server/event-store/event-store.ts';

/** A visit, a view or an impression of the event store. */
export type PageEvent = {
  type: 'visit' | 'view' | 'impression';
  ts: string;
  view_id: string | null;
  guide_id: number | null;
  review_id: number | null;
  item_id: number | null;
  position: number | null;
  is_bot: boolean;
};

const MAX_EVENTS = 200;
const COLUMNS = 'type, ts, view_id, guide_id, review_id, item_id, position, is_bot';

/** What was read in one visit, or of one view, within a span of time that keeps the search short. @throws AppError unavailable */
export async function listPageEvents(
  events: EventStore,
  of: { visitId: string | null; viewId: string | null },
  from: Date,
  to: Date,
): Promise<PageEvent[]> {
  const params: Cell[] = [of.visitId, of.viewId];
  const span = `ts >= ${events.dialect.instant(from)} and ts <= ${events.dialect.instant(to)}`;
  return events.query<PageEvent>(
    `with own as (select view_id from events where ${span} and type = 'view' and (visit_id = $1 or view_id = $2))
     select ${COLUMNS} from events where ${span} and ((type = 'visit' and visit_id = $1)
        or (type in ('view', 'impression') and (view_id = $2 or view_id in (select view_id from own))))
      order by ts limit ${MAX_EVENTS}`,
    params,
  );
}

type Ids = { visitId: string | null; clickIds: readonly string[]; viewIds: readonly string[] };

/** Rows of the event store about an arrival: its visit, its views with what was seen on them, its clicks, its conversions. */
export async function listEventsOf(
  events: EventStore,
  { visitId, clickIds, viewIds }: Ids,
): Promise<Record<string, unknown>[]> {
  const params: Cell[] = [visitId];
  const places = (values: readonly string[]): string =>
    values.map((value) => `$${params.push(value)}`).join(', ') || 'null';
  const clicked = places(clickIds);
  const viewed = places(viewIds);
  return events.query(
    `select * from events where visit_id = $1 or click_id in (${clicked}) or view_id in (${viewed})
       or view_id in (select view_id from events where type = 'view' and visit_id = $1) order by ts limit 5000`,
    params,
  );
}
