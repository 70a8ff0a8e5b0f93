// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { AuditRecord, UndoPlan } from '../contract-audit.ts';
import { AuditScreen } from './AuditScreen.tsx';

const PATH = 'GET /api/settings/audit';

const build = (facts: Partial<AuditRecord> = {}): AuditRecord => ({
  id: '7',
  actor: 'marion',
  key: null,
  action: 'update',
  entity: 'guide_category',
  entity_id: '3',
  entity_name: 'Sleep',
  before: { description: null, sort_order: 1 },
  after: { description: 'Calm nights.', sort_order: 1 },
  created_at: '2026-03-01T10:00:00.000Z',
  undo: { can: true, reason: null, undone_at: null, together: 1 },
  ...facts,
});

async function openScreen(answers: Answers = {}, rows = [build()]) {
  localStorage.setItem('token', 't');
  const words = { entities: ['guide_category', 'user'], actions: ['login', 'update'], actors: ['marion', 'system'] };
  const server = await fakeServer({ [PATH]: () => ({ body: { ...pageOf(rows).body, ...words } }), ...answers });
  return { server, ...renderScreen(<AuditScreen />) };
}

test('the log says who did what to which record, the latest first', async () => {
  const { server } = await openScreen();
  const row = (await screen.findByText('Sleep')).closest('tr')!;
  for (const text of ['Update', 'Description, Sort order', 'marion', '2026-03-01 10:00'])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(within(row).getByText(/Guide category/)).toBeTruthy();
  expect(server.seen[0]!.query.get('order')).toBe('desc');
});

test('a change is shown field by field, before and after', async () => {
  const { user } = await openScreen();
  await user.click(await screen.findByRole('button', { name: 'Show the change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Update: Sleep' });
  const row = within(dialog).getByRole('row', { name: /Description/ });
  expect(within(row).getByText('(empty)')).toBeTruthy();
  expect(within(row).getByText('Calm nights.')).toBeTruthy();
});

test('what names no fields says so', async () => {
  const { user } = await openScreen({}, [build({ action: 'login', before: null, after: null })]);
  await user.click(await screen.findByRole('button', { name: 'Show the change' }));
  expect(await screen.findByText('The record names no fields for this.')).toBeTruthy();
});

test('the filters hold what there is to filter by, and a day is one of the zone of the site', async () => {
  const { server } = await openScreen();
  cleanup();
  const { user } = renderScreen(
    <TimeZoneContext value="Asia/Tokyo">
      <AuditScreen />
    </TimeZoneContext>,
  );
  await screen.findByText('Sleep');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(screen.getByRole('option', { name: 'Guide category' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('entity')).toBe('guide_category'));
  await user.type(screen.getByLabelText('From'), '2026-02-03');
  await waitFor(() => expect(server.seen.at(-1)!.query.get('from')).toBe('2026-02-03'));
  expect(server.seen.at(-1)!.query.get('tz')).toBe('Asia/Tokyo');
});

test('a failed load has its words', async () => {
  await openScreen({ [PATH]: () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('Failed to fetch the audit log')).toBeTruthy();
});

const plan = (facts: Partial<UndoPlan> = {}): { body: UndoPlan } => ({
  body: {
    reason: null,
    besides: [],
    entries: 1,
    records: [
      {
        entity: 'guide_category',
        entity_id: '3',
        name: 'Sleep',
        does: 'change',
        obstacle: null,
        fields: [
          { field: 'description', now: 'Calm nights.', left: 'Calm nights.', back: null, is_changed: false },
          { field: 'name', now: 'Rest', left: 'Slumber', back: 'Sleep', is_changed: true },
        ],
      },
    ],
    ...facts,
  },
});
const LOOK = 'GET /api/settings/audit/7/undo';
const UNDO = 'POST /api/settings/audit/7/undo';

test('before a change is taken back the screen shows what is there and what was, and asks before it overwrites', async () => {
  const { user, server } = await openScreen({
    [LOOK]: () => plan(),
    [UNDO]: () => ({ body: { message: 'Taken back.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo: Sleep' });
  const row = await within(dialog).findByRole('row', { name: /Name changed since/ });
  for (const text of ['Rest', 'Sleep']) expect(within(row).getByText(text)).toBeTruthy();
  expect(within(within(dialog).getByRole('row', { name: /Description/ })).queryByText('changed since')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Put back all the same' }));
  expect(await screen.findByText('Taken back.')).toBeTruthy();
  expect(server.seen.find((one) => one.method === 'POST')!.body).toEqual({ overwrite: true });
});

test('a refusal is said in its words, and what is there is looked at again', async () => {
  const { user, server } = await openScreen({
    [LOOK]: () => plan({ records: [], besides: ['takes the decision back.'], entries: 3 }),
    [UNDO]: () => ({ status: 409, body: { error: 'in_use', message: '"Sleep" is in use by guide "Teas".' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/3 entries of the log were one call/)).toBeTruthy();
  expect(screen.getByText('This takes the decision back.')).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('"Sleep" is in use by guide "Teas".')).toBeTruthy();
  expect(server.seen.find((one) => one.method === 'POST')!.body).toEqual({ overwrite: false });
  await waitFor(() => expect(server.seen.filter((one) => one.path.endsWith('/7/undo')).length).toBeGreaterThan(2));
});

test('what cannot be taken back has no button, and says why', async () => {
  const reason = 'A postback that was sent stays sent.';
  const { user } = await openScreen({}, [build({ undo: { can: false, reason, undone_at: null, together: 1 } })]);
  await user.click(await screen.findByRole('button', { name: 'Show the change' }));
  expect(await screen.findByText(`This cannot be taken back. ${reason}`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});
