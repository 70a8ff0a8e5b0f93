// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { HealthCheck, HealthInstance, ServerHealth } from '../contract.ts';
import { healthQueries } from './client.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { HealthScreen } from './HealthScreen.tsx';

const build = (facts: Partial<HealthCheck> = {}): HealthCheck => ({
  key: 'postgres',
  of: 'instance',
  label: 'PostgreSQL',
  status: 'ok',
  value: 'answers in 2 ms',
  threshold: 'warns above 100 ms, fails above 1.0 s',
  hint: null,
  since: null,
  history: [],
  ...facts,
});

const COUNTRIES = build({
  key: 'countries',
  label: 'Country data',
  status: 'fail',
  value: 'missing',
  threshold: 'fails when missing',
  hint: 'Install the packages again.',
  since: '2026-03-01T09:00:00.000Z',
});

const WORK: ServerHealth['work'][number] = {
  name: 'emptying the trash',
  period_s: 3600,
  last_at: null,
  took_ms: null,
  next_at: '2026-03-01T11:00:00.000Z',
  error: 'no room',
  is_elsewhere: false,
};
const TROUBLE: ServerHealth['troubles'][number] = {
  at: '2026-03-01T09:30:00.000Z',
  level: 'error',
  message: 'a request failed',
  error: 'no room',
  request_id: 'a1b2c3',
};

/** The site was not restored from a backup. */
const NO_HOLD = { 'GET /api/admin/sending-hold': () => ({ body: { data: null } }) };

const ONE: HealthInstance = { number: 1, host: 'web-1', status: 'ok', told_s: 0 };

const answer =
  (
    status: ServerHealth['status'],
    checks: HealthCheck[],
    { instance, instances }: Pick<ServerHealth, 'instance' | 'instances'> = { instance: 1, instances: [ONE] },
  ) =>
  () => ({
    body: {
      data: {
        instance,
        instances,
        status,
        version: '0.1.0',
        commit: 'abc1234567',
        checks,
        work: [WORK],
        troubles: [TROUBLE],
        uptime_s: 7200,
        generated_at: '2026-03-01T10:00:00.000Z',
      },
    },
  });

test('what fails comes first, with its word, its figure, its threshold and what to do', async () => {
  await fakeServer({ ...NO_HOLD, 'GET /api/admin/server-health': answer('fail', [build(), COUNTRIES]) });
  renderScreen(<HealthScreen />);
  expect(await screen.findByText('Something does not work. See what to do below.')).toBeTruthy();
  const rows = within(screen.getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual(['Country data', 'PostgreSQL']);
  expect(rows[0]!.textContent).toContain('Failing');
  expect(rows[0]!.textContent).toContain('missing');
  expect(rows[0]!.textContent).toContain('fails when missing');
  expect(rows[0]!.textContent).toContain('Install the packages again.');
  expect(rows[1]!.textContent).toContain('OK');
  expect(screen.getByText(/running for 2 h/)).toBeTruthy();
  expect(document.title).toBe('Server Health | Admin Dashboard');
});

test('it asks every 5 seconds until it is paused', async () => {
  expect(healthQueries.server(false).refetchInterval).toBe(5_000);
  expect(healthQueries.server(true).refetchInterval).toBe(false);
  await fakeServer({ ...NO_HOLD, 'GET /api/admin/server-health': answer('ok', [build()]) });
  const { user } = renderScreen(<HealthScreen />);
  await screen.findByText('Everything works.');
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByText(/Paused\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(screen.queryByText(/Paused\./)).toBeNull();
});

test('the diagnostics are copied as text', async () => {
  await fakeServer({ ...NO_HOLD, 'GET /api/admin/server-health': answer('fail', [build(), COUNTRIES]) });
  const { user } = renderScreen(<HealthScreen />);
  await screen.findByRole('list', { name: 'Checks' });
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
  expect(await screen.findByText('Diagnostics copied. They hold no secrets.')).toBeTruthy();
  const copied = await navigator.clipboard.readText();
  expect(copied).toBe(diagnosticsOf(answer('fail', [build(), COUNTRIES])().body.data));
  expect(copied.split('\n')).toEqual([
    'Server Health: fail, looked at 2026-03-01T10:00:00.000Z, running for 7200 s, version 0.1.0 (abc1234567)',
    '[ok] PostgreSQL: answers in 2 ms',
    '[fail] Country data: missing | since 2026-03-01T09:00:00.000Z | Install the packages again.',
    '[work] emptying the trash failed: no room',
    '[log] 2026-03-01T09:30:00.000Z error a request failed | no room | a1b2c3',
  ]);
});

test('the day of a figure is drawn, scheduled work and the end of the log are told', async () => {
  const day = build({ label: 'Free disk space', history: [null, 3, 5, null, 4] });
  await fakeServer({ ...NO_HOLD, 'GET /api/admin/server-health': answer('ok', [day]) });
  renderScreen(<HealthScreen />);
  expect(await screen.findByRole('img', { name: 'Free disk space: the last 24 hours' })).toBeTruthy();
  const work = within(screen.getByRole('list', { name: 'Scheduled Work' })).getByRole('listitem');
  expect(work.textContent).toContain('Emptying the trash');
  expect(work.textContent).toContain('every 60 min; not yet since the start');
  expect(work.textContent).toContain('The last round failed: no room');
  const trouble = within(screen.getByRole('list', { name: 'Last Errors and Warnings' })).getByRole('listitem');
  expect(trouble.textContent).toContain('Error');
  expect(trouble.textContent).toContain('a request failed: no room a1b2c3');
});

test('a look that failed says why and can be tried again', async () => {
  const server = await fakeServer({
    ...NO_HOLD,
    'GET /api/admin/server-health': () => ({ status: 503, body: { error: 'unavailable', message: 'Not now.' } }),
  });
  const { user } = renderScreen(<HealthScreen />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(await screen.findByText('Not now.')).toBeTruthy();
  server.answers['GET /api/admin/server-health'] = answer('warn', [build({ status: 'warn' })]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('It works, but something needs a look.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Not now.')).toBeNull());
});

test('one instance has no picker; of several the one that answered stays, and another one can be picked', async () => {
  const two: HealthInstance = { number: 2, host: 'web-2', status: 'fail', told_s: 12 };
  const of = (instance: number, value: string) =>
    answer('ok', [build({ value }), build({ key: 'jobs', label: 'Job queue', of: 'site' })], {
      instance,
      instances: [ONE, two],
    });
  const server = await fakeServer({ 'GET /api/admin/server-health': answer('ok', [build()]) });
  const { user } = renderScreen(<HealthScreen />);
  await screen.findByText('Everything works.');
  expect(screen.queryByRole('group', { name: 'Instance' })).toBeNull();

  // a second one was started, and the balancer asks either
  server.answers['GET /api/admin/server-health'] = ({ query }) =>
    query.get('instance') === '2' ? of(2, 'of the second')() : of(1, 'of the first')();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByRole('group', { name: 'Instance' })).toBeTruthy();
  const own = () => screen.getByRole('list', { name: /^Checks of instance/ }).textContent;
  expect(own()).toContain('of the first');
  expect(screen.getByRole('button', { name: /Failing.*Instance 2 on web-2.*12 s ago/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Instance 2/ }));
  await waitFor(() => expect(own()).toContain('of the second'));
  const site = within(screen.getByRole('list', { name: 'Checks of the whole site' })).getAllByRole('listitem');
  expect(site).toHaveLength(1);
});
