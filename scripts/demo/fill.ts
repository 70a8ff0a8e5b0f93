import { toEventRow } from '../../src/features/events/rules.ts';
import type { StoredEvent } from '../../src/features/events/written-events.ts';
import type { EventStore } from '../../src/platform/server/event-store/event-store.ts';
import { inventedSite } from './invented-site.ts';
import { deltasOf, traffic, type Site } from './traffic.ts';

type Options = {
  seed: number;
  events: number;
  days?: number;
  /** End of the last day. */
  until: Date;
  site?: Site;
  onProgress?: (done: number) => void;
};

const BATCH = 5000;

/** Fills an event store alone with traffic of an invented site, through the store's own door. @returns how many events it took */
export async function fillEventStore(events: EventStore, options: Options): Promise<number> {
  const { seed, days = 90, until, site = inventedSite(), onProgress } = options;
  let [batch, done, conversions] = [[] as StoredEvent[], 0, 0];
  const ids = new Map<string, number>();
  let writing: Promise<unknown> = Promise.resolve();
  // the next batch is made while the store writes this one
  const flush = async () => {
    const rows = batch.map((event) => toEventRow(event));
    batch = [];
    await writing;
    done += rows.length;
    writing = events.append({ cursor: `fill-${seed}`, position: String(done), table: 'events', rows });
    onProgress?.(done);
  };
  for (const day of traffic({ site, seed, events: options.events, days, until: until.getTime() })) {
    for (const event of day.events) {
      batch.push(event);
      if (batch.length >= BATCH) await flush();
    }
    for (const told of day.reports) {
      const id = ids.get(told.txid) ?? (conversions += 1);
      ids.set(told.txid, id);
      batch.push(...deltasOf(told, id));
    }
  }
  if (batch.length > 0) await flush();
  await writing;
  return done;
}
