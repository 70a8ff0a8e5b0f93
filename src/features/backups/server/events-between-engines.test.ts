import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findClickHouse } from '../../../../tests/support/clickhouse.ts';
import { testClickHouse, testDuckDb } from '../../../../tests/support/event-store.ts';
import type { Manifest } from '../../../platform/server/backup/manifest.ts';
import { createPieceWriter } from '../../../platform/server/backup/pieces.ts';
import { folderPlace } from '../../../platform/server/backup/place.ts';
import type { EventRow, EventStore } from '../../../platform/server/event-store/event-store.ts';
import { restoreEvents } from './restore-events.ts';
import { saveEvents } from './saving/save-events.ts';

let folder: string;
/** By the engine, in the last backup. */
let filesWritten = 0;
const closers: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-engines-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

const KINDS = ['visit', 'view', 'impression', 'click', 'conversion', 'cost'];

/** Every column has something in some row, and nothing in another. */
function rowOf(n: number): EventRow {
  const type = KINDS[n % KINDS.length]!;
  const has = (of: number) => n % of === 0;
  return {
    type,
    ts: new Date(Date.UTC(2026, 8, 29) + n * 97_777).toISOString(),
    is_bot: has(7),
    is_internal: has(11),
    ...(has(2) && { visit_id: `v${n}`, click_id: `c${n}`, guide_id: n, visitor: 2n ** 52n - BigInt(n) }),
    ...(has(3) && { subs: JSON.stringify({ sub1: `quote ' " 漢 \\ ${n}` }), country: 'AT', is_unique: has(2) }),
    ...(type === 'conversion' && {
      event_id: `e${n}`,
      delta_count: has(5) ? -1 : 1,
      delta_micros: 2_500_001n * BigInt(n),
      currency: has(4) ? 'USD' : 'EUR',
      click_ts: new Date(Date.UTC(2026, 8, 1) + n).toISOString(),
    }),
    ...(type === 'cost' && { cost_micros: BigInt(n), cost_currency: 'CHF', cost_state: 'estimated' }),
  };
}

async function duckDb(): Promise<EventStore> {
  const store = await testDuckDb();
  closers.push(() => store.close());
  return store;
}
async function clickHouse(): Promise<EventStore> {
  const { store, close } = await testClickHouse();
  closers.push(close);
  return store;
}

async function saved(store: EventStore, before: Manifest['events']['months'] = []): Promise<Manifest['events']> {
  const moment = await store.openMoment('events', new AbortController().signal);
  const write: typeof moment.write = (columns, where) => {
    filesWritten += 1;
    return moment.write(columns, where);
  };
  filesWritten = 0;
  const all = await saveEvents({ ...moment, write }, createPieceWriter(folderPlace(folder)), before, () => undefined);
  await moment.close();
  return { migrations: [], cursors: { outbox: '1-5', 'journal:a': '3:90' }, ...all };
}

const sumsOf = ({ rows, figures, months }: Manifest['events']) => ({
  rows,
  figures,
  months: months.map(({ month, rows: held, digest }) => ({ month, held, digest })),
});
const none = (): void => undefined;

test.skipIf(findClickHouse() !== undefined)(
  'events of DuckDB come back in ClickHouse and from there in DuckDB, equal by their digests',
  async () => {
    const first = await duckDb();
    for (let at = 0; at < 10; at += 1)
      await first.append({
        cursor: 'test',
        position: `${at}`,
        table: 'events',
        rows: Array.from({ length: 500 }, (_, n) => rowOf(at * 500 + n)),
      });
    const there = await saved(first);
    expect(there.rows).toBe(5000);
    expect(there.months.map(({ month }) => month)).toEqual(['2026-09', '2026-10']);
    expect(Object.keys(there.figures.earned)).toEqual(['EUR', 'USD']);
    const place = folderPlace(folder);
    const second = await clickHouse();
    await restoreEvents(second, { events: there, place }, none);
    expect([await second.cursor('outbox'), await second.cursor('journal:a')]).toEqual(['1-5', '3:90']);
    // of a month that nobody touched the pieces are those of before
    const [back, again] = [await saved(second), await saved(second)];
    expect(again).toEqual(back);
    expect(sumsOf(back)).toEqual(sumsOf(there));
    await expect(restoreEvents(second, { events: there, place }, none)).rejects.toThrow(/There are events/);
    const third = await duckDb();
    await restoreEvents(third, { events: back, place }, none);
    expect(sumsOf(await saved(third))).toEqual(sumsOf(there));
    const all = 'select ts, type, visit_id, visitor, subs, delta_micros, click_ts, is_unique from events order by ts';
    expect(await third.query(all)).toEqual(await first.query(all));
    // the hours are summed up anew
    const [touched] = await third.query<{ n: number }>('select count(distinct hour) as n from touched.events');
    expect(touched!.n).toBeGreaterThan(100);
  },
);

test('a row that is another one is found after the restore', async () => {
  const first = await duckDb();
  await first.append({ cursor: 'test', position: '1', table: 'events', rows: [rowOf(4), rowOf(5), rowOf(10)] });
  const events = await saved(first);
  const place = folderPlace(folder);
  const other = { ...events, months: [{ ...events.months[0]!, digest: `${events.months[0]!.digest}1` }] };
  const second = await duckDb();
  await expect(restoreEvents(second, { events: other, place }, none)).rejects.toThrow(
    /The events of 2026-09 are not the same after the restore/,
  );
  // what it left is of a restore that was broken off
  await restoreEvents(second, { events, place }, none);
  expect(sumsOf(await saved(second))).toEqual(sumsOf(events));
});

test('a month is written anew only where it is another one, or what lies there is', async () => {
  const store = await duckDb();
  const append = (position: string, ...rows: EventRow[]) =>
    store.append({ cursor: 'test', position, table: 'events', rows });
  await append('1', ...Array.from({ length: 5000 }, (_, n) => rowOf(n)));
  const first = await saved(store);
  expect([first.months.length, filesWritten]).toEqual([2, 2]);
  expect(await saved(store, first.months)).toEqual(first);
  expect(filesWritten).toBe(0);
  // late, to the first of the two months
  await append('2', rowOf(1));
  const second = await saved(store, first.months);
  expect(filesWritten).toBe(1);
  expect(second.months[0]!.rows).toBe(first.months[0]!.rows + 1);
  expect(second.months[1]).toEqual(first.months[1]);
  expect(await saved(store)).toEqual(second);

  const { sha256 } = second.months[1]!.pieces[0]!;
  const file = join(folder, 'pieces', sha256.slice(0, 2), sha256);
  const whole = readFileSync(file);
  writeFileSync(file, whole.with(9, whole[9]! ^ 1));
  expect(await saved(store, second.months)).toEqual(second);
  expect(filesWritten).toBe(1);
  expect(readFileSync(file).equals(whole)).toBe(true);
});
