// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { PostbackLog } from '../../conversions/contract.ts';
import { SourceLogDialog } from './SourceLogDialog.tsx';

const LOG: PostbackLog = {
  id: '11',
  direction: 'out',
  is_demo: false,
  is_test: false,
  source_id: 3,
  network_id: 1,
  click_id: '01jq8zk3v7abcdefghjkmnpq',
  conversion_id: '5',
  event_type: 'sale',
  event_key: 'e9',
  attempt: 1,
  max_attempts: 8,
  method: 'GET',
  url_masked: 'https://pb.example/?key=***&c=EXT',
  request_query: [['external_id', 'EXT']],
  request_body: null,
  remote_net: null,
  response_status: 404,
  response_body: '<b>no</b>',
  duration_ms: 88,
  state: 'failed',
  reason_code: 'http_404',
  next_attempt_at: null,
  created_at: '2026-03-04T15:06:07.000Z',
};
const DEMO: PostbackLog = {
  ...LOG,
  id: '12',
  is_demo: true,
  conversion_id: null,
  event_key: 'demo1',
  state: 'sent',
  response_status: 200,
  reason_code: null,
};
const SUMMARY = { sent: 1, failed: 1, retrying: 0, skipped: 0, p95_ms: 88 };

const show = async (rows: PostbackLog[], answers: Answers = {}) => {
  const server = await fakeServer({
    'GET /api/admin/traffic-sources/3/postback-logs': () => ({
      body: { data: rows, total: rows.length, page: 1, limit: 25, pages: 1, summary: SUMMARY },
    }),
    'GET /api/admin/traffic-sources/3/postback-state': () => ({
      body: { data: { is_on: true, failures_in_a_row: 0, last_reason: null, stopped_at: null, held: 0 } },
    }),
    ...answers,
  });
  localStorage.setItem('token', 't');
  const shown = renderScreen(<SourceLogDialog source={{ id: 3, name: 'Taboola US' }} onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Postback log: Taboola US' });
  return { ...shown, server };
};

test('the log asks for 25 rows, sums them up and tags demo rows', async () => {
  const { server } = await show([DEMO, LOG]);
  expect(await screen.findByText('HTTP 404')).toBeTruthy();
  expect(screen.getByText('DEMO')).toBeTruthy();
  expect(screen.getByText('95 % took at most').nextSibling?.textContent).toBe('88 ms');
  expect(Object.fromEntries(server.seen[0]!.query)).toEqual({
    page: '1',
    itemsPerPage: '25',
    sortBy: 'created_at',
    order: 'desc',
  });
});

test('the state filter narrows the log', async () => {
  const { user, server } = await show([LOG]);
  await user.click(await screen.findByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Failed' }));
  await waitFor(() => expect(server.seen.at(-1)!.query.get('state')).toBe('failed'));
});

test('only a real postback is sent again, and the answer is told', async () => {
  const { user, server } = await show([DEMO, LOG], {
    'POST /api/admin/traffic-sources/3/postback-logs/11/replay': () => ({
      body: { message: 'The postback is sent again now.' },
    }),
  });
  expect(await screen.findAllByRole('button', { name: 'Show details' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The postback is sent again now.')).toBeTruthy();
  expect(server.seen.some((seen) => seen.path.endsWith('/11/replay'))).toBe(true);
});

test('details show request, answer as text, and every attempt of the same postback', async () => {
  const second = { ...LOG, id: '13', attempt: 2, state: 'sent' as const, response_status: 200, reason_code: null };
  const { user } = await show([LOG], {
    'GET /api/admin/traffic-sources/3/postback-logs/11': () => ({ body: { data: LOG, attempts: [second, LOG] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Postback' }));
  expect(dialog.getByText('GET https://pb.example/?key=***&c=EXT')).toBeTruthy();
  expect(dialog.getByText('<b>no</b>')).toBeTruthy();
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2));
  expect(dialog.getAllByRole('listitem')[0]!.textContent).toMatch(/HTTP 200, 88 ms/);
});

test('the log is narrowed by event, click id and days', async () => {
  const { user, server } = await show([LOG]);
  const asked = () => server.seen.at(-1)!.query;
  await user.click(await screen.findByRole('combobox', { name: 'Event' }));
  await user.click(await screen.findByRole('option', { name: 'Refund' }));
  await waitFor(() => expect(asked().get('event_type')).toBe('refund'));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(asked().get('date_from')).toBe('2026-03-01'));
  await user.type(screen.getByLabelText('Click ID'), '01jq8');
  await waitFor(() => expect(asked().get('click_id')).toBe('01jq8'));
});

test('a test is sent only after the person has said so, and its row is shown', async () => {
  const { user, server } = await show([LOG], {
    'POST /api/admin/traffic-sources/3/test-postback': () => ({
      body: {
        message: 'The traffic source took the test: HTTP 200.',
        data: { ...LOG, id: '20', is_test: true, state: 'sent', response_status: 200, reason_code: null },
      },
    }),
  });
  const isSent = () => server.seen.some((seen) => seen.path.endsWith('/test-postback'));
  await user.click(await screen.findByRole('button', { name: 'Send a Test' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a Test Postback' }));
  await user.click(dialog.getByRole('button', { name: 'Send Now' }));
  expect(await dialog.findByText(/Switch this on first/)).toBeTruthy();
  expect(isSent()).toBe(false);
  await user.type(dialog.getByLabelText(/Click ID of the Source/), 'REAL-1');
  await user.click(dialog.getByRole('switch', { name: 'Send it to Taboola US' }));
  await user.click(dialog.getByRole('button', { name: 'Send Now' }));
  expect(await screen.findByRole('dialog', { name: 'Test Postback' })).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toEqual({
    event_type: 'sale',
    payout: '1.00',
    external_id: 'REAL-1',
    confirm: true,
  });
});

test('demo rows are previewed, written and cleared', async () => {
  const { user, server } = await show([DEMO], {
    'POST /api/admin/traffic-sources/3/demo-postback-logs': ({ body }) => ({
      status: 201,
      body: {
        message: '5 demo rows written. Nothing was sent.',
        data: [],
        resolved_url: (body as { dry_run: boolean }).dry_run ? 'https://pb.example/?c=demo' : null,
        problems: ['Postbacks are switched off.'],
      },
    }),
    'DELETE /api/admin/traffic-sources/3/demo-postback-logs': () => ({ body: { message: '1 demo row removed.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Demo postbacks' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Demo postbacks' }));
  await user.click(dialog.getByRole('button', { name: 'Show the resolved URL' }));
  expect((await dialog.findByLabelText<HTMLInputElement>('Resolved URL')).value).toBe('https://pb.example/?c=demo');
  expect(dialog.getByText('Postbacks are switched off.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Write demo rows' }));
  expect(await screen.findByText('5 demo rows written. Nothing was sent.')).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toMatchObject({
    count: 5,
    scenario: 'mixed',
    dry_run: false,
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Demo postbacks' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Clear demo rows' }));
  expect(await screen.findByText('1 demo row removed.')).toBeTruthy();
});

test('a source that was stopped says so, and goes on when it is let', async () => {
  const state = {
    is_on: true,
    failures_in_a_row: 25,
    last_reason: 'http_404',
    stopped_at: LOG.created_at as string | null,
    held: 3,
  };
  const { user } = await show([LOG], {
    'GET /api/admin/traffic-sources/3/postback-state': () => ({ body: { data: { ...state } } }),
    'POST /api/admin/traffic-sources/3/resume-postbacks': () => {
      state.stopped_at = null;
      return { body: { message: 'Postbacks go on. 3 that were held are sent now.' } };
    },
  });
  expect((await screen.findByText(/25 attempts in a row failed/)).textContent).toContain('3 postbacks are held');
  expect(screen.getByRole('link', { name: 'Show Timeline' }).getAttribute('href')).toBe(
    `/admin/timeline?id=${LOG.click_id}`,
  );
  await user.click(screen.getByRole('button', { name: 'Let Them Go On' }));
  expect(await screen.findByText('Postbacks go on. 3 that were held are sent now.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/25 attempts in a row failed/)).toBeNull());
});

test('a source whose postbacks are off says so, with the switch', async () => {
  const state = { is_on: false, failures_in_a_row: 0, last_reason: null, stopped_at: null, held: 0 };
  const { user, server } = await show([], {
    'GET /api/admin/traffic-sources/3/postback-state': () => ({ body: { data: { ...state } } }),
    'PUT /api/admin/traffic-sources/3': () => {
      state.is_on = true;
      return { body: { data: {}, message: 'Traffic source updated successfully!' } };
    },
  });
  await screen.findByText(/Postbacks of this source are switched off/);
  await user.click(screen.getByRole('button', { name: 'Switch On' }));
  await waitFor(() => expect(screen.queryByText(/are switched off/)).toBeNull());
  expect(server.seen.find((seen) => seen.method === 'PUT')?.body).toEqual({ postback_enabled: true });
});

const LASTS = /A postback that was sent stays sent\./;

test('before anything is sent again it is said that it stays sent', async () => {
  await show([LOG]);
  expect(await screen.findByText(LASTS)).toBeTruthy();
});

test('of an empty log nothing can be sent again, and nothing is said of it', async () => {
  await show([]);
  await screen.findByText(/^No postback yet/);
  expect(screen.queryByText(LASTS)).toBeNull();
});

test('all that failed is sent again by one press', async () => {
  const { user } = await show([LOG], {
    'POST /api/admin/traffic-sources/3/postback-logs/resend-failed': () => ({
      body: { message: '7 postbacks are sent again now.' },
    }),
  });
  const button = await screen.findByRole('button', { name: 'Send all failed again' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
  expect(await screen.findByText('7 postbacks are sent again now.')).toBeTruthy();
});
