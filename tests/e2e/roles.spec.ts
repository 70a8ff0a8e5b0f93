import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { colleague } from './support/people.ts';
import { choose, DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE } from './support/screen.ts';

const GUIDE = 'Four kettles that pour slowly';
const MONEY = /revenue|payout|epc|rpm|\bcost|profit|\$\d/i;

const TABLET = { width: 768, height: 1024 };

test.use({ viewport: DESKTOP });

const nav = (page: Page) => page.getByRole('navigation', { name: 'Admin' });
const openFrom = async (page: Page, label: string): Promise<void> => {
  await nav(page).getByRole('link', { name: label, exact: true }).click();
  await expect(nav(page).getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page');
};
const settled = (page: Page) => expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A screen as its reader meets it: nothing broken, nothing too wide at any of the sizes. */
async function looksRight(page: Page, what: string): Promise<void> {
  await settled(page);
  await expectNoAxeFindings(page, what, { without: ['iframe'] });
  for (const size of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
}

test('an editor writes, schedules and publishes a guide without meeting money or a dead end', async ({
  browser,
  baseURL,
  api,
  complaints,
}) => {
  test.setTimeout(300_000);
  const { page, refused } = await colleague(
    { browser, baseURL: baseURL!, api, complaints },
    'edith',
    'editor',
    DESKTOP,
  );

  await test.step('the first screen tells numbers without money', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Editor');
    await looksRight(page, 'Listicle Stats of an editor');
    await expect(page.getByRole('main')).not.toContainText(MONEY);
    await page.getByRole('button', { name: 'Products by position' }).first().click();
    await expect(page.getByRole('dialog')).not.toContainText(MONEY);
    await page.getByRole('button', { name: 'Done' }).click();
    for (const label of ['Affiliate Networks', 'Costs', 'Reports', 'Team', 'Site Settings', 'Audit Log'])
      await expect(nav(page).getByRole('link', { name: label, exact: true })).toHaveCount(0);
  });

  await test.step('a guide is written, with a product of an offer that is there', async () => {
    await openFrom(page, 'Manage Listicles');
    await page.getByRole('button', { name: 'Add New Listicle' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Listicle' });
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(GUIDE);
    await form.getByRole('textbox', { name: 'Author Name', exact: true }).fill('Edith Reed');
    await form.getByRole('textbox', { name: 'Description' }).fill('Which kettle pours where it should.');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Listicle created successfully!');
    await expect(page).toHaveURL(/\/admin\/listicles\/\d+\/edit$/);
    await looksRight(page, 'the guide editor of an editor');
    await page.getByRole('link', { name: /^Products/ }).click();
    await page.getByRole('button', { name: 'Add Product' }).first().click();
    const item = page.getByRole('dialog', { name: 'Add Product' });
    await expect(item.getByRole('button', { name: /New offer/ })).toHaveCount(0);
    await choose(item, 'Offer', 'Fernwell Steel 750');
    await item.getByRole('tab', { name: 'Text' }).click();
    await item.getByRole('textbox', { name: 'Summary', exact: true }).fill('Pours slowly, and where it should.');
    await item.getByRole('textbox', { name: 'Pro 1' }).fill('Pours slowly');
    await item.getByRole('textbox', { name: 'Con 1' }).fill('Boils slowly, too');
    await item.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, /^Product added/);
    await expect(page.getByRole('list', { name: 'Products by rank' })).toContainText('Fernwell Steel 750');
    await looksRight(page, 'the products of an editor');
    await expect(page.getByRole('main')).not.toContainText(MONEY);
  });

  await test.step('it is scheduled, then published at once, and readers have it', async () => {
    await page.goto(page.url().replace(/items.*$/, 'edit'));
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page.getByLabel('Publish at', { exact: true }).fill('2099-01-02T03:04');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSaid(page, 'Listicle updated successfully!');
    await page.getByRole('button', { name: 'Cancel publishing' }).click();
    await page.getByRole('tab', { name: 'General' }).click();
    await choose(page.getByRole('main'), 'Status', 'Published');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSaid(page, 'Listicle updated successfully!');
    const { data } = await api<{ data: { slug: string; id: number }[] }>(
      'GET',
      `/admin/listicles?search=${encodeURIComponent(GUIDE)}`,
    );
    const html = await (await fetch(`${baseURL}/listicles/${data[0]!.slug}`)).text();
    expect(html).toContain(GUIDE);
    const { data: changes } = await api<{ data: { actor: string }[] }>('GET', '/settings/audit?entity=guide');
    expect(changes[0]!.actor).toBe('edith');
  });

  await test.step('offers are there to look at; what is not open says whom to ask', async () => {
    await openFrom(page, 'Manage Offers');
    await looksRight(page, 'Manage Offers of an editor');
    await expect(page.getByRole('main')).not.toContainText(/payout\b.*\d|\d+\.\d\d per/i);
    await expect(page.getByRole('main').getByRole('button', { name: /\b(Edit|Delete|Add New)\b/ })).toHaveCount(0);
    for (const label of ['Manage Content', 'People', 'Categories', 'Media Library', 'Trash', 'API Keys']) {
      await openFrom(page, label);
      await looksRight(page, `${label} of an editor`);
    }
    await page.goto('/admin/costs');
    await expect(page.getByRole('heading', { level: 1, name: 'Not open to your role' })).toBeVisible();
    await expect(page.getByText('Ask an administrator: admin.')).toBeVisible();
    await looksRight(page, 'a screen that is not open');
  });
  expect(refused).toEqual([]);
});

test('an analyst finds the campaign that loses money, and can change nothing', async ({
  browser,
  baseURL,
  api,
  complaints,
}) => {
  test.setTimeout(300_000);
  // a source and a link of its own: other tests make some too
  const made = async (path: string, body: object) =>
    (await api<{ data: { id: number; url: string } }>('POST', path, body)).data;
  const source = await made('/admin/traffic-sources', { name: 'Ads that an analyst looks at' });
  const link = await made('/admin/tracking-links', { name: 'An analyst looks at it', traffic_source_id: source.id });
  await api('POST', `/admin/tracking-links/${link.id}/destinations`, { type: 'listicle', target_id: 1 });
  const headers = { 'user-agent': await agentOf(browser) };
  for (const campaign of ['autumn-good', 'autumn-bad', 'autumn-bad']) {
    const path = `${new URL(link.url).pathname}?utm_campaign=${campaign}`;
    expect((await fetch(`${baseURL}${path}`, { headers, redirect: 'manual' })).status).toBe(302);
  }
  const day = new Date().toISOString().slice(0, 10);
  const asked = `dimensions=utm_campaign&metrics=visits&link_id=${link.id}`;
  await expect
    .poll(async () => (await api<{ data: unknown[] }>('GET', `/admin/stats/report?${asked}`)).data.length)
    .toBe(2);
  const cost = { source_id: source.id, date_from: day, date_to: day, currency: 'USD' };
  await api('POST', '/admin/costs', { ...cost, amount: '30' });
  const { page, refused } = await colleague(
    { browser, baseURL: baseURL!, api, complaints },
    'anna',
    'analyst',
    DESKTOP,
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();

  await test.step('the report by campaign shows the loss', async () => {
    await openFrom(page, 'Reports');
    await choose(page.getByRole('main'), 'Group by', 'utm_campaign');
    await page.goto(`${page.url()}&metrics=visits,cost,profit,roi&sortBy=profit&order=asc&link_id=${link.id}`);
    await settled(page);
    await expect(page.getByRole('row').nth(1)).toContainText('autumn-bad');
    await expect(page.getByRole('row').nth(1)).toContainText('-$20.00');
    await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
    await looksRight(page, 'Reports of an analyst');
  });

  await test.step('every list is there to look at, and nothing in it to change', async () => {
    for (const label of [
      'Content Stats',
      'Conversion Stats',
      'Offer Performance',
      'Manage Offers',
      'Manage Content',
      'Manage Listicles',
      'Affiliate Networks',
      'Traffic Sources',
      'Tracking Links',
      'Costs',
      'People',
      'Categories',
      'Media Library',
      'Trash',
      'Alerts',
      'API Keys',
    ]) {
      await openFrom(page, label);
      await looksRight(page, `${label} of an analyst`);
      const changing = /^(Add|Edit|Delete|Import|Upload|Undo|Duplicate|Close|Save|Move|Replace|Bring back)\b/;
      await expect(page.getByRole('main').getByRole('button', { name: changing })).toHaveCount(0);
    }
    await openFrom(page, 'Tracking Links');
    for (const [button, title] of [
      ['Destinations', /^Destinations/],
      ['Rules and simulator', /^Rules/],
    ] as const) {
      await page.getByRole('main').getByRole('button', { name: 'Actions' }).first().click();
      await page.getByRole('menuitem', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
      await expect(dialog.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: /^(Add|Edit|Remove|Pause|Split|Auto)/ })).toHaveCount(0);
      await expect(dialog.getByRole('slider')).toHaveCount(0);
      await expectNoAxeFindings(page, `${button} of an analyst`);
      await dialog.getByRole('button', { name: 'Done' }).click();
    }
    await page.getByRole('main').getByRole('link', { name: 'Stats' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tracking Link Stats' })).toBeVisible();
    await looksRight(page, 'the stats of a link of an analyst');
  });

  await test.step('a key to the numbers is made and works', async () => {
    await openFrom(page, 'API Keys');
    await page.getByRole('button', { name: 'Make a key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Make a key' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('The spreadsheet');
    await expect(form.getByRole('checkbox', { name: /^Change/ })).toHaveCount(0);
    await form.getByRole('button', { name: 'Make key' }).click();
    await expect(form.getByText('Must name one at least.')).toBeVisible();
    await form.getByRole('checkbox', { name: /^Read numbers/ }).check();
    await expectNoAxeFindings(page, 'the form of a key');
    await form.getByRole('button', { name: 'Make key' }).click();
    const made = page.getByRole('dialog', { name: 'Key The spreadsheet' });
    const key = await made.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    const example = await made.getByRole('textbox', { name: 'Example call' }).inputValue();
    await expectNoAxeFindings(page, 'a new key');
    await made.getByRole('button', { name: 'Done' }).click();
    const [, url] = /"(http[^"]*)"$/.exec(example)!;
    const reply = await fetch(url!, { headers: { authorization: `Bearer ${key}` } });
    expect([reply.status, Object.keys((await reply.json()) as object)]).toEqual([
      200,
      expect.arrayContaining(['data']),
    ]);
    await page.reload();
    await expect(row(page, 'The spreadsheet')).toContainText('Read numbers');
    await row(page, 'The spreadsheet').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectSaid(page, 'The key The spreadsheet is revoked.');
    expect((await fetch(url!, { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
  });
  expect(refused).toEqual([]);
});

test('a role that needs a second factor is led to set one up, and goes on where it stood', async ({
  browser,
  baseURL,
  api,
  complaints,
}) => {
  complaints.expect(/403/);
  const { page } = await colleague({ browser, baseURL: baseURL!, api, complaints }, 'otto', 'editor', PHONE);
  await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();
  await api('PUT', '/settings/team/second-factor', { editor: new Date(Date.now() - 1000).toISOString() });
  try {
    await page.goto('/admin/people');
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your second factor' })).toBeVisible();
    await looksRight(page, 'the second factor that is asked for');
    await page.getByRole('main').getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up the second factor' });
    const secret = (await setup.getByRole('textbox', { name: 'Key' }).inputValue()).replaceAll(' ', '');
    await setup.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await setup.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
    await settled(page);
  } finally {
    await api('PUT', '/settings/team/second-factor', { editor: null });
  }
});

test('a new role is there with the next load of the page', async ({ browser, baseURL, api, complaints }) => {
  const { page } = await colleague({ browser, baseURL: baseURL!, api, complaints }, 'nora', 'editor', DESKTOP);
  await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();
  await expect(nav(page).getByRole('link', { name: 'Costs', exact: true })).toHaveCount(0);
  const { data } = await api<{ data: { id: number; username: string }[] }>('GET', '/settings/team');
  await api('PUT', `/settings/team/${data.find((one) => one.username === 'nora')!.id}`, { role: 'analyst' });
  await page.reload();
  await expect(nav(page).getByRole('link', { name: 'Costs', exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Analyst');
});

test('the API reference lets one try a call with a key', async ({ page, api }) => {
  const made = { name: 'Reference', scopes: ['read:commerce'], days: 1 };
  const { key } = await api<{ key: string }>('POST', '/settings/keys', made);
  await page.goto('/api/docs');
  await page.getByPlaceholder('Token').or(page.locator('input[type=password]')).first().fill(key);
  // the reference draws what comes into sight
  await page.goto('/api/docs#tag/costs/GET/api/admin/costs');
  await page.locator('button:has-text("Test Request")', { hasText: '/api/admin/costs' }).first().click();
  const [reply] = await Promise.all([
    page.waitForResponse(/\/api\/admin\/costs/),
    page.getByRole('button', { name: /Send/ }).last().click(),
  ]);
  expect([reply.status(), await reply.request().headerValue('authorization')]).toEqual([200, `Bearer ${key}`]);
});

async function agentOf(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  const name = await page.evaluate(() => navigator.userAgent);
  await page.close();
  return name.replace('HeadlessChrome', 'Chrome');
}
