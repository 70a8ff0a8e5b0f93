import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useTableState } from '../../../platform/web/ui/use-table-state.ts';
import { STATS_FILTERS, StatsFilters, withChange } from './StatsFilters.tsx';

afterEach(cleanup);

function Toolbar() {
  const table = useTableState({ sortBy: 'views', filters: STATS_FILTERS });
  return (
    <section>
      <StatsFilters table={table} hiddenBots={3} timeZone="UTC" compared="previous" />
      <output>{withChange(table.filters).compare}</output>
    </section>
  );
}

const show = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Toolbar />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('who clears the filters by the keyboard stays among them', () => {
  show('/?device=mobile');
  const clear = screen.getByRole('button', { name: 'Clear' });
  clear.focus();
  fireEvent.click(clear);
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Period/ }));
});

test('numbers are held against the days before unless one says otherwise', () => {
  show('/');
  expect(screen.getByRole('status').textContent).toBe('previous');
  expect(screen.getByRole('combobox', { name: /Compare with/ }).textContent).toBe('Period before');
});

test('what one says holds', () => {
  show('/?compare=none');
  expect(screen.getByRole('status').textContent).toBe('none');
});
