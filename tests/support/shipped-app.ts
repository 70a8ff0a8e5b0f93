import { join } from 'node:path';
import { createShipper, type Shipper } from '../../src/features/events/server/shipper.ts';
import { openJournal, type Journal } from '../../src/platform/server/journal/journal.ts';
import type { Clock } from '../../src/platform/time.ts';
import { testApp, type TestApp } from './app.ts';
import { testEventStore } from './event-store.ts';

export type ShippedApp = TestApp & {
  journal: Journal;
  shipper: Shipper;
  /** The file of its event store, where that is one. */
  eventsPath: string;
};

/** What `testApp` gives, with an event store and a journal, and the shipper at work between them. */
export async function shippedApp(
  routes: Parameters<typeof testApp>[0],
  clock: Clock,
  segmentBytes = 16 * 1024 * 1024,
): Promise<ShippedApp> {
  const eventStore = await testEventStore();
  const t = await testApp(routes, { clock, eventStore });
  const journal = await openJournal({ dir: join(t.deps.config.dataDir, 'journal'), log: t.deps.log, segmentBytes });
  const shipper = createShipper({ ...t.deps, journal });
  shipper.start();
  return {
    ...t,
    journal,
    shipper,
    eventsPath: eventStore.path ?? '',
    async close() {
      await shipper.stop();
      await journal.close();
      await eventStore.close();
      await t.close();
    },
  };
}
