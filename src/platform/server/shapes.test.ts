import { expect, test } from 'vitest';
import { createShapes } from './shapes.ts';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const CASES: [string, unknown][] = [
  [
    'a record with lists, texts and nothing',
    { id: 1, name: 'ü "\n', none: null, list: [1, [], [{ id: 2 }]], deep: {} },
  ],
  ['keys in another order', { b: 1, a: { id: 1 } }],
  ['what is not known', { a: undefined, b: 2, list: [undefined, { a: undefined }] }],
  ['an instant', { at: new Date('2026-01-01T00:00:00Z') }],
  ['keys of all kinds', { '': 1, '0': 2, 'a\nb': 3, constructor: 4 }],
  ['a key that engines take for the kind of an object', JSON.parse('{"a":[{"__proto__":{"b":1},"c":2}]}')],
];

test.each(CASES)('%s comes back as JSON gives it back', (_what, value) => {
  const shapes = createShapes();
  const packed = asJson(shapes.pack(value));
  expect(JSON.stringify(shapes.unpack(packed))).toBe(JSON.stringify(value));
  // another table that was told of the shapes
  const others = createShapes();
  for (const keys of shapes.keys()) others.add(keys);
  expect(others.keys()).toEqual(shapes.keys());
  expect(JSON.stringify(others.unpack(packed))).toBe(JSON.stringify(value));
  expect(others.pack(value)).toEqual(shapes.pack(value));
  expect(others.keys()).toEqual(shapes.keys());
});

test('records with the same keys have one shape, and name no key', () => {
  const shapes = createShapes();
  const texts = [1, 2].map((id) => JSON.stringify(shapes.pack({ id, fallback_url: '/' })));
  expect(texts).toEqual(['[1,1,"/"]', '[1,2,"/"]']);
  expect(shapes.keys()).toEqual([['id', 'fallback_url']]);
});

test('objects with ever other keys come back too, and are noted up to a bound', () => {
  const shapes = createShapes();
  for (let n = 0; n < 11_000; n += 1) {
    const value = { [`key-${n}`]: { n } };
    expect(shapes.unpack(asJson(shapes.pack(value)))).toEqual(value);
  }
  expect(shapes.keys().length).toBeLessThan(10_100);
  expect(shapes.unpack(asJson(shapes.pack({ 'key-1': [2] })))).toEqual({ 'key-1': [2] });
});
