/** How long answers take and how many fail, over the last day; numbers of this process, in memory. Why not prom-client: `health/server/metrics.ts`. */
export type Meter = {
  /** @param durationMs from when the request was read to when its answer was made */
  record(durationMs: number, isFailure: boolean): void;
  /** Of the time since `sinceMs` before now, at most a day; the percentiles are 0 when nothing was answered. */
  read(sinceMs: number): Measured;
  /** Since the start, in rising order: how many answers took up to so many milliseconds. For Prometheus. */
  buckets(): { upToMs: number; count: number }[];
  /** Since the start. */
  total(): { count: number; failures: number; sumMs: number };
};

export type Measured = { count: number; failures: number; p50Ms: number; p95Ms: number; p99Ms: number };

const SLOT_MS = 5 * 60_000;
const SLOTS = 288;
/** Each bucket ends a fifth above the one before, so a percentile is right to a fifth. */
const GROWTH = 1.2;
const FIRST_MS = 0.05;
const BUCKETS = 80;
const PROMETHEUS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

type Slot = { number: number; counts: Uint32Array; failures: number };

/** @param nowMs milliseconds of a clock that tells the time of day */
export function createMeter(nowMs: () => number): Meter {
  const slots: Slot[] = Array.from({ length: SLOTS }, () => newSlot(-1));
  const upTo = PROMETHEUS_MS.map(() => 0);
  const total = { count: 0, failures: 0, sumMs: 0 };

  function slotOf(number: number): Slot {
    const place = number % SLOTS;
    if (slots[place]!.number !== number) slots[place] = newSlot(number);
    return slots[place]!;
  }

  return {
    record(durationMs, isFailure) {
      const slot = slotOf(Math.floor(nowMs() / SLOT_MS));
      slot.counts[bucketOf(durationMs)]! += 1;
      total.count += 1;
      total.sumMs += durationMs;
      for (let i = PROMETHEUS_MS.length - 1; i >= 0 && durationMs <= PROMETHEUS_MS[i]!; i -= 1) upTo[i]! += 1;
      if (!isFailure) return;
      slot.failures += 1;
      total.failures += 1;
    },
    read(sinceMs) {
      const last = Math.floor(nowMs() / SLOT_MS);
      const first = Math.max(Math.floor((nowMs() - sinceMs) / SLOT_MS), last - SLOTS + 1);
      const counts = new Float64Array(BUCKETS);
      let [count, failures] = [0, 0];
      for (const slot of slots) {
        if (slot.number < first || slot.number > last) continue;
        failures += slot.failures;
        slot.counts.forEach((some, bucket) => {
          counts[bucket]! += some;
          count += some;
        });
      }
      const percentile = (share: number): number => {
        let left = Math.ceil(count * share);
        if (left === 0) return 0;
        const bucket = counts.findIndex((some) => (left -= some) <= 0);
        return FIRST_MS * GROWTH ** bucket;
      };
      return { count, failures, p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) };
    },
    buckets: () => PROMETHEUS_MS.map((upToMs, i) => ({ upToMs, count: upTo[i]! })),
    total: () => ({ ...total }),
  };
}

const newSlot = (number: number): Slot => ({ number, counts: new Uint32Array(BUCKETS), failures: 0 });

/** The first bucket whose end is not below the duration; the last one takes the rest. */
const bucketOf = (durationMs: number): number =>
  durationMs <= FIRST_MS
    ? 0
    : Math.min(BUCKETS - 1, Math.ceil(Math.log(durationMs / FIRST_MS) / Math.log(GROWTH) - 1e-9));
