import { formatCount, formatDuration, formatPercent, formatSum, NOTHING } from '../../platform/text/figures.ts';
import { figureOf, type FigureName } from './metrics.ts';
import type { ShownColumn } from './own-columns-contract.ts';

type Value = number | string | null | undefined;

/** A figure for the eye. @param isPart some of the money lacks a rate */
export function formatFigure(name: FigureName, value: Value, currency: string, isPart = false): string {
  if (value == null) return NOTHING;
  const { kind } = figureOf(name);
  if (kind === 'money') return formatSum(String(value), currency, isPart);
  if (kind === 'duration') return formatDuration(Number(value));
  return kind === 'ratio' ? formatPercent(Number(value)) : formatCount(Number(value));
}

const fewDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const cents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** An own column for the eye. @param isPart some of the money lacks a rate */
export function formatOwn(
  { format }: Pick<ShownColumn, 'format'>,
  value: Value,
  currency: string,
  isPart = false,
): string {
  if (value == null) return NOTHING;
  if (format === 'money') return formatSum(String(value), currency, isPart);
  if (format === 'percent') return formatPercent(Number(value));
  return (Math.abs(Number(value)) < 1 ? fewDigits : cents).format(Number(value));
}
