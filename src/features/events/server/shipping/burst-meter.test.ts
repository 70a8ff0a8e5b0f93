import { expect, test } from 'vitest';
import { createBurstMeter } from './burst-meter.ts';

/** A journal that the test fills, and its clock. */
function meter() {
  const at = { nowMs: 0, bytes: 0, busyShare: 0.2 };
  const depth = () => ({ unreadBytes: 0, diskBytes: 0, segments: 1, droppedLazy: 0, appendedBytes: at.bytes });
  const burstMeter = createBurstMeter(
    { depth },
    () => at.nowMs,
    () => at.busyShare,
  );
  const grow = (bytesPerMs: number, forMs: number) => {
    for (let ms = 0; ms < forMs; ms += 10) {
      at.nowMs += 10;
      at.bytes += bytesPerMs * 10;
      burstMeter.note();
    }
  };
  return { at, burstMeter, grow };
}

test('a steady stream is no burst', () => {
  const { burstMeter, grow } = meter();
  grow(1500, 5000);
  expect(burstMeter.isOn()).toBe(false);
});

test('a burst is seen while it lasts, and is over soon after', () => {
  const { at, burstMeter, grow } = meter();
  grow(10_000, 1000);
  expect(burstMeter.isOn()).toBe(true);
  at.nowMs += 500;
  expect(burstMeter.isOn()).toBe(false);
});

test('a stream that calms down ends the burst', () => {
  const { burstMeter, grow } = meter();
  grow(10_000, 1000);
  grow(100, 1000);
  expect(burstMeter.isOn()).toBe(false);
});

test('where the thread is at work all the time, less is a burst already', () => {
  const { at, burstMeter, grow } = meter();
  at.busyShare = 0.95;
  grow(100, 1000);
  expect(burstMeter.isOn()).toBe(false);
  grow(500, 1000);
  expect(burstMeter.isOn()).toBe(true);
});
