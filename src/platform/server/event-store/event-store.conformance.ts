import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import type { EventRow, EventStore } from './event-store.ts';
import { batch, momentConformance, thing } from './moments.conformance.ts';

/** One engine under test, with a table `things (name text not null, seen_at timestamp, small int32, amount int64, is_on boolean)`. */
export type Subject = {
  store: EventStore;
  /** Ends the engine and opens it again on the same data. */
  reopen(): Promise<EventStore>;
  /** Ends the engine, waits, and removes the data. */
  dispose(): Promise<void>;
  /** A statement that runs for many seconds. */
  slowSql: string;
  /** Makes a table `seen (ts timestamp, type text, visit_id text, small int32, amount int64)`. */
  seenSql: string;
  /** Makes a table `touched.seen (hour timestamp, small int32)`. */
  notesSql: readonly string[];
  /** Statements of one call of `transact` are done together or not at all. */
  hasTransactions: boolean;
  /** A statement that runs holds up all others, as it does in a stand-in for an engine. */
  runsOneAtATime: boolean;
};

const counted = async (store: EventStore): Promise<unknown> =>
  (await store.query('select count(*) as n from things'))[0]!['n'];

/** What every adapter of the `EventStore` port must do. @param open a new, migrated engine for each test */
export function eventStoreConformance(engine: string, open: () => Promise<Subject>): void {
  describe(`the event store on ${engine}`, () => {
    let subject: Subject;
    let store: EventStore;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(() => subject.dispose());

    test('rows and cursor are there once the append is answered', async () => {
      expect(await store.cursor('journal')).toBeUndefined();
      expect(await store.append(batch('1:90', [thing(1), thing(2), thing(3)]))).toBe(true);
      expect(await store.cursor('journal')).toBe('1:90');
      expect(await store.query('select name, small, is_on from things order by small limit 2')).toEqual([
        { name: 'thing 1', small: 1, is_on: false },
        { name: 'thing 2', small: 2, is_on: true },
      ]);
    });

    test('a position that is stored already writes nothing', async () => {
      await store.append(batch('1:90', [thing(1)]));
      expect(await store.append(batch('1:90', [thing(1)]))).toBe(false);
      expect(await counted(store)).toBe(1);
    });

    test('a batch for another position than the stored one is not written', async () => {
      await expect(store.append({ ...batch('2', [thing(1)]), after: '1' })).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(await store.append({ ...batch('1', [thing(1)]), after: null })).toBe(true);
      await expect(store.append({ ...batch('3', [thing(3)]), after: null })).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(await store.append({ ...batch('2', [thing(2)]), after: '1' })).toBe(true);
      await store.transact([{ sql: 'delete from things where small = 1' }], { cursor: 'journal', position: '9' });
      expect([await counted(store), await store.cursor('journal')]).toEqual([1, '9']);
    });

    test('each cursor goes its own way', async () => {
      await Promise.all(['a', 'b', 'c'].map((name) => store.append(batch('1', [thing(1)], name))));
      expect(await store.append(batch('2', [thing(2)], 'b'))).toBe(true);
      expect(await Promise.all(['a', 'b', 'c'].map((name) => store.cursor(name)))).toEqual(['1', '2', '1']);
      expect(await counted(store)).toBe(4);
    });

    test('a batch without rows only moves the cursor', async () => {
      expect(await store.append(batch('7', []))).toBe(true);
      expect(await store.cursor('journal')).toBe('7');
    });

    test('large batches arrive whole, with nulls where a row has no such column', async () => {
      const rows = Array.from({ length: 5001 }, (_, n) => (n % 3 === 0 ? { name: `only a name ${n}` } : thing(n)));
      await store.append(batch('1', rows));
      const [sums] = await store.query(
        `select count(*) as n, count(small) as numbered, ${store.dialect.sum('amount')} as total from things`,
      );
      expect(sums).toEqual({ n: 5001, numbered: 3334, total: '8336667000000' });
    });

    test.each([
      ['text for a number', { name: 'x', small: 'three' }],
      ['a fraction for an integer', { name: 'x', small: 1.5 }],
      ['a time that is none', { name: 'x', seen_at: 'yesterday' }],
      ['no value for a column that needs one', { small: 1 }],
    ])('%s refuses the whole batch', async (_, bad) => {
      await store.append(batch('1', [thing(1)]));
      await expect(store.append(batch('2', [thing(2), bad]))).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await counted(store)).toBe(1);
      expect(await store.cursor('journal')).toBe('1');
      expect(await store.append(batch('2', [thing(2)]))).toBe(true);
    });

    test('a column or table that is not there is an error of ours, and nothing is written', async () => {
      for (const wrong of [
        batch('1', [{ name: 'x', colour: 'red' }]),
        { ...batch('1', [thing(1)]), table: 'nothings' },
      ]) {
        await expect(store.append(wrong)).rejects.toMatchObject({ code: 'internal_error' });
      }
      expect(await counted(store)).toBe(0);
      expect(await store.cursor('journal')).toBeUndefined();
    });

    test('values come back as they went in', async () => {
      const row = {
        name: `quote ' percent % 漢 ${'x'.repeat(500)}`,
        seen_at: '2026-11-21T03:31:01.123Z',
        small: -2_147_483_648,
        amount: 9_007_199_254_740_993n,
        is_on: true,
      };
      await store.append(batch('1', [row]));
      const sql =
        'select name, seen_at, small, amount, is_on from things where name = $1 and amount = $2 and small = $3';
      expect(await store.query(sql, [row.name, row.amount, row.small])).toEqual([
        { ...row, amount: '9007199254740993' },
      ]);
    });

    test('what is forgotten of old rows leaves their sums and what is equal equal; young rows stay as they are', async () => {
      const seen = (seen_at: string, n: number): EventRow => ({ ...thing(n), seen_at });
      await store.append(
        batch('1', [seen('2026-01-01T00:00:00Z', 7), seen('2026-01-02T00:00:00Z', 7), seen('2026-03-01T00:00:00Z', 7)]),
      );
      const where = { column: 'seen_at', before: new Date('2026-02-01T00:00:00Z') };
      const forget = () => store.forget({ table: 'things', columns: ['is_on'], recode: ['amount'], where });
      const rows = () => store.query('select name, small, amount, is_on from things order by seen_at');
      await forget();
      const [first, second, young] = await rows();
      expect(young).toEqual({ name: 'thing 7', small: 7, amount: 7_000_000, is_on: false });
      expect(first).toMatchObject({ name: 'thing 7', small: 7, is_on: null });
      expect(first!['amount']).not.toBe(7_000_000);
      expect(second!['amount']).toBe(first!['amount']);
      const after = await rows();
      await forget();
      expect(await rows()).toEqual(after);
    });

    test('what is forgotten by a value is forgotten in all its rows and nowhere else', async () => {
      await store.append(batch('1', [thing(1), thing(1), thing(2)]));
      await store.forget({
        table: 'things',
        columns: ['amount'],
        where: { column: 'name', values: ['thing 1', "x' or 1"] },
      });
      expect(await store.query('select name, amount from things order by name')).toEqual([
        { name: 'thing 1', amount: null },
        { name: 'thing 1', amount: null },
        { name: 'thing 2', amount: expect.anything() },
      ]);
    });

    test('the hours in which rows came or changed are noted with the rows, and whoever has seen to them takes them away', async () => {
      await store.transact([...subject.notesSql, subject.seenSql].map((sql) => ({ sql })));
      const noted = () => store.query('select distinct hour, small from touched.seen order by 1, 2');
      const row = (ts: string, small: number): EventRow => ({ ts, type: 'visit', small, amount: 5n });
      const add = (position: string, rows: EventRow[]) =>
        store.append({ cursor: 'seen', position, table: 'seen', rows });
      await add('1', [
        row('2026-01-01T05:59:59.999Z', 1),
        row('2026-01-01T05:00:00Z', 1),
        row('1969-12-31T23:30:00Z', 2),
      ]);
      const first = [
        { hour: '1969-12-31T23:00:00.000Z', small: 2 },
        { hour: '2026-01-01T05:00:00.000Z', small: 1 },
      ];
      expect(await noted()).toEqual(first);
      await add('1', [row('2026-07-01T00:00:00Z', 9)]); // already there: nothing came
      await expect(add('2', [row('2026-07-01T00:00:00Z', 9), { type: 'visit', small: 1.5 }])).rejects.toMatchObject({
        code: 'validation_failed',
      });
      expect(await noted()).toEqual(first);
      await store.transact([{ sql: 'delete from touched.seen where small = $1', params: [1] }]);
      await store.forget({ table: 'seen', columns: ['amount'], where: { column: 'small', values: ['1'] } });
      expect(await noted()).toEqual(first);
      // those that somebody has seen to, and not what came meanwhile into the same hour
      await add('3', [row('2026-01-01T05:10:00Z', 3)]);
      const span = { from: new Date('2026-01-01T05:00:00Z'), to: new Date('2026-01-01T06:00:00Z') };
      await store.transact([{ takeNotes: 'touched.seen', span, of: { column: 'small', values: ['1', '2'] } }]);
      expect(await noted()).toEqual([first[0], { ...first[1], small: 3 }]);
      await store.transact([{ takeNotes: 'touched.seen', span, of: { column: 'small', values: [] } }]);
      await store.transact([{ takeNotes: 'touched.seen', span }]);
      expect(await noted()).toEqual([first[0]]);
    });

    test('statements of one transaction are all done or none', async (context: TestContext) => {
      const add = { sql: 'insert into things (name) values ($1)', params: ['x'] };
      if (!subject.hasTransactions) return context.skip('it has no transactions');
      await expect(store.transact([add, { sql: 'insert into things (name) values (null)' }])).rejects.toThrow();
      expect(await counted(store)).toBe(0);
      await store.transact([add, add]);
      expect(await counted(store)).toBe(2);
    });

    test('sums are exact decimal text, counts are numbers', async () => {
      await store.append(
        batch(
          '1',
          [9_000_000_000_000_000_001n, 1n].map((amount) => ({ name: 'x', amount })),
        ),
      );
      const [row] = await store.query(`select ${store.dialect.sum('amount')} as total, count(*) as n from things`);
      expect(row).toEqual({ total: '9000000000000000002', n: 2 });
    });

    test('everything is still there after a restart, and migrating again changes nothing', async () => {
      await store.append(batch('1:90', [thing(1), thing(2)]));
      store = await subject.reopen();
      await store.migrate();
      expect(await store.cursor('journal')).toBe('1:90');
      expect(await store.append(batch('1:90', [thing(1)]))).toBe(false);
      expect(await counted(store)).toBe(2);
    });

    test('a report over its time limit is ended and holds up nobody', async () => {
      const slow = [1, 2, 3].map(() => store.query(subject.slowSql, [], { timeoutMs: 300 }));
      const ends = await Promise.allSettled(slow);
      for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      expect(await counted(store)).toBe(0);
    });

    test('a report that is called off ends at once, running or waiting', async () => {
      const gone = new AbortController();
      const slow = [1, 2, 3].map(() => store.query(subject.slowSql, [], { timeoutMs: 60_000, signal: gone.signal }));
      const ends = Promise.allSettled(slow);
      expect(await store.cursor('nobody')).toBeUndefined(); // by now they run
      gone.abort();
      for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'bad_request' } });
      expect(await counted(store)).toBe(0);
    });

    test('an answer that comes in pieces holds every row; called off, it ends at once', async () => {
      await store.append(
        batch(
          '1',
          Array.from({ length: 5000 }, (_, n) => thing(n)),
        ),
      );
      const gone = new AbortController();
      const names = new Set<unknown>();
      for await (const piece of store.stream('select name from things', [], gone.signal))
        for (const { name } of piece) names.add(name);
      expect(names.size).toBe(5000);
      const slow = store.stream(subject.slowSql, [], gone.signal)[Symbol.asyncIterator]().next();
      const end = Promise.allSettled([slow]);
      if (subject.runsOneAtATime) await sleep(300);
      else expect(await store.cursor('nobody')).toBeUndefined(); // by now it runs
      gone.abort();
      expect(await end).toMatchObject([{ status: 'rejected', reason: { code: 'bad_request' } }]);
    });

    test('rows can be added while reports run', async () => {
      const slow = [1, 2].map(() => store.query(subject.slowSql, [], { timeoutMs: 1000 }).catch(() => 'ended'));
      expect(await store.append(batch('1', [thing(1)]))).toBe(true);
      expect(await Promise.all(slow)).toEqual(['ended', 'ended']);
    });

    test('more reports than may run at once are all answered', async () => {
      await store.append(batch('1', [thing(1)]));
      const answers = await Promise.all(Array.from({ length: 30 }, () => counted(store)));
      expect(answers).toEqual(Array.from({ length: 30 }, () => 1));
    });

    test('wrong SQL is an error of ours, not an outage', async () => {
      await expect(store.query('select nothing from nowhere')).rejects.toMatchObject({ code: 'internal_error' });
    });

    test('the mark names the store for ever and counts each transaction that wrote', async () => {
      const { id, token, isFilling } = await store.mark();
      expect(id.length).toBeGreaterThan(10);
      expect(isFilling).toBe(false);
      await store.append(batch('1', [thing(1)]));
      await store.append(batch('1', [thing(1)])); // nothing came
      await expect(store.append(batch('2', [{ small: 1 }]))).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await store.mark()).toMatchObject({ id, token: token + 1 });
      await store.transact([{ sql: 'delete from things where true' }]);
      store = await subject.reopen();
      await store.migrate();
      expect(await store.mark()).toEqual({ id, token: token + 2, isFilling: false });
    });

    test('while it is filled up, rows of a batch that are there already are left out', async () => {
      await store.transact([{ sql: subject.seenSql }]);
      const row = (type: string, id: string | null, small: number): EventRow => ({
        ts: '2026-01-01T05:00:00.123Z',
        type,
        visit_id: id,
        small,
      });
      const add = (position: string, rows: EventRow[]) =>
        store.append({ cursor: 'seen', position, table: 'seen', rows, ownIds: { visit: 'visit_id' } });
      const held = async () => (await store.query('select type, visit_id, small from seen order by small')).length;
      await add('1', [row('visit', 'a', 1), row('view', 'a', 2)]);
      await store.fill(true);
      await add('2', [row('visit', 'a', 3), row('visit', 'b', 4), row('view', 'a', 5), row('visit', null, 6)]);
      expect(await held()).toBe(5);
      store = await subject.reopen();
      expect(await store.mark()).toMatchObject({ isFilling: true });
      await add('3', [row('visit', 'b', 7)]);
      expect(await held()).toBe(5);
      expect(await store.cursor('seen')).toBe('3');
      await store.fill(false);
      await add('4', [row('visit', 'b', 8)]);
      expect(await held()).toBe(6);
    });

    momentConformance(() => store);

    test('the health screen learns bytes and rows', async () => {
      await store.append(batch('1', [thing(1), thing(2)]));
      const { bytes, rows } = await store.stats();
      expect(bytes).toBeGreaterThan(0);
      expect(rows).toBe(2);
    });

    test('a closed store answers nothing', async () => {
      await store.close();
      await expect(store.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
