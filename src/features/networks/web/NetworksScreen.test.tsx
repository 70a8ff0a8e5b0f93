// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { NetworkTemplate } from '../contract.ts';
import { NetworksScreen } from './NetworksScreen.tsx';
import { buildAnswer } from './testing.ts';

const TEMPLATE: NetworkTemplate = {
  key: 'clickbank',
  name: 'ClickBank',
  source_url: 'https://vendor.example/docs',
  verified_on: '2026-11-21',
  confidence: 'vendor',
  evidence: 'the page of the vendor',
  capture_only: false,
  click_param: 'tid',
  postback_query: {},
  param_aliases: {},
  status_map: { refund: 'reversed' },
  instructions: ['Open the page.', 'Paste the URL.', 'Press Test.'],
};

const BASE = '/api/admin/affiliate-networks';

/** What was asked to be paused. */
const paused: unknown[] = [];

async function openScreen(answers: Answers = {}, rows = [buildAnswer()]) {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${BASE}/templates`]: () => ({ body: { data: [TEMPLATE] } }),
    [`GET ${BASE}`]: () => pageOf(rows),
    ...answers,
  });
  const shown = renderScreen(
    <NetworksScreen
      renderPostbacks={({ name }) => <p>Postbacks of {name}</p>}
      onPause={(network, wire) => {
        paused.push([network.id, wire.status]);
        return Promise.resolve(undefined);
      }}
    />,
  );
  return { server, ...shown, sent: (method: string) => server.seen.findLast((seen) => seen.method === method) };
}

test('the list shows what a network earns and how it is doing', async () => {
  await openScreen({}, [buildAnswer({ unmatched_7d: 3 })]);
  const row = (await screen.findByRole('rowheader', { name: 'ClickBank' })).closest('tr')!;
  for (const text of ['Active', '12', 'tid', 'Never', '1,842', '3']) expect(within(row).getByText(text)).toBeTruthy();
});

test('no network yet leads to adding one', async () => {
  const { user } = await openScreen({}, []);
  await screen.findByText(/No network yet/);
  await user.click(screen.getAllByRole('button', { name: 'Add network' })[1]!);
  expect(await screen.findByRole('dialog', { name: 'Add affiliate network' })).toBeTruthy();
});

test('a failed load has the words of the specification', async () => {
  await openScreen({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch affiliate networks')).toBeTruthy();
});

test('choosing a template fills in the rest, and saving shows the postback URL with its steps', async () => {
  const { user, sent } = await openScreen({
    [`POST ${BASE}`]: () => ({ status: 201, body: { data: buildAnswer(), message: 'Created.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add network' }));
  // the list behind has a filter of the same name
  const dialog = within(await screen.findByRole('dialog', { name: 'Add affiliate network' }));
  await user.click(dialog.getByRole('combobox', { name: /^Template/ }));
  await user.click(await screen.findByRole('option', { name: 'ClickBank' }));
  expect(await screen.findByText('Verified from vendor docs')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const setup = await screen.findByRole('dialog', { name: 'Postback setup: ClickBank' });
  expect(within(setup).getByText('Postbacks of ClickBank')).toBeTruthy();
  expect(within(setup).getByRole<HTMLInputElement>('textbox', { name: 'Postback URL' }).value).toContain(
    '/postback/key1',
  );
  expect(within(setup).getByText('Paste the URL.')).toBeTruthy();
  expect(screen.getByText('Created.')).toBeTruthy();
  expect(sent('POST')?.body).toMatchObject({
    name: 'ClickBank',
    template_key: 'clickbank',
    click_param: 'tid',
    status_map: { refund: 'reversed' },
  });
});

test('an edit sends the version that was read', async () => {
  const { user, sent } = await openScreen({
    [`PUT ${BASE}/7`]: () => ({ body: { data: buildAnswer(), message: 'Saved.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit network' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'CB');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('PUT')?.body).toMatchObject({ name: 'CB', version: 1 });
  expect(screen.getByText('Saved.')).toBeTruthy();
});

test('deleting asks, says so, and offers Undo', async () => {
  const { user, sent } = await openScreen({
    [`DELETE ${BASE}/7`]: () => ({ body: { message: 'Affiliate network deleted.' } }),
    [`POST ${BASE}/7/restore`]: () => ({ body: { data: buildAnswer(), message: 'Affiliate network restored.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete network' }));
  expect(await screen.findByText(/This action cannot be undone\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Affiliate network restored.')).toBeTruthy();
  expect(sent('POST')?.path).toBe(`${BASE}/7/restore`);
});

test('a network in use is not deleted; its users are listed', async () => {
  const details = { used_by: [{ kind: 'offer', id: 1, name: 'Deep Sleep' }], count: 1 };
  const body = { message: 'In use.', error: 'in_use', details };
  const { user } = await openScreen({ [`DELETE ${BASE}/7`]: () => ({ status: 409, body }) });
  await user.click(await screen.findByRole('button', { name: 'Delete network' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('offer: Deep Sleep')).toBeTruthy();
});

test('a network that earns is archived with one press instead', async () => {
  const earned = {
    conversions: 1204,
    last_conversion_at: '2026-03-01T10:00:00.000Z',
    postbacks_30d: 3,
    last_postback_at: '2026-03-02T10:00:00.000Z',
    costs: 0,
  };
  const body = { message: 'In use.', error: 'in_use', details: { used_by: [], count: 0, earned } };
  const { user, sent } = await openScreen({
    [`DELETE ${BASE}/7`]: () => ({ status: 409, body }),
    [`PUT ${BASE}/7`]: () => ({ body: { data: buildAnswer({ status: 'archived' }) } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete network' }));
  expect(screen.queryByRole('button', { name: 'Archive instead' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/conversions: 1,204, the last/)).toBeTruthy();
  expect(screen.getByText(/postbacks of the last 30 days: 3/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Archive instead' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('PUT')?.body).toEqual({ status: 'archived', version: 1 });
  expect(screen.getByText('Affiliate network archived.')).toBeTruthy();
});

test('a new postback URL replaces the shown one after a question', async () => {
  const fresh = buildAnswer({ postback_url: 'https://site.example/postback/key2' });
  const { user } = await openScreen({
    [`POST ${BASE}/7/rotate-key`]: () => ({ body: { data: fresh, message: 'New URL.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Postback setup' }));
  await user.click(await screen.findByRole('button', { name: 'Make a new URL' }));
  const question = await screen.findByRole('alertdialog', { name: 'Make a new postback URL?' });
  await user.click(within(question).getByRole('button', { name: 'Make a new URL' }));
  expect(await screen.findByDisplayValue('https://site.example/postback/key2')).toBeTruthy();
});

test('pausing a network asks first who loses something by it, and its editor stays when nothing is saved', async () => {
  paused.length = 0;
  const { user, sent } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Edit network' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /^Status/ }));
  await user.click(await screen.findByRole('option', { name: 'Paused' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(paused).toEqual([[expect.any(Number), 'paused']]));
  expect(sent('PUT')).toBeUndefined();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeTruthy();
});
