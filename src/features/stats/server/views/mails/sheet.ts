import { cutOf } from '../../../../reports/dimensions-contract.ts';
import { formatFigure, formatOwn } from '../../../../reports/figure-text.ts';
import type { ShownColumn } from '../../../../reports/own-columns-contract.ts';
import { ownName } from '../../../../reports/own-names.ts';
import { figureOf, isProfit, type FigureName } from '../../../../reports/metrics.ts';
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

/** With a minus sign that is one. */
const withMinus = (text: string): string => text.replace(/^-/, '−');

/** A figure for the eye. @param isPart some of the money lacks a rate */
export const figureText = (name: FigureName, value: Values[FigureName], currency: string, isPart = false): string =>
  withMinus(formatFigure(name, value, currency, isPart));

const ownText = (column: ShownColumn, value: Values[FigureName], currency: string, isPart = false): string =>
  withMinus(formatOwn(column, value, currency, isPart));

type Told = { values: Values; before?: Values | undefined };

/** @param isPart some of the money lacks a rate */
function cellOf(name: FigureName, { values, before }: Told, currency: string, isPart: boolean): Cell {
  const value = values[name] ?? null;
  return {
    text: figureText(name, value, currency, isPart),
    ...(before && { before: figureText(name, before[name], currency) }),
    ...(isProfit(name) && value !== null && Number(value) < 0 && { isLoss: true }),
  };
}

function ownCellOf(column: ShownColumn, { values, before }: Told, currency: string, isPart: boolean): Cell {
  const value = values[ownName(column.id)];
  return {
    text: ownText(column, value, currency, isPart),
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
