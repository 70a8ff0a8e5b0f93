import { setImmediate as breathe } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seeded } from '../dice.ts';
import { createPackedRecords, headIn, type PackedRecords } from './packed-records.ts';
import { createShapes } from './shapes.ts';

type One = { id: number; slug: string; text: string };
type Head = { is: number; slug: string };

const MB = 1 << 20;
const one = (id: number, version = 0, length = 1000): One => ({
  id,
  slug: `ü-${id}`,
  text: `${version} `.repeat(length / 2),
});
const shapes = createShapes();
const create = (parsedMost = 10) =>
  createPackedRecords<One, Head>(({ id, slug }) => ({ is: id, slug }), { parsedMost, shapes });
const all = (records: PackedRecords<One, Head>) => [...records.values()].map(({ id, text }) => [id, text]);

async function settled(): Promise<void> {
  for (let n = 0; n < 100; n += 1) await breathe();
}

test('a record is parsed once while it is asked for, and again when others came between', () => {
  const records = create(2);
  for (const id of [1, 2, 3]) records.put(one(id));
  const first = records.get(1);
  expect(first).toEqual(one(1));
  records.get(2);
  expect(records.get(1)).toBe(first);
  records.get(2);
  records.get(3);
  expect(records.get(1)).not.toBe(first);
  expect(records.get(1)).toEqual(one(1));
  expect([records.get(4), records.has(4), records.has(1)]).toEqual([undefined, false, true]);
});

test('going through all drops none of those that are held parsed', () => {
  const records = create(1);
  for (const id of [1, 2, 3]) records.put(one(id));
  const held = records.get(2);
  expect([...records.values()]).toEqual([one(1), one(2), one(3)]);
  expect([...records.values([2, 9, 3])]).toEqual([one(2), one(3)]);
  expect(records.get(2)).toBe(held);
});

test('a record that was put anew is another one, and the same one when nothing of it changed', () => {
  const records = create();
  records.put(one(1));
  const first = records.get(1);
  records.put(one(1));
  expect(records.get(1)).toBe(first);
  records.put(one(1, 1));
  expect(records.get(1)).toEqual(one(1, 1));
  records.put({ ...one(1, 1), slug: 'other' });
  expect([records.get(1)?.slug, records.head(1)]).toEqual(['other', { is: 1, slug: 'other' }]);
  records.delete(1);
  expect([records.get(1), records.has(1), records.head(1), [...records.keys()]]).toEqual([
    undefined,
    false,
    undefined,
    [],
  ]);
});

test('a record that was dropped from the parsed ones and put anew meanwhile is the new one', () => {
  const records = create(1);
  for (const id of [1, 2]) records.put(one(id));
  records.get(1);
  records.get(2);
  records.put(one(1, 1));
  expect(records.get(1)).toEqual(one(1, 1));
});

test('lines make the same records elsewhere', () => {
  const [records, others] = [create(), create()];
  for (const id of [3, 1, 2]) records.put(one(id));
  records.put(one(3, 1));
  for (const line of records.lines()) others.putLine(headIn<Head>(line).is, line);
  expect(all(others)).toEqual(all(records));
  expect(others.head(3)).toEqual({ is: 3, slug: 'ü-3' });
});

test('records that are longer than a piece of memory are held like others', async () => {
  const records = create();
  for (const id of [1, 2, 3]) records.put(one(id, 0, id === 2 ? 3 * MB : 10));
  expect(all(records)).toEqual([1, 2, 3].map((id) => [id, one(id, 0, id === 2 ? 3 * MB : 10).text]));
  records.put(one(2, 1, 10));
  await settled();
  expect(records.bytes()).toBeLessThanOrEqual(2 * MB);
});

test('memory of what was replaced or deleted is given back, and what lives stays as it is', async () => {
  const records = create();
  const COUNT = 8000;
  for (let id = 1; id <= COUNT; id += 1) records.put(one(id));
  const full = records.bytes();
  expect(full).toBeGreaterThan(7 * MB);
  for (let version = 1; version <= 5; version += 1) {
    for (let id = 1; id <= COUNT; id += 3) records.put(one(id, version));
    await settled();
  }
  expect(records.bytes()).toBeLessThan(full * 1.4);
  expect(all(records)).toEqual(Array.from({ length: COUNT }, (_, n) => [n + 1, one(n + 1, n % 3 === 0 ? 5 : 0).text]));
  for (let id = 1; id <= COUNT; id += 1) if (id % 10 > 0) records.delete(id);
  await settled();
  expect(records.bytes()).toBeLessThan(full * 0.25);
  expect([...records.keys()]).toHaveLength(COUNT / 10);
});

test('pieces are emptied one at a time, and others get their turn between', async () => {
  const records = create();
  for (let id = 1; id <= 8000; id += 1) records.put(one(id));
  const full = records.bytes();
  for (let id = 1; id <= 8000; id += 1) if (id % 2 === 0) records.delete(id);
  const sizes = [records.bytes()];
  for (let n = 0; n < 20; n += 1) {
    await breathe();
    sizes.push(records.bytes());
  }
  expect(sizes[0]).toBe(full);
  expect(Math.max(...sizes.slice(1).map((size, n) => Math.abs(size - sizes[n]!)))).toBeLessThanOrEqual(2 * MB);
  expect(sizes.at(-1)).toBeLessThan(full * 0.6);
});

test('random changes with pieces emptied between leave what a map would hold', async () => {
  const random = seeded(5);
  const whole = (most: number) => Math.floor(random() * most);
  const [records, map] = [create(50), new Map<number, One>()];
  for (let step = 0; step < 40_000; step += 1) {
    const id = whole(1500);
    if (random() < 0.3) {
      records.delete(id);
      map.delete(id);
    } else {
      const record = one(id, whole(3), 10 + whole(2000));
      records.put(record);
      map.set(id, record);
    }
    if (step % 500 === 0) await breathe();
    if (random() < 0.3) expect(records.get(id)).toEqual(map.get(id));
  }
  await settled();
  const byId = (some: Iterable<One>) => [...some].toSorted((a, b) => a.id - b.id);
  expect(byId(records.values())).toEqual(byId(map.values()));
  const live = [...records.lines()].reduce((sum, line) => sum + line.length, 0);
  expect(records.bytes()).toBeLessThan(live * 1.4 + 2 * MB);
});
