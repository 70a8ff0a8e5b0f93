import { expect, test } from 'vitest';
import type { ReportLine } from '../../report-contract.ts';
import { barredFigure } from './ReportBars.tsx';

const line = (value: number | null, values: ReportLine['values']): ReportLine => ({
  dims: { offer: { value, label: value === null ? '(none)' : `Offer ${value}` } },
  values,
});

test('bars show what the lines have, not what only those without a name have', () => {
  const lines = [line(null, { visits: 900, clicks: 0 }), line(1, { visits: 0, clicks: 4 })];
  expect(barredFigure(lines, ['visits', 'clicks'])).toBe('clicks');
  expect(barredFigure([line(2, { visits: 3, clicks: 1 })], ['visits', 'clicks'])).toBe('visits');
  expect(barredFigure([], ['visits', 'clicks'])).toBe('visits');
});
