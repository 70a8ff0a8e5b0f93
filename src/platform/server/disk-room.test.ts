import { expect, test } from 'vitest';
import { watchRoom } from './disk-room.ts';

test.each([
  ['less than a quarter of it is free', 1000, 249, 'none'],
  ['just a quarter of it is free', 1000, 250, 'low'],
  ['less than it is free', 1000, 999, 'low'],
  ['as much is free', 1000, 1000, 'enough'],
  ['nothing is kept, and the disk is full', 0, 0, 'enough'],
])('writers are told of the room that is kept: %s', async (_name, lowBytes, freeBytes, state) => {
  const room = await watchRoom('.', lowBytes, () => Promise.resolve({ freeBytes, totalBytes: 10_000 }));
  room.stop();
  expect(room.state()).toBe(state);
});
