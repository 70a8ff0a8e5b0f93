// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen, setViewport } from '../../../../tests/support/web.tsx';
import type { Finding } from '../contract.ts';
import { FindingsTable } from './FindingsTable.tsx';

const FINDING: Finding = {
  kind: 'different',
  line: 6,
  conversion_id: '7',
  version: 1,
  txid: 'T-7',
  click_id: 'some-click',
  at: '2026-03-04T15:06:07.000Z',
  ours: { amount: '6.00', currency: 'EUR', status: 'approved' },
  theirs: { amount: '5.00', currency: 'EUR', status: 'approved' },
  text: 'The amounts differ.',
};

test.each([
  [360, 'list'],
  [1280, 'table'],
])('on %i px both amounts of a finding stand in a %s', (width, role) => {
  setViewport(width);
  renderScreen(<FindingsTable findings={[FINDING]} chosen={new Set()} onChoose={() => undefined} />);
  const found = within(screen.getByRole(role));
  for (const text of ['€6.00, approved', '€5.00, approved', 'The amounts differ. (line 6)'])
    expect(found.getByText(text)).toBeTruthy();
  expect(found.getByRole('link', { name: 'some-click' }).getAttribute('href')).toContain('/admin/timeline?id=');
});
