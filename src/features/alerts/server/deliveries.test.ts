import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { openMailServer, type MailServer } from '../../../../tests/support/mail-server.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createMailer } from '../../../platform/server/outgoing/mailer.ts';
import { createOutgoing } from '../../../platform/server/outgoing/over-http.ts';
import { alertsRoutes } from './routes.ts';
import { raiseAlert, type Raised } from './service.ts';
import { deliverAlerts } from './deliveries.ts';

const calls: { key: string | undefined; body: Record<string, unknown> }[] = [];
let answer = 200;
let offsetMs = 0;
let t: TestApp;
let hook: Server;
let mail: MailServer;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  hook = createHttpServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      calls.push({
        key: request.headers['x-guidepost-event-id'] as string | undefined,
        body: JSON.parse(text) as Record<string, unknown>,
      });
      response.writeHead(answer).end();
    });
  });
  mail = await openMailServer();
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', () => done()));
  const log = createLog('silent');
  t = await testApp((route, deps) => alertsRoutes(route, deps), {
    outgoing: createOutgoing({ allow: [`127.0.0.1:${portOf(hook)}`], log }),
    mailer: createMailer({ url: mail.url, from: 'Guidepost <alerts@guides.example>' }),
    clock: () => new Date(Date.now() + offsetMs),
  });
});
afterAll(async () => {
  await t.close();
  hook.close();
  mail.close();
});
beforeEach(async () => {
  mail.letters.length = 0;
  calls.length = 0;
  answer = 200;
  await name({ alert_webhook_url: `http://127.0.0.1:${portOf(hook)}/hook`, alert_email: 'ann@guides.example' });
});

/** Past the form, which takes https alone: what listens here has no certificate. */
const name = (settings: Record<string, string>) =>
  t.deps.db
    .withTables<{ settings: Record<string, string> }>()
    .updateTable('settings')
    .set({ alert_severity: 'warning', ...settings })
    .execute();

let subjects = 0;
const trouble = (facts: Partial<Raised> = {}): Raised => ({
  kind: 'offer_link',
  severity: 'critical',
  subject: { kind: 'offer', id: (subjects += 1), name: 'Tea' },
  message: 'Its page is gone.',
  ...facts,
});

test('a new alert goes to the webhook and by e-mail, once', async () => {
  const raised = trouble();
  await raiseAlert(t.deps, raised);
  expect(await deliverAlerts(t.deps)).toBe(2);
  expect(calls).toMatchObject([
    {
      key: expect.stringMatching(/^alert-\d+$/),
      body: { text: expect.stringContaining('Tea: Its page is gone.'), severity: 'critical' },
    },
  ]);
  expect(mail.letters).toHaveLength(1);
  expect(mail.letters[0]).toContain('To: ann@guides.example');
  expect(mail.letters[0]).toMatch(/^Subject: \[.+\] Critical: Tea$/m);
  expect(mail.letters[0]).toContain('Its page is gone.');
  await raiseAlert(t.deps, raised);
  expect(await deliverAlerts(t.deps)).toBe(0);
});

test('one that grew worse goes again', async () => {
  const raised = trouble({ severity: 'warning' });
  await raiseAlert(t.deps, raised);
  await deliverAlerts(t.deps);
  await raiseAlert(t.deps, { ...raised, severity: 'critical' });
  expect(await deliverAlerts(t.deps)).toBe(2);
  expect(calls.map(({ body }) => body['severity'])).toEqual(['warning', 'critical']);
});

test('what is below the wanted severity, and what has no address, stays in the house', async () => {
  await name({ alert_severity: 'critical' });
  await raiseAlert(t.deps, trouble({ severity: 'warning' }));
  await name({ alert_webhook_url: '', alert_email: '' });
  await raiseAlert(t.deps, trouble());
  expect(await deliverAlerts(t.deps)).toBe(0);
  expect([calls.length, mail.letters.length]).toEqual([0, 0]);
});

test('a webhook that fails is tried again after a minute, and given up in the end', async () => {
  await name({ alert_email: '' });
  answer = 500;
  await raiseAlert(t.deps, trouble());
  expect(await deliverAlerts(t.deps)).toBe(0);
  expect(await deliverAlerts(t.deps)).toBe(0);
  expect(calls).toHaveLength(1);
  for (const minutes of [1, 5, 30, 120, 999]) {
    offsetMs += minutes * 60_000 + 1000;
    await deliverAlerts(t.deps);
  }
  expect(calls).toHaveLength(5);
  offsetMs = 0;
});

test('a test says whether a channel works', async () => {
  const path = '/api/admin/alerts/test';
  expect((await t.call('POST', path, { channel: 'email' })).body.message).toBe('Test e-mail sent.');
  expect(mail.letters[0]).toContain('This is a test. Nothing is wrong.');
  answer = 404;
  expect(await t.call('POST', path, { channel: 'webhook' })).toMatchObject({
    status: 400,
    body: { message: 'The test did not arrive: the webhook answered 404' },
  });
  await name({ alert_email: '' });
  const refused = await t.call('POST', path, { channel: 'email' });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['channel']]);
});
