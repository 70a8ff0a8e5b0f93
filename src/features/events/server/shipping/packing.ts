import { toColumnsText } from '../../../../platform/server/event-store/columns.ts';
import type { RowsAsText } from '../../../../platform/server/event-store/event-store.ts';
import { toAttributionRow, toEventRow } from '../../rules.ts';
import { fromWritten, type StoredEvent, type Written } from '../../written-events.ts';

/** What each store is given of a stretch of the journal, as texts that are written as they are. */
export type Packed = {
  /** JSON of the rows of either table; undefined: none. */
  postgres: { visits: string | undefined; clicks: string | undefined };
  event_store: RowsAsText;
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
  event_store: (events) => toColumnsText(events.map(toEventRow)),
};

/** @param payloads of the journal, each an array of events */
export const pack = <Name extends StoreName>(store: Name, payloads: readonly string[]): Packed[Name] =>
  PACKERS[store](
    payloads.flatMap((payload) => (JSON.parse(payload) as Written<StoredEvent>[]).map((event) => fromWritten(event))),
  );

export const NOTHING: Packed = {
  postgres: { visits: undefined, clicks: undefined },
  event_store: toColumnsText([]),
};
