/** Some 4000 events a second. In a rush the disk takes what comes and the stores follow at leisure, for readers wait and reports do not. */
const RUSH_BYTES_PER_MS = 2000;
const RUSH_WINDOW_MS = 250;

/**
 * Tells whether events come in faster than they should be shipped at once.
 * @param nowMs a clock that no one sets back
 */
export function createRushMeter(
  journal: { depth(): { appendedBytes: number } },
  nowMs: () => number,
): {
  /** Call whenever the journal has grown. */
  note(): void;
  isOn(): boolean;
} {
  let [sinceMs, sinceBytes, isRush] = [nowMs(), 0, false];
  return {
    note() {
      const now = nowMs();
      if (now - sinceMs < RUSH_WINDOW_MS) return;
      const { appendedBytes } = journal.depth();
      isRush = (appendedBytes - sinceBytes) / (now - sinceMs) > RUSH_BYTES_PER_MS;
      [sinceMs, sinceBytes] = [now, appendedBytes];
    },
    isOn: () => isRush && nowMs() - sinceMs < 2 * RUSH_WINDOW_MS,
  };
}
