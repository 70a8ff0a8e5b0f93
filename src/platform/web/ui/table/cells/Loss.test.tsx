// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../../tests/support/web.tsx';
import { formatMoney, formatPercent } from '../../../../text/figures.ts';
import { Loss } from './Loss.tsx';

test.each([
  ['-12.30', formatMoney('-12.30', 'USD'), '-$12.30'],
  [-0.25, formatPercent(-0.25), '-25.0%'],
])('a loss of %s is told by its sign and by an icon with a name', (value, words, shown) => {
  renderScreen(<Loss value={value}>{words}</Loss>);
  expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Loss' })).toBeTruthy();
});

test.each(['12.30', '0.00', 0, null])('%s is no loss', (value) => {
  renderScreen(<Loss value={value}>words</Loss>);
  expect(screen.queryByRole('img')).toBeNull();
});
