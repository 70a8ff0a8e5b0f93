import { hash } from 'node:crypto';
import type { Figures } from '../../../platform/server/backup/manifest.ts';
import type { Cell } from '../../../platform/server/event-store/event-store.ts';

/** Of rows in no order: the digests of the rows are added, in two halves that stay exact. */
export function createDigest() {
  let [rows, high, low] = [0, 0, 0];
  const MASK = 2 ** 48;
  return {
    add(line: string): void {
      const sum = hash('md5', line, 'buffer');
      rows += 1;
      high = (high + sum.readUIntBE(0, 6)) % MASK;
      low = (low + sum.readUIntBE(6, 6)) % MASK;
    },
    rows: () => rows,
    text: () => `${high.toString(16).padStart(12, '0')}${low.toString(16).padStart(12, '0')}`,
  };
}

const COUNTED: Record<string, 'visits' | 'views' | 'clicks'> = { visit: 'visits', view: 'views', click: 'clicks' };

/** Reckons figures of reports from the rows themselves, without the engine. */
export function createFigures(columns: readonly string[]) {
  const figures: Figures = { visits: 0, views: 0, clicks: 0, conversions: 0, earned: {}, spent: {} };
  const at = (name: string): number => columns.indexOf(name);
  const [type, count, delta, currency, cost, costCurrency] = [
    'type',
    'delta_count',
    'delta_micros',
    'currency',
    'cost_micros',
    'cost_currency',
  ].map(at) as [number, number, number, number, number, number];
  const sum = (sums: Record<string, string>, name: Cell | undefined, micros: Cell | undefined): void => {
    if (typeof name !== 'string' || micros === null || micros === undefined) return;
    sums[name] = String(BigInt(sums[name] ?? '0') + BigInt(micros));
  };
  return {
    figures,
    add(row: readonly Cell[]): void {
      const kind = String(row[type]);
      const name = COUNTED[kind];
      if (name !== undefined) figures[name] += 1;
      if (kind === 'conversion') {
        figures.conversions += Number(row[count] ?? 0);
        sum(figures.earned, row[currency], row[delta]);
      }
      sum(figures.spent, row[costCurrency], row[cost]);
    },
  };
}

/** One line of a piece of events. */
export const lineOf = (row: readonly Cell[]): string => JSON.stringify(row);
