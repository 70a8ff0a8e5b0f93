import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../../../../../tests/support/web.tsx';
import { useTableState } from '../../../../platform/web/ui/table/use-table-state.ts';
import { StatsFilters } from './StatsFilters.tsx';
import { STATS_FILTERS, withChange } from './stats-filters.ts';

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
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
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

test('words that could not be fetched are told, and asked for again by one press', async () => {
  const server = await fakeServer({ 'GET /api/admin/stats/utm-values': () => ({ status: 400, body: {} }) });
  show('/');
  const alert = (await screen.findByText('Failed to fetch UTM values')).closest<HTMLElement>('[role="alert"]')!;
  const data = { utm_source: [{ value: 'news', visits: 2 }], utm_term: [] };
  server.answers['GET /api/admin/stats/utm-values'] = () => ({ body: data });
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Failed to fetch UTM values')).toBeNull());
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /utm_source/ }));
  expect(await screen.findByRole('option', { name: 'news (2)' })).toBeTruthy();
});
