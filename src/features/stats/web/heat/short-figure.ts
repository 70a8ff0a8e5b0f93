import { formatDuration, NOTHING } from '../../../../platform/text/figures.ts';
import type { ValueKind } from '../trend/format-value.ts';

const FEW = 10;
const THOUSAND = 1000;
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 2 });
const precise = new Intl.NumberFormat('en-US', {
  maximumSignificantDigits: 2,
  maximumFractionDigits: 2,
  roundingPriority: 'lessPrecision',
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const rounded = (value: number): string => {
  const size = Math.abs(value);
  return (size < FEW ? precise : size < THOUSAND ? whole : compact).format(value);
};

/** A figure in at most five letters; the exact one stands beside it. A loss that rounds to nothing keeps its minus. */
export function shortFigure(kind: ValueKind, value: number | null): string {
  if (value === null) return NOTHING;
  if (kind === 'duration') return formatDuration(value);
  return kind === 'ratio' ? `${rounded(value * 100)}%` : rounded(value);
}
