import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findClickHouse } from '../../../../../tests/support/clickhouse.ts';
import { testClickHouse, testDuckDb } from '../../../../../tests/support/event-store.ts';
import type { EventRow, EventStore } from '../../../../platform/server/event-store/event-store.ts';
import { movableStore, type MovableStore } from '../../../recovery/server/movable-store.ts';
import { adoptMark, readMark } from '../../../events/server/store-mark.ts';
import { saveCursor } from '../../../events/server/store-events.ts';
import { openEventMoment } from '../together/event-moment.ts';
import { cutPieces, HOUR_MS } from './differences.ts';
import { createHolding } from './holding.ts';
import { moveEvents, type Mover } from './move-events.ts';

/** For `docs/measurements.md`; 0: not measured. */
const EVENTS = Number(process.env['MOVED_EVENTS'] ?? 0);

/** Visits, views and clicks of half a year, as wide as real ones. */
const manyEvents = (count: number): string => `
  insert into events (type, ts, visit_id, view_id, click_id, link_id, source_id, guide_id, offer_id, position, utm_source, utm_campaign,
                      subs, country, device, os, browser, language, referrer_host, visitor, is_bot, is_internal, cost_micros, cost_currency)
  select ['visit', 'view', 'view', 'click'][n % 4 + 1], timestamp '2026-03-01' + to_milliseconds(n * (15552000000 // ${count})),
         md5((n // 4)::varchar), if(n % 4 > 0, md5((n // 2)::varchar || 'v'), null), if(n % 4 = 3, md5(n::varchar || 'c'), null),
         n % 40, n % 7, n % 30, n % 50, n % 12, 'source' || n % 9, 'campaign' || n % 200, '{"sub1":"' || n % 5000 || '"}',
         ['AT', 'DE', 'US', 'GB', 'FR'][n % 5 + 1], ['mobile', 'desktop'][n % 2 + 1], 'os' || n % 6, 'browser' || n % 8, 'en',
         'host' || n % 60 || '.example', hash(n // 4) >> 12, n % 17 = 0, false, if(n % 4 = 0, n % 900000, null), if(n % 4 = 0, 'EUR', null)
    from range(${count}) as all_of(n)`;

const FIRST = Date.UTC(2026, 8, 30, 20);

const rowOf = (n: number): EventRow => ({
  type: n % 3 === 0 ? 'click' : 'visit',
  ts: new Date(FIRST + n * 60_000).toISOString(),
  visit_id: `v${n}`,
  visitor: BigInt(n) * 1_000_003n,
  is_bot: n % 7 === 0,
  is_internal: false,
  cost_micros: n % 5 === 0 ? 1000n + BigInt(n) : null,
  cost_currency: n % 5 === 0 ? 'EUR' : null,
});
const rows = (from: number, to: number): EventRow[] => Array.from({ length: to - from }, (_, n) => rowOf(from + n));
const visitsOf = (store: EventStore) =>
  store.query<{ visit_id: string }>('select visit_id, visitor from events order by ts, visit_id');

test('hours that differ are cut into pieces of one month, and none between them is the same', () => {
  const hour = (at: number, given: object) => ({
    at: FIRST + at * HOUR_MS,
    rows: 10,
    held: 0,
    isSame: false,
    ...given,
  });
  const pieces = cutPieces(
    [hour(0, {}), hour(2, { held: 3 }), hour(3, { held: 10, isSame: true }), hour(4, {}), hour(5, { rows: 40 })],
    45,
  );
  expect(pieces.map(({ from, to, ...rest }) => [from.getUTCHours(), to.getUTCHours(), rest])).toEqual([
    [20, 23, { rows: 20, held: 3 }],
    // the same hour in between, a new month, and then too many for one
    [0, 1, { rows: 10, held: 0 }],
    [1, 2, { rows: 40, held: 0 }],
  ]);
});

describe.skipIf(findClickHouse() !== undefined)('out of DuckDB into ClickHouse', () => {
  let there: Awaited<ReturnType<typeof testClickHouse>>;
  let duckDb: EventStore;
  let here: MovableStore;
  let id: string;
  const closers: AbortController[] = [];

  beforeEach(async () => {
    there = await testClickHouse();
    duckDb = await testDuckDb();
    mkdirSync(duckDb.files, { recursive: true });
    here = movableStore(duckDb, there.db);
    await here.append({ cursor: 'journal:a', position: '1', table: 'events', rows: rows(0, 500) });
    const mark = await here.mark();
    id = mark.id;
    await adoptMark(there.db, id, mark.token);
    await saveCursor(there.db, 'journal:other', '5');
  });
  afterEach(async () => {
    for (const one of closers.splice(0)) one.abort();
    await duckDb.close();
    await there.close();
  });

  /** As the program lets a command do it. */
  function mover(): Mover {
    const gone = new AbortController();
    closers.push(gone);
    const parts = {
      eventStore: here,
      db: there.db,
      journal: { id: 'a', end: () => '9' },
      standStill: <T>(work: () => Promise<T>): Promise<T> => work(),
    };
    const { hold, move } = createHolding(parts);
    return {
      open: () => openEventMoment({ ...parts, signal: gone.signal }),
      hold: () => hold(gone.signal),
      move: async (to) => {
        await move(to);
        gone.abort();
      },
    };
  }

  const move = async (by: Mover = mover()) =>
    moveEvents({
      from: by,
      to: there.store,
      address: 'http://there/site',
      known: await readMark(there.db),
      onProgress: () => undefined,
    });

  test('what changed between the rounds, and what lay there of an earlier try, is as it was at the last moment', async () => {
    await here.append({ cursor: 'journal:other', position: '4', table: 'events', rows: rows(500, 510) });
    const first = mover();
    // broken off in the middle: an hour is there in part, another holds what is not among them
    await expect(move({ ...first, hold: () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed');
    await there.store.transact([{ sql: "delete from events where visit_id in ('v61', 'v62', 'v300')" }]);

    const second = mover();
    let late = false;
    const moved = await move({
      ...second,
      async hold() {
        if (!late) {
          late = true;
          await here.append({ cursor: 'journal:a', position: '2', table: 'events', rows: rows(510, 600) });
          // as many rows as before, and other ones
          await here.forget({
            table: 'events',
            columns: ['visit_id'],
            recode: ['visitor'],
            where: { column: 'visit_id', values: ['v120', 'v121'] },
          });
        }
        return second.hold();
      },
    });
    expect(moved).toMatchObject({ rows: 600, figures: { visits: 400, clicks: 200, spent: { EUR: '155700' } } });
    // the five hours that differed
    expect(moved.copied).toBe(300);
    expect(await visitsOf(there.store)).toEqual(await visitsOf(duckDb));
    const cursors = await Promise.all(['journal:a', 'journal:other'].map((name) => there.store.cursor(name)));
    expect(cursors).toEqual(['2', '4']);
    const [touched] = await there.store.query<{ n: number }>('select count(distinct hour) as n from touched.events');
    expect(touched!.n).toBe(10);
    const { id: newId, token } = await there.store.mark();
    expect(await readMark(there.db)).toMatchObject({
      store_id: newId,
      token: BigInt(token),
      moved_from: id,
      moved_to: 'http://there/site',
    });

    // the store of before is not written to any more, by this program or another one
    for (const store of [here, movableStore(duckDb, there.db)])
      await expect(
        store.append({ cursor: 'journal:a', position: '3', table: 'events', rows: rows(600, 601) }),
      ).rejects.toThrow(/were moved to ClickHouse on .*: set CLICKHOUSE_URL to http:\/\/there\/site/);
    await expect(move()).rejects.toThrow(/were moved to ClickHouse on .* already/);
    await movableStore(there.store, there.db).append({
      cursor: 'journal:a',
      position: '3',
      after: '2',
      table: 'events',
      rows: rows(600, 601),
    });
    expect(await visitsOf(there.store)).toHaveLength(601);
  });

  test('a store that others write to is left alone', async () => {
    await there.store.append({ cursor: 'journal:z', position: '1', table: 'events', rows: rows(0, 1) });
    await expect(move()).rejects.toThrow(/not from this copy: nothing was changed/);
    expect(await visitsOf(there.store)).toHaveLength(1);
    expect(await readMark(there.db)).toMatchObject({ store_id: id, moved_from: null });
    // and all goes on
    await here.append({ cursor: 'journal:a', position: '2', table: 'events', rows: rows(500, 501) });
  });

  test('nothing is moved once the time of the standstill is over', async () => {
    const gone = new AbortController();
    const { hold, move: moveHeld } = createHolding({
      eventStore: here,
      db: there.db,
      journal: { id: 'a', end: () => '9' },
      standStill: (work) => work(),
    });
    await hold(gone.signal);
    const waiting = here.append({ cursor: 'journal:a', position: '2', table: 'events', rows: rows(500, 501) });
    expect(await here.cursor('journal:a')).toBe('1');
    gone.abort();
    await waiting;
    expect(() => moveHeld({ id: 'x', token: 1, address: 'http://there/' })).toThrow(/nothing was moved/);
    expect(await readMark(there.db)).toMatchObject({ store_id: id, moved_from: null });
  });

  test.skipIf(EVENTS === 0)('as many as MOVED_EVENTS says', async () => {
    await duckDb.transact([{ sql: manyEvents(EVENTS) }]);
    const began = performance.now();
    const moved = await move();
    const took = (performance.now() - began) / 1000;
    expect(moved.rows).toBe(EVENTS + 500);
    process.stdout.write(
      `${Math.round(EVENTS / took)} events a second in ${took.toFixed(1)} s, shipping stood still for ${(moved.standstillMs / 1000).toFixed(1)} s\n`,
    );
  });
});
