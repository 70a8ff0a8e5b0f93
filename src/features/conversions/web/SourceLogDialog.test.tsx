// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { PostbackLog } from '../contract.ts';
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
  expect(Object.fromEntries(server.seen[0]!.query)).toEqual({ page: '1', itemsPerPage: '25' });
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

test('details show request, answer as text, and the attempts of the same postback', async () => {
  const { user } = await show([
    { ...LOG, id: '13', attempt: 2, state: 'sent', response_status: 200, reason_code: null },
    LOG,
  ]);
  await user.click((await screen.findAllByRole('button', { name: 'Show details' }))[1]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Postback' }));
  expect(dialog.getByText('GET https://pb.example/?key=***&c=EXT')).toBeTruthy();
  expect(dialog.getByText('<b>no</b>')).toBeTruthy();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
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
