import { formatCount, formatDuration, formatMoney, formatPercent, NOTHING } from '../../../../platform/text/figures.ts';

/** What a value of a chart is; what is told of one for the eye depends on it. */
export type ValueKind = 'count' | 'money' | 'ratio' | 'duration';

/** A value of a chart in words. Money of charts is rounded for the eye: the exact sum stands in cards and tables. */
export function formatValue(kind: ValueKind, value: number | null | undefined, currency: string): string {
  if (value === null || value === undefined) return NOTHING;
  if (kind === 'money') return formatMoney(String(value), currency);
  if (kind === 'duration') return formatDuration(value);
  return kind === 'ratio' ? formatPercent(value) : formatCount(value);
}
