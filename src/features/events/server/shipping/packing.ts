import { toColumnsText } from '../../../../platform/server/event-store/columns.ts';
import type { RowsAsText } from '../../../../platform/server/event-store/event-store.ts';
import { arrivalColumns, toAttributionRow, toEventRow, type ArrivalWords } from '../../rules.ts';
import { fromWritten, type StoredEvent, type Written } from '../../written-events.ts';

/** What each store is given of a stretch of the journal, as texts that are written as they are. */
export type Packed = {
  /** JSON of the rows of either table; undefined: none. */
  postgres: { visits: string | undefined; clicks: string | undefined };
  event_store: EventRows;
};

/** Rows of events; where visits of other batches have to be asked what their clicks are told, the columns for it stand apart. */
export type EventRows = RowsAsText & { open?: OpenColumns };

type OpenColumns = {
  /** The rows that lack it, with the visit that knows. */
  asked: [row: number, visitId: string][];
  /** Of every row. */
  params: (string | null)[];
  rule_id: (number | null)[];
};

export type StoreName = keyof Packed;

const PACKERS: { [Name in StoreName]: (events: StoredEvent[]) => Packed[Name] } = {
  postgres(events) {
    const textOf = (type: 'visit' | 'click'): string | undefined => {
      const rows = events.filter((event) => event.type === type).flatMap((event) => toAttributionRow(event) ?? []);
      return rows.length === 0 ? undefined : JSON.stringify(rows);
    };
    return { visits: textOf('visit'), clicks: textOf('click') };
  },
  event_store: packRows,
};

/** Each click with what its visit said; see `EventRows`. */
function packRows(events: StoredEvent[]): EventRows {
  const visits = new Map(events.flatMap((event) => (event.type === 'visit' ? [[event.visit_id, event] as const] : [])));
  const asked: OpenColumns['asked'] = [];
  const rows = events.map((event, i) => {
    const row = toEventRow(event);
    if (event.type !== 'click' || event.visit_id === undefined) return row;
    const visit = visits.get(event.visit_id);
    if (visit === undefined) asked.push([i, event.visit_id]);
    else Object.assign(row, arrivalColumns({ params: visit.params ?? {}, rule_id: visit.rule_id ?? null }));
    return row;
  });
  if (asked.length === 0) return toColumnsText(rows);
  const open: OpenColumns = { asked, params: [], rule_id: [] };
  const told = rows.map(({ params = null, rule_id = null, ...row }) => {
    open.params.push(params as string | null);
    open.rule_id.push(rule_id as number | null);
    return row;
  });
  return { ...toColumnsText(told), open };
}

/** The rows with what the visits said that were asked. @param arrivals by visit; of those that are unknown nothing is recorded */
export function closeRows({ open, ...rows }: EventRows, arrivals: ReadonlyMap<string, ArrivalWords>): RowsAsText {
  if (open === undefined) return rows;
  for (const [row, visitId] of open.asked) {
    const arrival = arrivals.get(visitId);
    if (arrival) ({ params: open.params[row], rule_id: open.rule_id[row] } = arrivalColumns(arrival));
  }
  const { params, rule_id } = open;
  const columns = { params, rule_id };
  return {
    ...rows,
    columns: [...rows.columns, ...Object.keys(columns)],
    values: `${rows.values.slice(0, -1)},${JSON.stringify(Object.values(columns)).slice(1)}`,
  };
}

/** @param payloads of the journal, each an array of events */
export const pack = <Name extends StoreName>(store: Name, payloads: readonly string[]): Packed[Name] =>
  PACKERS[store](
    payloads.flatMap((payload) => (JSON.parse(payload) as Written<StoredEvent>[]).map((event) => fromWritten(event))),
  );

export const NOTHING: Packed = {
  postgres: { visits: undefined, clicks: undefined },
  event_store: toColumnsText([]),
};
