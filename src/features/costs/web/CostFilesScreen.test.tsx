// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Feed, FeedRun, FetchReply } from '../feed-contract.ts';
import { CostFilesScreen } from './CostFilesScreen.tsx';

const RUN: FeedRun = {
  id: '7',
  at: '2026-03-10T06:00:00.000Z',
  status: 'written',
  rows: 3,
  days: 2,
  entries_written: 3,
  entries_replaced: 1,
  totals: [{ amount: '16.50', currency: 'USD' }],
  error: null,
  actor: 'system',
  undone_at: null,
};
const OLDER: FeedRun = {
  ...RUN,
  id: '6',
  at: '2026-03-09T06:00:00.000Z',
  rows: 12,
  totals: [{ amount: '9.00', currency: 'USD' }],
  undone_at: RUN.at,
};
const FILE: Feed = {
  id: 1,
  name: 'Daily report',
  source_id: 2,
  source: 'Big Native',
  address: 'files.example',
  header_name: 'X-Key',
  columns: { date: null, amount: 'Amount spent', campaign: null, currency: null },
  state: 'confirmed',
  every_hours: 6,
  at_hour: 3,
  is_enabled: true,
  failures: 0,
  due_at: '2026-03-10T09:00:00.000Z',
  last_good_at: RUN.at,
  last_run: RUN,
};
const { id: _id, at: _at, actor: _actor, undone_at: _undone, ...counts } = RUN;
const REPLY: FetchReply = {
  data: { ...counts, lines: [{ line: 2, ok: true, text: '2026-03-08, spring: 10.00 USD, confirmed' }] },
  message: 'Nothing was written yet. 3 entries would be, for 2 days.',
};

async function open(feeds: Feed[] = [FILE], reply: FetchReply = REPLY) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/cost-files': () => ({ body: { data: feeds } }),
    'POST /api/admin/cost-files': () => ({ status: 201, body: { data: FILE, message: 'Scheduled file saved.' } }),
    'PUT /api/admin/cost-files/1': () => ({ body: { data: FILE, message: 'Scheduled file saved.' } }),
    'POST /api/admin/cost-files/try': () => ({ body: reply }),
    'POST /api/admin/cost-files/1/fetch': () => ({ body: reply }),
    'GET /api/admin/cost-files/1/runs': () => ({ body: { data: [RUN, OLDER] } }),
    'POST /api/admin/cost-files/1/runs/7/undo': () => ({ body: { data: RUN, message: 'Fetch taken back.' } }),
    'GET /api/admin/traffic-sources': () => pageOf([]),
  });
  return { server, ...renderScreen(<CostFilesScreen />) };
}
type Opened = Awaited<ReturnType<typeof open>>;
const sent = ({ server }: Opened, method: string, path: string) =>
  server.seen.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
const press = async ({ user }: Opened, name: string) => {
  const row = within(await screen.findByRole('row', { name: /Daily report/ }));
  const button = row.queryByRole('button', { name });
  if (button) return user.click(button);
  await user.click(row.getByRole('button', { name: 'Actions' }));
  return user.click(await screen.findByRole('menuitem', { name }));
};

test('a file says where it lies by its host alone, when it is fetched and how it went', async () => {
  await open([
    FILE,
    {
      ...FILE,
      id: 2,
      name: 'Lost',
      address: null,
      due_at: null,
      last_run: { ...RUN, status: 'failed', error: 'The address answered 403.' },
    },
  ]);
  const row = await screen.findByRole('row', { name: /Daily report/ });
  for (const text of ['Big Native · files.example', 'Every 6 hours, from 03:00', 'Written'])
    expect(row.textContent).toContain(text);
  const lost = screen.getByRole('row', { name: /Lost/ });
  for (const text of ['Enter its address again', 'Failed', 'The address answered 403.', 'No address'])
    expect(lost.textContent).toContain(text);
});

test('a change keeps the stored address and header where nothing is typed, and is tried before it is saved', async () => {
  const opened = await open();
  await press(opened, 'Edit file');
  const dialog = within(await screen.findByRole('dialog', { name: 'Scheduled File: Daily report' }));
  expect((dialog.getByLabelText(/^Address of the File/) as HTMLInputElement).value).toBe('');
  await opened.user.clear(dialog.getByLabelText(/^Name/));
  await opened.user.type(dialog.getByLabelText(/^Name/), 'Renamed');
  await opened.user.click(dialog.getByRole('button', { name: 'Try It' }));
  expect(await dialog.findByText(/Line 2: 2026-03-08, spring: 10.00 USD/)).toBeTruthy();
  expect(dialog.getByText('3 rows · 2 days · $16.50')).toBeTruthy();
  const wire = {
    name: 'Renamed',
    header_name: 'X-Key',
    columns: { date: null, amount: 'Amount spent', campaign: null, currency: null },
    state: 'confirmed',
    every_hours: 6,
    at_hour: 3,
    is_enabled: true,
  };
  expect(sent(opened, 'POST', '/api/admin/cost-files/try')).toEqual([{ ...wire, id: 1 }]);
  await opened.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(opened, 'PUT', '/api/admin/cost-files/1')).toEqual([wire]));
});

test('a new one needs a name, a source and an address, which the browser does not keep', async () => {
  const opened = await open([]);
  await opened.user.click((await screen.findAllByRole('button', { name: 'Schedule File' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a File' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findAllByText('This field is required.')).length).toBeGreaterThanOrEqual(2);
  await opened.user.type(dialog.getByLabelText(/^Name/), 'Kept words');
  await opened.user.type(dialog.getByLabelText(/^Address of the File/), 'https://files.example/a?key=canary');
  await opened.user.type(dialog.getByLabelText(/^Value of the Header/), 'canary too');
  const stored = () =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i)!)))
      .join(' ');
  await waitFor(() => expect(stored()).toContain('Kept words'));
  expect(stored()).not.toContain('canary');
});

test('a fetch by hand shows what it would write before it writes', async () => {
  const opened = await open();
  await press(opened, 'Fetch now');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetch Daily report' }));
  expect(await dialog.findByText(/3 entries would be/)).toBeTruthy();
  await opened.user.click(dialog.getByRole('button', { name: 'Write It' }));
  await waitFor(() =>
    expect(sent(opened, 'POST', '/api/admin/cost-files/1/fetch')).toEqual([{ dry_run: true }, { dry_run: false }]),
  );
});

test('a file that cannot be used is not written', async () => {
  const failed = { ...REPLY.data, status: 'failed' as const, rows: 0, lines: [], error: 'x' };
  const opened = await open([FILE], { data: failed, message: 'The address answered a web page, not a file.' });
  await press(opened, 'Fetch now');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetch Daily report' }));
  expect(await dialog.findByText(/a web page, not a file/)).toBeTruthy();
  expect((dialog.getByRole('button', { name: 'Write It' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a fetch that wrote something is taken back; one that was taken back is not again', async () => {
  const opened = await open();
  await press(opened, 'Fetches so far');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetches of Daily report' }));
  expect(await dialog.findAllByText('3 written, 1 replaced')).toHaveLength(2);
  const buttons = dialog.getAllByRole('button', { name: 'Take fetch back' });
  expect(buttons).toHaveLength(1);
  await opened.user.click(buttons[0]!);
  await opened.user.click(await screen.findByRole('button', { name: 'Take Back' }));
  await waitFor(() => expect(sent(opened, 'POST', '/api/admin/cost-files/1/runs/7/undo')).toHaveLength(1));
});

test('fetches are put in order by their numbers, amounts by their worth', async () => {
  const opened = await open();
  await press(opened, 'Fetches so far');
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetches of Daily report' }));
  await dialog.findAllByText('3 written, 1 replaced');
  const amounts = () => dialog.getAllByText(/\b(16\.50|9\.00)\b/).map(({ textContent }) => textContent);
  const latestFirst = amounts();
  await opened.user.click(dialog.getByRole('button', { name: 'Rows' }));
  expect(amounts()).toEqual(latestFirst.toReversed());
  await opened.user.click(dialog.getByRole('button', { name: 'Amount' }));
  expect(amounts()).toEqual(latestFirst);
  await opened.user.click(dialog.getByRole('button', { name: 'Amount' }));
  expect(amounts()).toEqual(latestFirst.toReversed());
});
