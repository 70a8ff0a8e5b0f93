// @vitest-environment happy-dom
import { mdiPencil } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer, pageOf, renderScreen, setViewport } from '../../../../../tests/support/web.tsx';
import type { BulkChangesReply, Paged } from '../../../paging.ts';
import { call } from '../../http.ts';
import { BulkBar } from './bulk/BulkBar.tsx';
import { useTicked } from './bulk/use-ticked.tsx';
import { DataTable } from './DataTable.tsx';
import type { SetWidth } from './table-columns.ts';
import { TableRows } from './TableRows.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { FilterSelect } from '../filters/FilterSelect.tsx';
import { SearchField } from '../filters/SearchField.tsx';
import { useTableState } from './use-table-state.ts';

type Row = { id: number; name: string; clicks: number };

const ROWS: Row[] = [
  { id: 1, name: 'Apple', clicks: 5 },
  { id: 2, name: 'Pear', clicks: 7 },
];

function Fruits({ onEdit = () => undefined }: { onEdit?: (row: Row) => void }) {
  const table = useTableState({ sortBy: 'name', filters: { status: '' } });
  const query = useQuery({
    queryKey: ['fruits', table.query],
    queryFn: () => call<Paged<Row>>('GET', '/fruits', { query: table.query, fallback: 'Failed to fetch fruits' }),
  });
  return (
    <DataTable
      label="Fruits"
      columns={[
        { key: 'name', label: 'Name', isSortable: true, render: (row) => row.name },
        { key: 'clicks', label: 'Clicks', isSortable: true, isNumeric: true, render: (row) => row.clicks, total: 12 },
      ]}
      query={query}
      table={table}
      empty={<EmptyState text="No fruit yet." />}
      actions={[{ label: 'Edit fruit', icon: mdiPencil, onClick: onEdit }]}
      toolbar={
        <>
          <SearchField label="Search fruits..." value={table.search} onChange={table.setSearch} />
          <FilterSelect
            label="Status"
            value={table.filters.status}
            options={[{ value: 'ripe', label: 'Ripe' }]}
            onChange={(value) => table.setFilter('status', value)}
          />
        </>
      }
    />
  );
}

const serve = (total = 2): Promise<FakeServer> => fakeServer({ 'GET /api/fruits': () => pageOf(ROWS, total) });
const lastQuery = (server: FakeServer) => Object.fromEntries(server.seen.at(-1)!.query);

test('a table shows the rows of the server, their totals and their actions', async () => {
  await serve();
  const onEdit = vi.fn<(row: Row) => void>();
  const { user } = renderScreen(<Fruits onEdit={onEdit} />);
  const apple = (await screen.findByRole('rowheader', { name: 'Apple' })).closest('tr')!;
  expect(within(apple).getByText('5')).toBeTruthy();
  expect(screen.getByText('12')).toBeTruthy();
  await user.click(within(apple).getByRole('button', { name: 'Edit fruit' }));
  expect(onEdit).toHaveBeenCalledWith(ROWS[0]);
});

test('a table asks for ten rows of the first page unless the address says otherwise', async () => {
  const server = await serve();
  renderScreen(<Fruits />);
  await screen.findByText('Apple');
  expect(lastQuery(server)).toEqual({ page: '1', itemsPerPage: '10', sortBy: 'name', order: 'asc' });
});

test('page, size, order, search and filter come from the address', async () => {
  const server = await serve(80);
  renderScreen(<Fruits />, '/?page=3&itemsPerPage=25&sortBy=clicks&order=desc&search=a&status=ripe');
  await screen.findByText('Apple');
  expect(lastQuery(server)).toEqual({
    page: '3',
    itemsPerPage: '25',
    sortBy: 'clicks',
    order: 'desc',
    search: 'a',
    status: 'ripe',
  });
});

test('an address with nonsense falls back to the defaults', async () => {
  const server = await serve();
  renderScreen(<Fruits />, '/?page=-4&itemsPerPage=7&order=sideways');
  await screen.findByText('Apple');
  expect(lastQuery(server)).toMatchObject({ page: '1', itemsPerPage: '10', order: 'asc' });
});

test('pressing a head sorts by it, figures from the greatest, and pressing again turns the order', async () => {
  const server = await serve();
  const { user, router } = renderScreen(<Fruits />, '/?page=2');
  await user.click(await screen.findByRole('button', { name: 'Clicks' }));
  expect(router.state.location.search).toBe('?sortBy=clicks&order=desc');
  await user.click(screen.getByRole('button', { name: 'Clicks' }));
  await vi.waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'clicks', order: 'asc', page: '1' }));
  expect(screen.getByRole('columnheader', { name: 'Clicks' }).getAttribute('aria-sort')).toBe('ascending');
});

test('typing searches after a pause and goes back to the first page', async () => {
  const server = await serve();
  const { user } = renderScreen(<Fruits />, '/?page=2');
  await user.type(await screen.findByRole('searchbox', { name: 'Search fruits...' }), 'pe');
  await vi.waitFor(() => expect(lastQuery(server)).toMatchObject({ search: 'pe', page: '1' }));
  expect(server.seen.some((seen) => seen.query.get('search') === 'p')).toBe(false);
});

test('a filter is chosen by its words', async () => {
  const server = await serve();
  const { user } = renderScreen(<Fruits />);
  await user.click(await screen.findByRole('combobox', { name: 'Status' }));
  await user.click(screen.getByRole('option', { name: 'Ripe' }));
  await vi.waitFor(() => expect(lastQuery(server)).toMatchObject({ status: 'ripe' }));
});

test('the footer offers 10, 25, 50, 100 and All', async () => {
  const server = await serve(80);
  const { user } = renderScreen(<Fruits />);
  await user.click(await screen.findByRole('combobox', { name: 'Rows per page:' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['10', '25', '50', '100', 'All']);
  await user.click(screen.getByRole('option', { name: 'All' }));
  await vi.waitFor(() => expect(lastQuery(server)).toMatchObject({ itemsPerPage: '-1' }));
});

test('All says that it stops at 1000 rows, and the rest is a page away', async () => {
  const server = await fakeServer({ 'GET /api/fruits': () => pageOf(ROWS, 2345, 1000) });
  const { user } = renderScreen(<Fruits />, '/?itemsPerPage=-1');
  expect(await screen.findByText(/at most 1000 rows/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  await vi.waitFor(() => expect(lastQuery(server)).toMatchObject({ itemsPerPage: '-1', page: '2' }));
});

test('nothing at all shows the next step', async () => {
  await fakeServer({ 'GET /api/fruits': () => pageOf([]) });
  renderScreen(<Fruits />);
  expect(await screen.findByText('No fruit yet.')).toBeTruthy();
});

test('nothing found offers to clear search and filters', async () => {
  const server = await fakeServer({ 'GET /api/fruits': ({ query }) => pageOf(query.get('status') ? [] : ROWS) });
  const { user } = renderScreen(<Fruits />, '/?status=ripe');
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('Apple')).toBeTruthy();
  expect(lastQuery(server)['status']).toBeUndefined();
});

test('a page behind the last row leads to the last page', async () => {
  await fakeServer({ 'GET /api/fruits': ({ query }) => pageOf(query.get('page') === '9' ? [] : ROWS, 12) });
  const { user, router } = renderScreen(<Fruits />, '/?page=9');
  await user.click(await screen.findByRole('button', { name: 'Go to the last page' }));
  expect(router.state.location.search).toBe('?page=2');
});

test('a failed load says why and tries again', async () => {
  const server = await fakeServer({ 'GET /api/fruits': () => ({ status: 500, body: {} }) });
  const { user } = renderScreen(<Fruits />);
  expect(await screen.findByText('Failed to fetch fruits')).toBeTruthy();
  server.answers['GET /api/fruits'] = () => pageOf(ROWS);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Apple')).toBeTruthy();
});

test('on a phone the rows are cards that can be sorted', async () => {
  setViewport(360);
  const server = await serve();
  const { user } = renderScreen(<Fruits />);
  const list = await screen.findByRole('list', { name: 'Fruits' });
  expect(await within(list).findAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await user.click(screen.getByRole('option', { name: 'Clicks' }));
  await vi.waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'clicks' }));
});

type Asked = { ids: number[]; act: string; dry_run: boolean };

function Orchard({ run = () => Promise.reject(new Error()) }: { run?: (asked: Asked) => Promise<BulkChangesReply> }) {
  const table = useTableState({ sortBy: 'name' });
  const query = useQuery({
    queryKey: ['fruits', table.query],
    queryFn: () => call<Paged<Row>>('GET', '/fruits', { query: table.query, fallback: 'Failed to fetch fruits' }),
  });
  const selection = useTicked<Row>((rows, keep) => (
    <BulkBar
      rows={rows}
      nameOf={(row) => row.name}
      actions={[{ value: 'ripe', label: 'Ripen', act: 'ripe' }]}
      run={run}
      listKey={['fruits']}
      keep={keep}
    />
  ));
  return (
    <DataTable
      label="Fruits"
      columns={[{ key: 'name', label: 'Name', render: (row) => row.name }]}
      query={query}
      table={table}
      empty={null}
      selection={selection}
    />
  );
}

test.each([1024, 360])('ticked rows are changed at once, and what is refused says why, at %i px', async (width) => {
  setViewport(width);
  await serve();
  const ripe = { id: 1, ok: true, error: null, message: null };
  const green = { id: 2, ok: false, error: 'conflict', message: 'Too green.', changes: [] };
  const run = vi.fn<(asked: Asked) => Promise<BulkChangesReply>>(async () => ({
    data: [{ ...ripe, changes: [{ what: 'Status', before: 'green', after: 'ripe' }] }, green],
    message: '1 of 2 would change, 1 refused.',
  }));
  const { user } = renderScreen(<Orchard run={run} />);
  expect(screen.queryByRole('group', { name: 'Ticked rows' })).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Apple' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Pear' }));
  const bar = within(screen.getByRole('group', { name: 'Ticked rows' }));
  await user.click(bar.getByRole('combobox', { name: /^Action/ }));
  await user.click(await screen.findByRole('option', { name: 'Ripen' }));
  await user.click(bar.getByRole('button', { name: 'See what changes' }));
  const plan = within(await screen.findByRole('dialog', { name: 'Ripen' }));
  expect(plan.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AppleStatus: green → ripe',
    'Pear Stays as it is: Too green.',
  ]);
  await user.click(plan.getByRole('button', { name: 'Change 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('list', { name: 'Not changed' }).textContent).toBe('Pear: Too green.');
  expect(run.mock.calls).toEqual([
    [{ ids: [1, 2], act: 'ripe', dry_run: true }],
    [{ ids: [1, 2], act: 'ripe', dry_run: false }],
  ]);
  expect(screen.getByText('1 selected')).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('group', { name: 'Ticked rows' })).toBeNull();
});

test('one box ticks the whole page and takes it back', async () => {
  await serve();
  const { user } = renderScreen(<Orchard />);
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all of this page' });
  await screen.findByText('Pear');
  await user.click(all);
  expect(screen.getByText('2 selected')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select Pear' }));
  expect(all.checked).toBe(false);
  await user.click(all);
  await user.click(all);
  expect(screen.queryByText(/selected/)).toBeNull();
});

test('on a tablet the actions of a row are one menu, which does not lie over the figures', async () => {
  setViewport(768);
  await fakeServer({});
  const done = vi.fn<(what: string) => void>();
  const table = { page: 1, itemsPerPage: 10, sortBy: 'name', order: 'asc' } as never;
  const action = (label: string) => ({ label, icon: mdiPencil, onClick: (row: Row) => done(`${label} ${row.name}`) });
  const columns = [{ key: 'name', label: 'Name', render: (row: Row) => row.name }];
  const actions = ['Open', 'Edit', 'Delete'].map(action);
  const { user } = renderScreen(
    <TableRows
      label="Fruits"
      columns={columns}
      rows={ROWS}
      table={table}
      actions={actions}
      selection={undefined}
      widths={{}}
      onWidth={vi.fn<SetWidth>()}
    />,
  );
  const pear = screen.getByRole('row', { name: /Pear/ });
  expect(within(pear).queryByRole('button', { name: 'Edit' })).toBeNull();
  await user.click(within(pear).getByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(done.mock.calls).toEqual([['Edit Pear']]);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test.each([1280, 360])(
  'at %i px rows that stay as they were are not drawn again, and what a row does is of now',
  async (width) => {
    setViewport(width);
    await fakeServer({});
    const drawn: string[] = [];
    const Name = ({ of }: { of: string }) => {
      drawn.push(of);
      return of;
    };
    const done: string[] = [];
    function Basket() {
      const [{ rows, turn }, setState] = useState({ rows: ROWS, turn: 1 });
      const selection = useTicked<Row>(() => null);
      const next = (others: Row[]) => setState({ rows: others, turn: turn + 1 });
      return (
        <>
          <button onClick={() => next(rows)}>Again</button>
          <button onClick={() => next([ROWS[0]!, { ...ROWS[1]!, name: 'Plum' }])}>Other</button>
          <DataTable
            label="Fruits"
            columns={[{ key: 'name', label: 'Name', render: (row) => <Name of={row.name} /> }]}
            query={{ data: pageOf(rows).body, error: null, isFetching: turn % 2 === 0, refetch: () => undefined }}
            table={{ page: 1, itemsPerPage: 10, sizes: [10], sortBy: 'name', order: 'asc' } as never}
            actions={[
              { label: 'Eat', icon: mdiPencil, onClick: (row) => void done.push(`${row.name} in turn ${turn}`) },
              { label: 'Peel', icon: mdiPencil, isShown: ({ name }) => name === 'Apple' && turn > 1 },
            ]}
            selection={selection}
            empty={null}
          />
        </>
      );
    }
    const { user } = renderScreen(<Basket />);
    expect(drawn.splice(0)).toEqual(['Apple', 'Pear']);
    await user.click(screen.getByRole('button', { name: 'Again' }));
    // what may be done with it has changed
    expect(drawn.splice(0)).toEqual(['Apple']);
    await user.click(screen.getByRole('button', { name: 'Again' }));
    expect(drawn).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Eat' })[1]!);
    expect(done).toEqual(['Pear in turn 3']);
    await user.click(screen.getByRole('button', { name: 'Other' }));
    expect(drawn.splice(0)).toEqual(['Plum']);
    await user.click(screen.getByRole('checkbox', { name: 'Select Plum' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Apple' }));
    expect(
      screen.getAllByRole<HTMLInputElement>('checkbox', { name: /Apple|Plum/ }).map(({ checked }) => checked),
    ).toEqual([true, true]);
  },
);
