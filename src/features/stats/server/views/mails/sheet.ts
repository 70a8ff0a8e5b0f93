import { cutOf } from '../../../../reports/dimensions-contract.ts';
import type { ShownColumn } from '../../../../reports/own-columns-contract.ts';
import { ownName } from '../../../../reports/own-names.ts';
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
const cents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const fewDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
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
  return textIn(figureOf(name).kind, value, currency);
}

/** The same of an own column. */
function ownText({ format }: ShownColumn, value: Values[FigureName], currency: string): string {
  if (value === null || value === undefined) return NOTHING;
  return textIn(({ money: 'money', percent: 'ratio', number: 'number' } as const)[format], value, currency);
}

function textIn(
  kind: ReturnType<typeof figureOf>['kind'] | 'number',
  value: number | string,
  currency: string,
): string {
  const text = {
    money: () => new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value as never),
    ratio: () => percents.format(Number(value)),
    duration: () => durationText(Number(value)),
    count: () => counts.format(Number(value)),
    number: () => (Math.abs(Number(value)) < 1 ? fewDigits : cents).format(Number(value)),
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

function ownCellOf(column: ShownColumn, { values, before }: Told, currency: string, isPart: boolean): Cell {
  const value = values[ownName(column.id)];
  if (isPart && column.format === 'money' && Number(value) === 0) return { text: NOTHING };
  return {
    text: ownText(column, value, currency),
    ...(before && { before: ownText(column, before[ownName(column.id)], currency) }),
  };
}

export function sheetOf(report: ReportReply): Sheet {
  const { dimensions, metrics, own, currency, data, total } = report;
  const hasRest = data.some(({ unconverted }) => unconverted !== undefined);
  const cells = (told: Told, isPart: boolean) => [
    ...metrics.map((name) => cellOf(name, told, currency, isPart)),
    ...own.map((column) => ownCellOf(column, told, currency, isPart)),
  ];
  const hasLines = dimensions.length > 0;
  const names = hasLines ? dimensions.map((one) => cutOf(one).label) : [''];
  return {
    heads: [
      ...names.map((label) => ({ label, isNumeric: false })),
      ...[...metrics.map((name) => figureOf(name).label), ...own.map(({ name }) => name)].map((label) => ({
        label,
        isNumeric: true,
      })),
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
