import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EventRow, EventStore } from './event-store.ts';

export const thing = (n: number): EventRow => ({
  name: `thing ${n}`,
  small: n,
  amount: BigInt(n) * 1_000_000n,
  is_on: n % 2 === 0,
});
export const batch = (position: string, rows: EventRow[], cursor = 'journal') => ({
  cursor,
  position,
  table: 'things',
  rows,
});

/** What every adapter must do with moments of a table and with files. */
export function momentConformance(open: () => EventStore): void {
  test('a moment stays what it was, and its rows come back from a file as they were, each once', async () => {
    const store = open();
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      ...(n % 3 === 0 ? { name: `only a name ${n}` } : thing(n)),
      ...(n % 2 === 0 && { seen_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n, 7)).toISOString() }),
    }));
    await store.append(batch('1', rows));
    await store.append(batch('2', [{ name: "quote ' 漢", amount: -(2n ** 63n), small: -1, is_on: false }]));
    const gone = new AbortController();
    const moment = await store.openMoment('things', gone.signal);
    await store.append(batch('3', [thing(9000)]));
    await store.transact([{ sql: "delete from things where name = 'thing 1'" }]);
    const read = `select name, seen_at, small, amount, is_on from`;
    const before = await moment.query(`${read} ${moment.table} order by name`);
    expect(before).toHaveLength(3001);
    const names = moment.columns.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['amount', 'is_on', 'name', 'seen_at', 'small']);
    expect(moment.columns.filter(({ isInstant }) => isInstant)).toEqual([{ name: 'seen_at', isInstant: true }]);
    const [path, again] = [await moment.write(names, 'true'), await moment.write(names, 'true')];
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
    const { token } = await store.mark();
    await store.transact([{ sql: 'delete from things where true' }]);
    await store.load({ table: 'things', columns: names, paths: [path] });
    expect((await store.mark()).token).toBe(token + 2);
    expect(await store.query(`${read} things order by name`)).toEqual(before);
    await moment.close();
    await expect(moment.query(`select 1 as one from ${moment.table}`)).rejects.toThrow();
  });
}
