import { cutOf } from '../../../../reports/dimensions-contract.ts';
import { figureOf, isMoney, isProfit, type FigureName } from '../../../../reports/metrics.ts';
import type { ReportReply, Values } from '../../../report-contract.ts';

/** @property before the same of the days that it is held against */
export type Cell = { text: string; before?: string; isLoss?: boolean };

/** A report as both forms of a letter tell it. @property more lines that are left out */
export type Sheet = {
  heads: { label: string; isNumeric: boolean }[];
  lines: Cell[][];
  totals: Cell[];
  more: number;
};

const NOTHING = '–';
const counts = new Intl.NumberFormat('en-US');
const percents = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A length of time in the unit in which it is a small number. */
function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${(seconds / 3600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} d`;
}

/** A figure for the eye, with a minus sign that is one. Money stays the decimal text that it is. */
export function figureText(name: FigureName, value: Values[FigureName], currency: string): string {
  if (value === null || value === undefined) return NOTHING;
  const { kind } = figureOf(name);
  const text = {
    money: () => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value as never),
    ratio: () => percents.format(Number(value)),
    duration: () => durationText(Number(value)),
    count: () => counts.format(Number(value)),
  }[kind]();
  return text.replace(/^-/, '−');
}

type Told = { values: Values; before?: Values | undefined };

/** @param isPart some of the money lacks a rate: where all of it does, nothing is known */
function cellOf(name: FigureName, { values, before }: Told, currency: string, isPart: boolean): Cell {
  const value = values[name] ?? null;
  if (isPart && isMoney(name) && Number(value) === 0) return { text: NOTHING };
  return {
    text: figureText(name, value, currency),
    ...(before && { before: figureText(name, before[name], currency) }),
    ...(isProfit(name) && value !== null && Number(value) < 0 && { isLoss: true }),
  };
}

export function sheetOf(report: ReportReply): Sheet {
  const { dimensions, metrics, currency, data, total } = report;
  const hasRest = data.some(({ unconverted }) => unconverted !== undefined);
  const cells = (told: Told, isPart: boolean) => metrics.map((name) => cellOf(name, told, currency, isPart));
  const hasLines = dimensions.length > 0;
  const names = hasLines ? dimensions.map((one) => cutOf(one).label) : [''];
  return {
    heads: [
      ...names.map((label) => ({ label, isNumeric: false })),
      ...metrics.map((name) => ({ label: figureOf(name).label, isNumeric: true })),
      ...(hasRest ? [{ label: 'Without a rate', isNumeric: true }] : []),
    ],
    lines: hasLines
      ? data.map((line) => [
          ...dimensions.map((one) => ({ text: line.dims[one]?.label ?? '' })),
          ...cells(line, line.unconverted !== undefined),
          ...(hasRest ? [{ text: line.unconverted ?? '' }] : []),
        ])
      : [],
    totals: [
      ...names.map((_, place) => ({ text: place === 0 ? 'Total' : '' })),
      ...cells(report.totals, report.unconverted.length > 0),
      ...(hasRest ? [{ text: '' }] : []),
    ],
    more: hasLines ? total - data.length : 0,
  };
}
