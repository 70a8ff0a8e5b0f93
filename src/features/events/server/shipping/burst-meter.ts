/** Some 4000 events a second. In a burst the disk takes what comes and the stores follow at leisure, for readers wait and reports do not. */
const BURST_BYTES_PER_MS = 2000;
const BURST_WINDOW_MS = 250;

/**
 * Tells whether events come in faster than they should be shipped at once.
 * @param nowMs a clock that no one sets back
 */
export function createBurstMeter(
  journal: { depth(): { appendedBytes: number } },
  nowMs: () => number,
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
      isBurst = (appendedBytes - sinceBytes) / (now - sinceMs) > BURST_BYTES_PER_MS;
      [sinceMs, sinceBytes] = [now, appendedBytes];
    },
    isOn: () => isBurst && nowMs() - sinceMs < 2 * BURST_WINDOW_MS,
  };
}
