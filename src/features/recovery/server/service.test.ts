import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { shippedApp, type ShippedApp } from '../../../../tests/support/shipped-app.ts';
import { openJournal } from '../../../platform/server/journal/journal.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { createShipper } from '../../events/server/shipper.ts';
import { adoptMark, noteToken } from '../../events/server/store-mark.ts';
import { toAttributionRow } from '../../events/rules.ts';
import { insertClicks, insertVisits, saveCursor } from '../../events/server/store-events.ts';
import { buildClick, buildRow, buildVisit } from '../../events/server/testing.ts';
import { createStoreKeeper } from './service.ts';

let t: ShippedApp;

beforeEach(async () => {
  t = await shippedApp(
    () => undefined,
    () => new Date('2026-03-06T10:00:00Z'),
  );
});
afterEach(() => t.close());

/** @param onFilling called in the middle of it */
const keeperOf = (onFilling: () => void, given: Partial<Parameters<typeof createStoreKeeper>[0]> = {}) =>
  createStoreKeeper({
    ...t.deps,
    journal: t.journal,
    shipper: t.shipper,
    ...given,
    async *recordedEvents() {
      onFilling();
      yield [];
    },
  });

test('a filling that is under way ends when it is stopped, and the next start goes on with it', async () => {
  await adoptMark(t.deps.db, 'a store that was lost', 0);
  const stopped = keeperOf(() => stopped.stop());
  await stopped.keepWhole();
  expect(await stopped.standing()).toMatchObject({ state: 'filling' });
  const next = keeperOf(() => undefined);
  await next.keepWhole();
  expect(await next.standing()).toMatchObject({ state: 'whole', message: null });
});

test('what another instance stores while the two are compared makes no older store of this one', async () => {
  const { db, eventStore } = t.deps;
  const append = async (position: string) => {
    const rows = [buildRow(buildVisit({ ts: '2026-03-06T09:00:00Z' }))];
    await eventStore.append({ cursor: 'test', position, table: 'events', rows });
    return eventStore.mark();
  };
  await append('1');
  await keeperOf(() => undefined).keepWhole();
  let stored = 1;
  /** Right after the store has said who it is, another one writes, and the database is told. */
  const busy: EventStore = {
    ...eventStore,
    async mark() {
      const mark = await eventStore.mark();
      const next = await append(String((stored += 1)));
      await noteToken(db, next.id, next.token);
      return mark;
    },
  };
  const filled = vi.fn();
  await keeperOf(filled, { eventStore: busy }).keepWhole();
  expect([stored, filled.mock.calls.length]).toEqual([2, 0]);
});

test('a first visit that comes in while a new store is looked at makes no lost store of it', async () => {
  const { db, eventStore } = t.deps;
  const visit = buildVisit({ ts: '2026-03-06T09:00:00Z' });
  /** Right after the store has said that it is empty, another instance ships. */
  const busy: EventStore = {
    ...eventStore,
    async query<T extends Record<string, unknown>>(...asked: Parameters<EventStore['query']>) {
      const found = await eventStore.query<T>(...asked);
      await insertVisits(db, JSON.stringify([toAttributionRow(visit)]));
      await eventStore.append({ cursor: 'test', position: '1', table: 'events', rows: [buildRow(visit)] });
      return found;
    },
  };
  const filled = vi.fn();
  const keeper = keeperOf(filled, { eventStore: busy });
  await keeper.keepWhole();
  await keeper.keepWhole();
  expect([filled.mock.calls.length, await keeper.standing()]).toEqual([
    0,
    expect.objectContaining({ state: 'whole', message: null }),
  ]);
});

test('what a store was filled up with is known to be there when its journal is shipped after that', async () => {
  const visit = buildVisit({ ts: '2026-03-06T08:00:00Z' });
  const row = JSON.stringify([toAttributionRow(visit)]);
  const { db, eventStore } = t.deps;
  // another instance, which has no time: the database has its visit, the event store does not
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-journal-'));
  const journal = await openJournal({ dir: folder, log: t.deps.log });
  try {
    await journal.append(JSON.stringify([visit]));
    await insertVisits(db, row);
    await saveCursor(db, `journal:${journal.id}`, journal.end());
    await adoptMark(db, 'a store that was lost', 0);
    await keeperOf(() => undefined).keepWhole();
    const visits = () => eventStore.query(`select visit_id from events where type = 'visit'`);
    expect(await visits()).toEqual([{ visit_id: visit.visit_id }]);
    const shipper = createShipper({ ...t.deps, journal });
    shipper.start();
    await shipper.drain();
    await shipper.stop();
    expect(await visits()).toEqual([{ visit_id: visit.visit_id }]);
  } finally {
    await journal.close();
    rmSync(folder, { recursive: true });
  }
});

test('a click that is brought back is told what its visit said', async () => {
  const visit = buildVisit({ ts: '2026-03-06T08:00:00Z', params: { site: 'a' }, rule_id: 3 });
  const click = buildClick({ ts: '2026-03-06T08:01:00Z', visit_id: visit.visit_id });
  await insertVisits(t.deps.db, JSON.stringify([toAttributionRow(visit)]));
  await insertClicks(t.deps.db, JSON.stringify([toAttributionRow(click)]));
  await adoptMark(t.deps.db, 'a store that was lost', 0);
  await keeperOf(() => undefined).keepWhole();
  expect(await t.deps.eventStore.query('select type, params, rule_id from events order by ts')).toEqual([
    { type: 'visit', params: '{"site":"a"}', rule_id: 3 },
    { type: 'click', params: '{"site":"a"}', rule_id: 3 },
  ]);
});

test('views that came a minute after the others are missed with them when the store is lost', async () => {
  let lateMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
  const other = await testEventStore();
  try {
    const keeper = keeperOf(() => undefined);
    for (const position of ['1', '2', '3']) {
      const view = { ...buildVisit({ ts: '2026-03-06T09:00:00Z' }), type: 'view' };
      await t.deps.eventStore.append({ cursor: 'test', position, table: 'events', rows: [buildRow(view as never)] });
      await keeper.keepWhole();
      lateMs += 61_000;
    }
    const next = keeperOf(() => undefined, { eventStore: other, journal: { id: 'of the other' } });
    await next.keepWhole();
    expect(await next.standing()).toMatchObject({ state: 'incomplete', missing: { from: '2026-03-06', views: 3 } });
  } finally {
    vi.restoreAllMocks();
    await other.close();
  }
});
