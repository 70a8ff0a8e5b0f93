// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen, setViewport } from '../../../../../../tests/support/web.tsx';
import type { Paged } from '../../../../paging.ts';
import { call } from '../../../http.ts';
import { EmptyState } from '../../states/EmptyState.tsx';
import { DataTable } from '../DataTable.tsx';
import type { Column } from '../table-columns.ts';
import { useTableState } from '../use-table-state.ts';

type Row = Record<string, string | number> & { id: number };

const column = (key: string, label: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  label,
  render: (row) => row[key],
  ...more,
});
const COLUMNS: Column<Row>[] = [
  column('name', 'Name', { group: 'About' }),
  column('status', 'Status', { group: 'State' }),
  column('visits', 'Visits', { group: 'Traffic', isSortable: true, isNumeric: true }),
  column('clicks', 'Clicks', { group: 'Traffic', help: 'Ways out to an offer.' }),
  column('epc', 'EPC', { group: 'Money' }),
  column('roi', 'ROI', { group: 'Money' }),
  column('created', 'Created', { group: 'Dates' }),
  column('updated', 'Updated', { group: 'Dates', isHidden: true }),
  column('seen', 'Seen', { group: 'Dates' }),
];
const SLOT = 'columns:guest:Links';

function Links({ columns = COLUMNS }: { columns?: Column<Row>[] }) {
  const table = useTableState({ sortBy: 'name' });
  const query = useQuery({
    queryKey: ['links', table.query],
    queryFn: () => call<Paged<Row>>('GET', '/links', { query: table.query, fallback: 'Failed' }),
  });
  return <DataTable label="Links" columns={columns} query={query} table={table} empty={<EmptyState text="None." />} />;
}

const LINK: Row = {
  id: 1,
  name: 'Winter',
  status: 'on',
  visits: 90,
  clicks: 30,
  epc: 2,
  roi: 3,
  created: 4,
  updated: 5,
};
beforeEach(() => fakeServer({ 'GET /api/links': () => pageOf([LINK]) }));

const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
const USUAL = ['Name', 'Status', 'Visits', 'Clicks', 'EPC', 'ROI', 'Created', 'Seen'];

async function openMenu(columns?: Column<Row>[]) {
  const { user } = renderScreen(<Links {...(columns && { columns })} />);
  await screen.findByText('Winter');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Columns of Links' }));
  return { user, menu };
}

test('a column is taken away and comes back to its place, and the browser remembers it', async () => {
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole('checkbox', { name: 'Clicks' }));
  expect(JSON.parse(localStorage.getItem(SLOT)!)).toMatchObject({
    order: ['status', 'visits', 'epc', 'roi', 'created', 'seen', '-clicks', '-updated'],
  });
  await user.click(menu.getByRole('checkbox', { name: 'Updated' }));
  await user.click(menu.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heads()).toEqual(['Name', 'Status', 'Visits', 'EPC', 'ROI', 'Created', 'Updated', 'Seen']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Clicks' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(heads()).toContain('Clicks'));
  expect(heads()[3]).toBe('Clicks');
});

test('the first column is always there and always first', async () => {
  const { menu } = await openMenu();
  expect(menu.getByRole<HTMLInputElement>('checkbox', { name: 'Name' }).disabled).toBe(true);
  expect(menu.getByText('Name (always first)')).toBeTruthy();
  expect(menu.queryByRole('button', { name: 'Reorder Name' })).toBeNull();
});

test('columns stand under their headings, and are found by label, heading and help', async () => {
  const { user, menu } = await openMenu();
  expect(within(menu.getByRole('group', { name: 'Money' })).getAllByRole('checkbox')).toHaveLength(2);
  await user.type(menu.getByRole('searchbox', { name: 'Find a column' }), 'ways out');
  expect(menu.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent)).toEqual(['Clicks']);
  await user.clear(menu.getByRole('searchbox', { name: 'Find a column' }));
  await user.type(menu.getByRole('searchbox', { name: 'Find a column' }), 'dates upd');
  expect(menu.getAllByRole('checkbox')).toHaveLength(1);
  await user.type(menu.getByRole('searchbox', { name: 'Find a column' }), 'zzz');
  expect(menu.getByText('No column is called so.')).toBeTruthy();
});

test('a column is moved by a button, which keeps the focus, and by its handle with keys', async () => {
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole('button', { name: 'Move ROI up' }));
  expect(document.activeElement).toBe(menu.getByRole('button', { name: 'Move ROI up' }));
  expect(menu.getByText('ROI is now number 5 of 8.')).toBeTruthy();
  menu.getByRole('button', { name: 'Reorder Seen' }).focus();
  await user.keyboard(' {Home}{ArrowDown} ');
  // Escape leaves the held row and not the choice
  await user.keyboard(' {ArrowDown}{Escape}');
  await user.click(menu.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(heads()).toEqual(['Name', 'Status', 'Seen', 'Visits', 'Clicks', 'ROI', 'EPC', 'Created']));
});

test('a reset brings back columns, order and widths of the table, and keeps nothing', async () => {
  localStorage.setItem(SLOT, JSON.stringify({ order: ['roi', '-status'], widths: { roi: 200 } }));
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole('button', { name: 'Reset to default' }));
  await user.click(menu.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(heads()).toEqual(USUAL));
  expect(localStorage.getItem(SLOT)).toBeNull();
});

test('what was kept before is read: what is gone is passed over, what came since stands in its place', async () => {
  localStorage.setItem(
    SLOT,
    JSON.stringify({ order: ['roi', 'gone', 'status', '-visits', '-epc', 'created', '-seen', '-old'], widths: {} }),
  );
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole('checkbox', { name: 'EPC' }));
  await user.click(menu.getByRole('button', { name: 'Done' }));
  // nobody said anything of clicks yet
  await waitFor(() => expect(heads()).toEqual(['Name', 'ROI', 'Status', 'Clicks', 'EPC', 'Created']));
  expect(JSON.parse(localStorage.getItem(SLOT)!).order.slice(-2)).toEqual(['gone', '-old']);
});

test.each(['nonsense', '[]', '{"order":7,"widths":[1]}', 'null'])(
  'what cannot be read counts as nothing: %s',
  async (text) => {
    localStorage.setItem(SLOT, text);
    renderScreen(<Links />);
    await screen.findByText('Winter');
    expect(heads()).toEqual(USUAL);
  },
);

test('the edge of a column is moved by keys and by the pointer, and stays where it was put', async () => {
  const { user } = renderScreen(<Links />);
  await screen.findByText('Winter');
  const edge = await screen.findByRole('separator', { name: 'Width of Visits' });
  edge.focus();
  await user.keyboard('{Home}');
  const head = screen.getByRole('columnheader', { name: 'Visits' });
  expect(head.style.width).toBe('48px');
  expect(edge.getAttribute('aria-valuenow')).toBe('48');
  expect(screen.getByText('90').closest('td')!.style.maxWidth).toBe('48px');
  expect(JSON.parse(localStorage.getItem(SLOT)!).widths).toEqual({ visits: 48 });
  await user.pointer([
    { keys: '[MouseLeft>]', target: edge, coords: { x: 100, y: 5 } },
    { target: edge, coords: { x: 250, y: 5 } },
    { keys: '[/MouseLeft]', target: edge, coords: { x: 250, y: 5 } },
  ]);
  // without a layout the head measures nothing
  expect(head.style.width).toBe('150px');
  edge.focus();
  await user.keyboard('{Delete}');
  expect(head.style.width).toBe('');
  expect(localStorage.getItem(SLOT)).toBeNull();
});

test('the cards of a phone show the same columns', async () => {
  setViewport(390);
  localStorage.setItem(SLOT, JSON.stringify({ order: ['roi', '-visits'], widths: {} }));
  renderScreen(<Links />);
  const card = within((await screen.findByText('Winter')).closest('li')!);
  expect(card.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Status',
    'Clicks',
    'EPC',
    'ROI',
    'Created',
    'Seen',
  ]);
  expect(screen.getByRole('button', { name: 'Columns' })).toBeTruthy();
});

test('a table of few columns is shown whole', async () => {
  renderScreen(<Links columns={COLUMNS.slice(0, 5)} />);
  await screen.findByText('Winter');
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
});
