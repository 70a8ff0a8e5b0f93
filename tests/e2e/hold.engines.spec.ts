import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { createAdmin } from '../journey/http.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { type Merchant, openMerchant } from './support/merchant.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE } from './support/screen.ts';

/** Longer than the test: the postback waits in the backup. */
const DELAY_SECONDS = 3000;
const READER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const KEY = { BACKUP_PASSPHRASE: 'a passphrase of the tests' };

type Made<Data = object> = { data: Data & { id: number } };

let folder: string;
/** The traffic source that is told. */
let source: Merchant;
let restored: TestServer | undefined;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-hold-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  source = await openMerchant();
});
test.afterAll(async () => {
  await restored?.stop();
  await source?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const env = () => ({ SAMPLE: 'off', OUTGOING_ALLOW: new URL(source.url).host });

/** A site that has sold something and is about to tell its source, as a backup. */
async function backUp(): Promise<string> {
  const place = join(folder, 'place');
  const server = await startServer({ env: env() });
  try {
    const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
    const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
      name: 'Network',
      click_param: 'cid',
    });
    const offer = await admin.post<Made>('/admin/offers', {
      name: 'Shop',
      url: 'https://shop.example/',
      network_id: network.data.id,
    });
    const ads = await admin.post<Made>('/admin/traffic-sources', {
      name: 'Ads',
      click_id_param: 'xid',
      postback_enabled: true,
      postback_url: `${source.url}?click={external_id}&sum={payout}`,
      delay_seconds: DELAY_SECONDS,
    });
    const link = await admin.post<Made>('/admin/tracking-links', {
      name: 'Ads',
      slug: 'ads',
      traffic_source_id: ads.data.id,
    });
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, {
      type: 'offer',
      target_id: offer.data.id,
      weight: 1,
    });
    let clickId: string | undefined;
    // the first may come before the router has heard of the link
    await expect.poll(async () => (clickId = await click(server.url))).toBeDefined();
    const told = `${new URL(network.data.postback_url).pathname}?cid=${clickId}&txid=T1&payout=2.50&status=approved`;
    expect((await fetch(`${server.url}${told}`)).status).toBe(200);
    // found its click, and is queued
    await expect.poll(() => waiting(server.dataDir)).toBe(1);
    expect(await runScript('backup.ts', [place], { DATA_DIR: server.dataDir, ...KEY })).toMatchObject({ code: 0 });
  } finally {
    await server.stop();
  }
  return place;
}

/** @returns the id of a click that went to the shop; undefined for one that did not */
async function click(origin: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/go/ads?xid=Tab.1`, { redirect: 'manual', headers: { 'user-agent': READER } });
  return new URL(answer.headers.get('location') ?? '/', origin).searchParams.get('cid') ?? undefined;
}

async function ask(dataDir: string, query: string): Promise<{ count: string }[]> {
  const client = new pg.Client({ connectionString: urlOfRunning(dataDir) });
  await client.connect();
  try {
    return (await client.query<{ count: string }>(query)).rows;
  } finally {
    await client.end();
  }
}

const QUEUE = `graphile_worker._private_jobs where task_id in
  (select id from graphile_worker._private_tasks where identifier = 'postback_out')`;
const waiting = async (dataDir: string): Promise<number> =>
  Number((await ask(dataDir, `select count(*) from ${QUEUE}`))[0]!.count);

test.use({ viewport: DESKTOP });

test('a site that was restored tells nobody anything until a person has seen what, and then tells it once', async ({
  page,
}) => {
  const place = await backUp();
  const dataDir = join(folder, 'restored');
  expect(await runScript('restore.ts', [place], { DATA_DIR: dataDir, ...KEY })).toMatchObject({ code: 0, err: '' });
  restored = await startServer({ env: env(), folder: dataDir });
  // its time has come meanwhile
  await ask(dataDir, `update graphile_worker._private_jobs set run_at = now() where id in (select id from ${QUEUE})`);

  await page.goto(`${restored.url}/admin/server-health`);
  await page.getByLabel('Username').fill(restored.adminUsername);
  await page.getByLabel(/^Password/).fill(restored.adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const hold = page.getByRole('alert').filter({ hasText: 'Nothing is sent out' });
  await expect(hold.getByRole('list', { name: 'What waits' })).toHaveText('Postbacks to Ads: 1 of before the restore');
  await expectNoAxeFindings(page, 'the hold');
  for (const size of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await hold.getByRole('button', { name: 'Send' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send What Waits' });
  await expect(question).toContainText('Cannot be undone: What was sent stays sent.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await sleep(2000);
  expect([source.arrivals.length, await waiting(dataDir)]).toEqual([0, 1]);

  await hold.getByRole('button', { name: 'Send' }).click();
  await question.getByRole('button', { name: 'Send' }).click();
  await expectSaid(page, 'What waits is being sent.');
  await expect(hold).toBeHidden();
  await expect.poll(() => source.arrivals.map(String)).toEqual(['click=Tab.1&sum=2.50']);
  await expect.poll(() => waiting(dataDir)).toBe(0);
  expect(source.arrivals).toHaveLength(1);

  await page.goto(`${restored.url}/admin/traffic-sources`);
  await page.getByRole('button', { name: /ostback log/ }).click();
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: 'HTTP 200' })).toContainText('Sent');
});
