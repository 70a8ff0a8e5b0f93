import { expect, test } from 'vitest';
import { EVENT_ID, newEventId, randomText } from './ids.ts';

test('event ids have their shape, sort by time, and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => newEventId(1_700_000_000_000 + i));
  for (const id of ids) expect(id).toMatch(EVENT_ID);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 20_000 }, () => newEventId(1))).size).toBe(20_000);
});

test('random text is as long as asked and uses every letter', () => {
  const text = randomText(8192);
  expect(text).toHaveLength(8192);
  expect(new Set(text).size).toBe(32);
  expect(randomText(0)).toBe('');
});
