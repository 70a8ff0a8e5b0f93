import { readFile } from 'node:fs/promises';
import { expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, expectSaid, PHONE } from './support/screen.ts';

test.use({ isSignedIn: true, viewport: DESKTOP });

type Made = { data: { id: number } };

test('a link is renamed, shared and taken out as a file, and its old address still leads somewhere', async ({
  page,
  api,
  server,
}) => {
  await api<Made>('POST', '/admin/tracking-links', {
    name: 'Spring tools',
    slug: 'spring-tools',
    fallback_url: '/about',
  });
  await page.goto('/admin/tracking-links?search=Spring+tools');
  await page.getByRole('button', { name: 'Edit tracking link' }).click();
  await page.getByLabel('Slug').fill('summer-tools');
  await expect(page.getByText('/go/spring-tools leads here for 90 more days')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectSaid(page, 'saved');
  // what is edited next is the row as the list shows it
  await expect(page.getByRole('row').filter({ hasText: '/go/summer-tools' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit tracking link' }).click();
  await expect(page.getByText('/go/spring-tools, until')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .poll(async () => {
      const answer = await fetch(`${server.url}/go/spring-tools`, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')?.split('?')[0]];
    })
    .toEqual([302, '/about']);

  await page.getByRole('button', { name: 'Actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Ad URL and QR code' }).click();
  await page.getByLabel('utm_source').fill('mail & more');
  await expect(page.getByRole('textbox', { name: 'URL with UTM Values' })).toHaveValue(
    /\/go\/summer-tools\?utm_source=mail\+%26\+more$/,
  );
  for (const [button, ending, begins] of [
    ['Download SVG', 'svg', '<svg xmlns'],
    ['Download PNG', 'png', '\u0089PNG'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`summer-tools.${ending}`);
    expect((await readFile(await file.path())).toString('latin1').slice(0, begins.length)).toBe(begins);
  }
  await page.getByRole('button', { name: 'Done' }).click();

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^tracking-links-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await csv.path(), 'utf8');
  expect(text.split('\r\n')[1]).toMatch(/^Spring tools,summer-tools,active/);

  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Tracking links as CSV').fill(text);
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByText('1 of 1 rows cannot be imported. Nothing was written.')).toBeVisible();
  await page.getByLabel('Tracking links as CSV').fill(text.replace('summer-tools', 'autumn-tools'));
  await page.getByRole('button', { name: 'Try It' }).click();
  await page.getByRole('button', { name: 'Import 1' }).click();
  await expectSaid(page, '1 tracking link imported.');
  await expect(page.getByText('/go/autumn-tools')).toBeVisible();
});

test('an alert is found by the bell, read, snoozed and gone from the open ones', async ({ page, api }) => {
  const offer = await api<Made>('POST', '/admin/offers', {
    name: 'A shop of nowhere',
    url: 'https://nowhere.invalid/?s={click_id}',
  });
  // a name that is known nowhere counts after three looks
  for (let look = 0; look < 3; look += 1) await api('POST', `/admin/offers/${offer.data.id}/check-link`);
  await page.goto('/admin/stats');
  await page.getByRole('link', { name: /^Alerts, \d+ unread$/ }).click();
  const row = page.getByRole('row', { name: /A shop of nowhere/ });
  await expect(row).toContainText('Its host name is not known.');
  await row.getByRole('button', { name: 'Show Alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'A shop of nowhere' });
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'For a Week' }).click();
  await expectSaid(page, 'Alert snoozed.');
  await expect(row).toHaveCount(0);
});

test('a test that reaches nobody is told, and demo rows are tagged and cleared', async ({ page, api }) => {
  await api('POST', '/admin/traffic-sources', { name: 'Tools source', postback_url: 'https://nowhere.invalid/pb' });
  await page.goto('/admin/traffic-sources?search=Tools+source');
  await page.getByRole('button', { name: 'Postback log' }).click();
  await page.getByRole('button', { name: 'Send a Test' }).click();
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText('Switch this on first')).toBeVisible();
  await page.getByLabel('Send it to Tools source').check();
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByRole('dialog', { name: 'Test Postback' })).toContainText('name_not_found');
  await page.getByRole('dialog', { name: 'Test Postback' }).getByRole('button', { name: 'Done' }).click();
  // while the log is still without a row, its empty state offers the same
  await expect(page.getByText('TEST', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Demo postbacks' }).click();
  await page.getByRole('button', { name: 'Write demo rows' }).click();
  await expect(page.getByText('DEMO', { exact: true })).toHaveCount(5);
  await page.getByRole('button', { name: 'Clear demo rows' }).click();
  await expect(page.getByText('DEMO', { exact: true })).toHaveCount(0);
  await expect(page.getByText('TEST', { exact: true })).toHaveCount(1);
});

test('on a phone nothing of it scrolls sideways', async ({ page, api }) => {
  await api('POST', '/admin/tracking-links', { name: 'Phone tools', slug: 'phone-tools' });
  await page.setViewportSize(PHONE);
  await page.goto('/admin/alerts');
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/admin/tracking-links?search=Phone+tools');
  await page.getByRole('button', { name: 'Actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Ad URL and QR code' }).click();
  await expect(page.getByRole('img', { name: /QR code of/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
