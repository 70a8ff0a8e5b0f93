import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../../platform/server/log.ts';
import { buildClick, buildVisit } from '../testing.ts';
import { createPacker } from './packer.ts';
import { pack, type StoreName } from './packing.ts';

const packer = createPacker(createLog('silent'));
afterEach(() => packer.close());

/** As the journal has them. */
const payloads = (count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify([
      buildVisit({ utm: { utm_term: `wörd ${n}\u2028` }, subs: { sub1: '9007199254740993' } }),
      ...(n % 3 === 0 ? [buildClick({ subs: { sub1: `s${n}` }, offer_id: n })] : []),
    ]),
  );

test.each<[StoreName, number]>([
  ['postgres', 3],
  ['postgres', 2000],
  ['event_store', 3],
  ['event_store', 2000],
])('%s is given the very same of %i records, wherever they are packed', async (store, count) => {
  const given = payloads(count);
  const batches = await Promise.all([packer.pack(store, given), packer.pack(store, given)]);
  const expected = pack(store, given);
  expect(batches).toEqual([expected, expected]);
  expect(JSON.stringify(expected)).toContain('9007199254740993');
});

test('a batch that ends the thread is told as such, and the next one has another', async () => {
  const many = payloads(100);
  await expect(packer.pack('postgres', [...many, 'no JSON'])).rejects.toThrow('JSON');
  expect(await packer.pack('postgres', many)).toEqual(pack('postgres', many));
});
