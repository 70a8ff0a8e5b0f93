import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClickHouse } from '../../../../../tests/support/clickhouse.ts';
import { testClickHouse } from '../../../../../tests/support/event-store.ts';
import { AppError } from '../../../errors.ts';
import { createAppender } from './appender.ts';
import type { Batch } from '../batch.ts';
import { createEngine, type Engine } from './engine.ts';
import { createShipped, type Shipped } from './shipped.ts';
import { createBatches, type Batches } from './store-batches.ts';
import { pino } from 'pino';

/** `ROUNDS=300` by hand. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 40);
const missing = findClickHouse();

/** Of two months. */
const TIMES = [0, 40].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());

class Killed extends Error {}

describe.skipIf(missing !== undefined)(
  `batches to an engine without transactions${missing ? ` SKIPPED: ${missing}` : ''}`,
  () => {
    let given: Awaited<ReturnType<typeof testClickHouse>>;
    let engine: Engine;
    let batches: Batches;
    let shipped: Shipped;
    beforeAll(async () => {
      given = await testClickHouse();
      engine = createEngine({ url: given.url, reportsUrl: given.url, running: 2, log: pino({ level: 'silent' }) });
      batches = createBatches(given.db);
      shipped = createShipped(engine);
    });
    afterAll(async () => {
      await engine?.close();
      await given?.close();
    });

    const batch = (cursor: string, after: string | null, position: number, rows: number): Batch => ({
      cursor,
      position: String(position),
      after,
      table: 'events',
      rowCount: rows,
      columns: ['type', 'ts', 'visit_id', 'is_bot', 'is_internal'],
      // over two months, each of which is written on its own
      values: [
        Array.from({ length: rows }, () => 'visit'),
        Array.from({ length: rows }, (_, i) => TIMES[i % 2]!),
        Array.from({ length: rows }, (_, i) => `${cursor} ${position} ${i}`),
        Array.from({ length: rows }, () => false),
        Array.from({ length: rows }, () => false),
      ],
      ownIds: {},
      mayRepeat: false,
    });

    /** The same parts; the process ends before or after the nth thing that changes something. */
    function mortal(at: number, isAfter: boolean) {
      let steps = 0;
      const once =
        <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          steps += 1;
          if (steps === at && !isAfter) throw new Killed();
          const done = await work(...args);
          if (steps === at && isAfter) throw new Killed();
          return done;
        };
      return createAppender({
        engine: { ...engine, insert: once(engine.insert) },
        batches: { ...batches, begin: once(batches.begin), noteStored: once(batches.noteStored) },
        shipped: { ...shipped, note: once(shipped.note) },
      });
    }

    const held = async (cursor: string) =>
      (
        await engine.read<{ n: number; ids: number }>(
          'select count() as n, uniqExact(visit_id) as ids from events where visit_id like $1',
          [`${cursor} %`],
        )
      )[0]!;

    test('killed at any step, each batch is there once, and each with as many rows as were meant', async () => {
      const cursor = 'journal';
      let rowsMeant = 0;
      let kills = 0;
      for (let round = 1, after: string | null = null; round <= ROUNDS; round += 1) {
        const rows = randomInt(1, 40);
        const next = batch(cursor, after, round, rows);
        for (let isDone = false; !isDone;) {
          // who starts anew asks how far it came, and what was begun
          const { id, position } = await shipped.look(cursor);
          if (position === next.position) break;
          const begun = await batches.findBegun(id, cursor);
          if (begun && begun.position !== position) expect(begun).toMatchObject({ position: next.position, rows });
          try {
            await mortal(randomInt(1, 9), Math.random() < 0.5).append(next);
            isDone = true;
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
            kills += 1;
          }
        }
        rowsMeant += rows;
        after = next.position;
      }
      expect(kills).toBeGreaterThan(ROUNDS / 4);
      expect(await held(cursor)).toEqual({ n: rowsMeant, ids: rowsMeant });
      expect(await given.store.doubled()).toBe(0);
      const [unnoted] = await engine.read<{ n: number }>(
        `select count() as n from events where (toStartOfHour(ts), batch) not in (select hour, batch from touched.events)`,
      );
      expect(unnoted).toEqual({ n: 0 });
    });

    test('a batch that the engine refuses for good is not begun any more, so that a part of it can come', async () => {
      const refuse = () => Promise.reject(new AppError('validation_failed', 'A value does not fit its column.'));
      const appender = createAppender({ engine: { ...engine, insert: refuse }, batches, shipped });
      await expect(appender.append(batch('unfit', null, 2, 10))).rejects.toThrow('does not fit');
      expect(await batches.findBegun((await shipped.look('unfit')).id, 'unfit')).toBeUndefined();
      expect(await createAppender({ engine, batches, shipped }).append(batch('unfit', null, 1, 5))).toBe(true);
      expect(await held('unfit')).toEqual({ n: 5, ids: 5 });
    });

    test('a note of hours stays while nobody knows whether its batch is there, and goes when its rows can be read', async () => {
      const hour = new Date('2026-01-05T10:00:00Z');
      const ofAll = batch('noted', null, 1, 10);
      const one = {
        ...ofAll,
        values: ofAll.values.with(
          1,
          Array.from({ length: 10 }, () => '2026-01-05T10:20:00.000Z'),
        ),
      };
      const take = () =>
        given.store.transact([
          { takeNotes: 'touched.events', span: { from: hour, to: new Date(hour.getTime() + 3_600_000) } },
        ]);
      const noted = async () =>
        (
          await engine.read(`select distinct hour from touched.events where hour = toDateTime64($1, 3, 'UTC')`, [
            hour.toISOString().replace('T', ' ').replace('Z', ''),
          ])
        ).length;
      await expect(mortal(4, false).append(one)).rejects.toThrow(Killed);
      await take();
      expect(await noted()).toBe(1);
      await createAppender({ engine, batches, shipped }).append(one);
      await take();
      expect(await noted()).toBe(0);
    });

    test('where another batch comes than the one that was begun, what is there of it is taken out, or counts', async () => {
      const [a, b] = [batch('other', null, 1, 10), batch('other', null, 2, 20)];
      // begun, and nothing is there
      await expect(mortal(3, false).append(a)).rejects.toThrow(Killed);
      expect(await createAppender({ engine, batches, shipped }).append(b)).toBe(true);
      expect(await held('other')).toEqual({ n: 20, ids: 20 });
      // all is there, and only the cursor was not moved
      const c = batch('other', '2', 3, 5);
      await expect(mortal(3, true).append(c)).rejects.toThrow(Killed);
      await expect(createAppender({ engine, batches, shipped }).append(batch('other', '2', 4, 7))).rejects.toThrow();
      expect((await shipped.look('other')).position).toBe('3');
      expect(await held('other')).toEqual({ n: 25, ids: 25 });
    });

    /** As another way in brings the very rows of a batch. */
    const again = (of: Batch, cursor: string): Batch => ({ ...of, cursor, position: cursor, after: null });
    const repeated = (cursor: string): Batch => ({ ...batch(cursor, null, 1, 12), ownIds: { visit: 'visit_id' } });

    test('while the store is filled up, two who bring the same rows at once add them once', async () => {
      await given.store.fill(true);
      try {
        for (let round = 1; round <= 5; round += 1) {
          const rows = repeated(`two ${round}`);
          const one = createAppender({ engine, batches, shipped });
          const other = createAppender({ engine, batches, shipped });
          await Promise.all([one.append(rows), other.append(again(rows, `fill ${round}`))]);
          expect(await held(`two ${round}`)).toEqual({ n: 12, ids: 12 });
        }
      } finally {
        await given.store.fill(false);
      }
    });

    test('who began before the store is filled up is waited for, and what he adds is found', async () => {
      const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = createAppender({
        engine: {
          ...engine,
          async insert(into) {
            begun.resolve();
            await go.promise;
            await engine.insert(into);
          },
        },
        batches,
        shipped,
      });
      const rows = repeated('slow');
      const adding = slow.append(rows);
      await begun.promise;
      const filling = given.store
        .fill(true)
        .then(() => createAppender({ engine, batches, shipped }).append(again(rows, 'fill slow')));
      try {
        await sleep(300);
        go.resolve();
        await Promise.all([adding, filling]);
        expect(await held('slow')).toEqual({ n: 12, ids: 12 });
      } finally {
        await given.store.fill(false);
      }
    });

    test('an insert of somebody who is gone is ended before its rows are looked for', async () => {
      const under = new Map<string, () => Promise<void>>();
      const onItsWay = {
        ...engine,
        async insert(into: Parameters<Engine['insert']>[0]) {
          if (into.table !== 'events') return engine.insert(into);
          under.set(into.id, () => engine.insert(into));
          throw new Killed();
        },
      };
      const rows = repeated('gone');
      await expect(createAppender({ engine: onItsWay, batches, shipped }).append(rows)).rejects.toThrow(Killed);
      const ending = { ...engine, end: (id: string) => Promise.resolve(void under.delete(id)) };
      const filling = createAppender({ engine: ending, batches, shipped });
      await filling.append({ ...again(rows, 'fill gone'), mayRepeat: true });
      for (const land of under.values()) await land();
      expect(await held('gone')).toEqual({ n: 12, ids: 12 });
      // who starts anew sends them once more
      await filling.append({ ...rows, mayRepeat: true });
      expect(await held('gone')).toEqual({ n: 12, ids: 12 });
    });

    test('whether rows may be there already is asked after whether the store is being filled up', async () => {
      const asked: string[] = [];
      const told = {
        ...shipped,
        async look(name: string) {
          const looked = await shipped.look(name);
          asked.push('filling');
          return looked;
        },
      };
      const rows = repeated('asked');
      await createAppender({ engine, batches, shipped }).append(again(rows, 'fill asked'));
      const mayRepeat = () => Promise.resolve(asked.push('repeats') > 0);
      await createAppender({ engine, batches, shipped: told }).append({ ...rows, mayRepeat });
      expect(asked.slice(0, 2)).toEqual(['filling', 'repeats']);
      expect(await held('asked')).toEqual({ n: 12, ids: 12 });
    });
  },
);
