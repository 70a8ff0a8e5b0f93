// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen, setViewport } from '../../../../../tests/support/web.tsx';
import { useTableState } from '../../../../platform/web/ui/table/use-table-state.ts';
import { StatsBar } from './StatsBar.tsx';
import { STATS_FILTERS, withChange } from '../parts/stats-filters.ts';

function Toolbar() {
  const table = useTableState({ sortBy: 'views', filters: STATS_FILTERS });
  return (
    <>
      <StatsBar table={table} hiddenBots={3} timeZone="UTC" compared="previous" />
      <output>{withChange(table.filters).compare}</output>
    </>
  );
}

function Days() {
  const table = useTableState({ sortBy: '', filters: { days: '', date_from: '', date_to: '' } });
  return <StatsBar table={table} hiddenBots={undefined} timeZone="UTC" />;
}

const show = (address: string) => renderScreen(<Toolbar />, address);

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

test('on a narrow screen one line holds the period, and how many filters are set; the rest opens on request', async () => {
  setViewport(768);
  const { user } = show('/?device=mobile&utm_source=news&days=7');
  const button = screen.getByRole('button', { name: 'Filters (2)' });
  expect(screen.getByRole('combobox', { name: /Period/ }).textContent).toBe('Last 7 days');
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('combobox', { name: /Device/ }).textContent).toBe('Mobile');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  // the days are a filter too, and stand in the line
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: /Period/ }).textContent).toBe('Last 30 days');
});

test('who asks for days of a custom range on a narrow screen gets their fields', async () => {
  setViewport(400);
  const { user } = show('/');
  await user.click(screen.getByRole('combobox', { name: /Period/ }));
  await user.click(await screen.findByRole('option', { name: 'Custom range' }));
  expect(await screen.findByLabelText('From')).toBeTruthy();
});

test('a screen that knows no audience asks for none', () => {
  renderScreen(<Days />);
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
});
