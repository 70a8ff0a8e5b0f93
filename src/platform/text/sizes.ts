const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** "512 B", "1.5 MB"; a kB is 1024 B. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`;
  let [left, step] = [bytes / 1024, 0];
  while (left >= 1024 && step < UNITS.length - 1) [left, step] = [left / 1024, step + 1];
  return `${left.toFixed(left < 10 ? 1 : 0)} ${UNITS[step]}`;
}

/** "3 ms", "1.5 s", "12 s", "4 min", "3 h", "2 d". */
export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
