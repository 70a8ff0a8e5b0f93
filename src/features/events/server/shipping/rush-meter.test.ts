import { expect, test } from 'vitest';
import { createRushMeter } from './rush-meter.ts';

/** A journal that the test fills, and its clock. */
function meter() {
  const at = { nowMs: 0, bytes: 0 };
  const depth = () => ({ unreadBytes: 0, diskBytes: 0, segments: 1, droppedLazy: 0, appendedBytes: at.bytes });
  const rushMeter = createRushMeter({ depth }, () => at.nowMs);
  const grow = (bytesPerMs: number, forMs: number) => {
    for (let ms = 0; ms < forMs; ms += 10) {
      at.nowMs += 10;
      at.bytes += bytesPerMs * 10;
      rushMeter.note();
    }
  };
  return { at, rushMeter, grow };
}

test('a steady stream is no rush', () => {
  const { rushMeter, grow } = meter();
  grow(1500, 5000);
  expect(rushMeter.isOn()).toBe(false);
});

test('a rush is seen while it lasts, and is over soon after', () => {
  const { at, rushMeter, grow } = meter();
  grow(10_000, 1000);
  expect(rushMeter.isOn()).toBe(true);
  at.nowMs += 600;
  expect(rushMeter.isOn()).toBe(false);
});

test('a stream that calms down ends the rush', () => {
  const { rushMeter, grow } = meter();
  grow(10_000, 1000);
  grow(100, 1000);
  expect(rushMeter.isOn()).toBe(false);
});
