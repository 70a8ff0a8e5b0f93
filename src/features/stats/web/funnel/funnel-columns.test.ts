import { isValidElement, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import type { Totals } from '../../../reports/contract.ts';
import { funnelColumns, funnelKpis, rateText } from './funnel-columns.tsx';

test('one of one is told as the little that it is', () => {
  expect(rateText(1, 1)).toBe('1 / 1, so in 95 of 100 cases between 20.7% and 100.0%');
  expect(rateText(0, 0)).toBe('0 / 0');
});

test('the head of a screen says no sum of nothing where all money waits for a rate', () => {
  const waiting = [{ currency: 'USD', revenue_expected: '9.00', revenue_confirmed: '4.00', cost: '0.00' }];
  const totals = { revenue_expected: '0.00', revenue_confirmed: '0.00', epc: '0.00', rpm: null } as Totals;
  const said = (unconverted: Totals['unconverted']) =>
    funnelKpis({ ...totals, unconverted }, 'EUR', null, {})
      .filter(({ label }) => label.startsWith('Revenue') || label === 'EPC')
      .map(({ value }) => value);
  expect(said(waiting)).toEqual(['–', '–', '–']);
  expect(said([])).toEqual(['€0.00', '€0.00', '€0.00']);
});

test('under a column of money stands no sum of nothing where one amount waits for a rate', () => {
  const waiting = [{ currency: 'USD', revenue_expected: '9.00', revenue_confirmed: '4.00', cost: '0.00' }];
  const totals = { revenue_expected: '0.00', revenue_confirmed: '3.00', epc: '0.00' } as Totals;
  const said = (unconverted: Totals['unconverted']) =>
    funnelColumns({ ...totals, unconverted }, 'EUR', () => undefined)
      .map(({ total }) => total)
      .filter((total): total is ReactElement<{ title: string; children: string }> => isValidElement(total))
      .map(({ props }) => props)
      .filter(({ title }) => /^\d+\.\d\d$/.test(title))
      .map(({ children }) => children);
  expect(said(waiting)).toEqual(['–', '€3.00', '–']);
  expect(said([])).toEqual(['€0.00', '€3.00', '€0.00']);
});
