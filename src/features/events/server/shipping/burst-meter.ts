import { performance } from 'node:perf_hooks';

/** Some 4000 events a second. In a burst the disk takes what comes and the stores follow at leisure, for readers wait and reports do not. */
const BURST_BYTES_PER_MS = 2000;
/** On a slow or busy machine a tenth of that is one too, where the thread that redirects is hardly ever idle. */
const BUSY_BYTES_PER_MS = 200;
const BUSY_SHARE = 0.85;
const BURST_WINDOW_MS = 250;

/**
 * Tells whether events come in faster than they should be shipped at once.
 * @param nowMs a clock that no one sets back
 * @param busyShare of the time since it was asked before, how much the thread was at work
 */
export function createBurstMeter(
  journal: { depth(): { appendedBytes: number } },
  nowMs: () => number,
  busyShare: () => number = threadsShare(),
): {
  /** Call whenever the journal has grown. */
  note(): void;
  isOn(): boolean;
} {
  let [sinceMs, sinceBytes, isBurst] = [nowMs(), 0, false];
  return {
    note() {
      const now = nowMs();
      if (now - sinceMs < BURST_WINDOW_MS) return;
      const { appendedBytes } = journal.depth();
      const bytesPerMs = (appendedBytes - sinceBytes) / (now - sinceMs);
      const isBusy = busyShare() > BUSY_SHARE;
      isBurst = bytesPerMs > (isBusy ? BUSY_BYTES_PER_MS : BURST_BYTES_PER_MS);
      [sinceMs, sinceBytes] = [now, appendedBytes];
    },
    isOn: () => isBurst && nowMs() - sinceMs < 2 * BURST_WINDOW_MS,
  };
}

/** Asks the event loop of this thread. */
function threadsShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
