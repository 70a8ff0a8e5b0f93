// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { NetworkPostbacks } from './NetworkPostbacks.tsx';

const LOGS = '/api/admin/affiliate-networks/3/postback-logs';
const log = (given: object) => ({
  id: '11',
  click_id: '01jq8zk3v7abcdefghjkmnpq',
  reason_code: 'recorded',
  state: 'done',
  is_test: false,
  created_at: '2026-03-04T15:06:07.000Z',
  ...given,
});

test('nothing yet says what will show; a test says how it was understood and joins the list', async () => {
  const rows: object[] = [];
  const server = await fakeServer({
    [`GET ${LOGS}`]: () => pageOf(rows),
    'POST /api/admin/affiliate-networks/3/test-postback': () => {
      rows.push(log({ id: '12', is_test: true, reason_code: 'unmapped_status', click_id: 'test-1' }));
      return {
        body: {
          message: 'The status word is not in the map of this network.',
          data: { ok: true, result: 'ignored', id: null, reason: 'unmapped_status' },
          sent: '?click_id=test-1&status=odd&test=1',
        },
      };
    },
  });
  localStorage.setItem('token', 't');
  const { user } = renderScreen(<NetworkPostbacks networkId={3} />);
  expect(await screen.findByText(/^None yet/)).toBeTruthy();
  expect(server.seen[0]).toMatchObject({ path: LOGS });
  await user.click(screen.getByRole('button', { name: 'Send test' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/not in the map.*click_id=test-1/);
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('Unmapped status')).toBeTruthy();
  expect(table.getByText('TEST')).toBeTruthy();
});

test('each postback shows its time, what became of it and its click', async () => {
  await fakeServer({
    [`GET ${LOGS}`]: () => pageOf([log({}), log({ id: '10', reason_code: 'bad_signature', click_id: null })]),
  });
  localStorage.setItem('token', 't');
  renderScreen(<NetworkPostbacks networkId={3} />);
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'TimeResultClick',
    expect.stringMatching(/Recorded01jq8zk3v7abcdefghjkmnpq$/),
    expect.stringMatching(/Bad signatureNone$/),
  ]);
});

test('a list that cannot be read says so', async () => {
  await fakeServer({ [`GET ${LOGS}`]: () => ({ status: 503, body: {} }) });
  localStorage.setItem('token', 't');
  renderScreen(<NetworkPostbacks networkId={3} />);
  expect(await screen.findByText('Failed to fetch postbacks')).toBeTruthy();
});
