import type { Browser, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { type Merchant, openMerchant } from './support/merchant.ts';
import { choose, chooseColumns, DESKTOP, expectSaid, PHONE, PICTURE } from './support/screen.ts';

const READER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const NETWORK = 'Harbour Partners';
const OFFER = 'Clearwell Filter Jug';
const GUIDE = 'Five filter jugs for hard water';
const SOURCE = 'Autumn newsletter';
const LINK = 'Filter jugs, autumn';

let merchant: Merchant;
test.beforeAll(async () => {
  merchant = await openMerchant();
});
test.afterAll(async () => merchant.close());

test.use({ viewport: DESKTOP });

test('a new administrator sets up the loop and sees a conversion arrive', async ({
  page,
  browser,
  context,
  server,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const open = async (label: string) => {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label }).click();
    await expect(page.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page');
  };

  await test.step('a wrong password is refused in the words of the server, the right one opens the shell', async () => {
    complaints.expect(/401/);
    await page.goto('/admin');
    await page.getByLabel('Username').fill(server.adminUsername);
    await page.getByLabel(/^Password/).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('The username or the password is wrong.');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByLabel(/^Password/).fill(server.adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Administrator')).toBeVisible();
  });

  const postbackUrl = await test.step('a network from a template shows its postback URL to copy', async () => {
    await open('Affiliate Networks');
    await page.getByRole('button', { name: 'Add network' }).click();
    const form = page.getByRole('dialog', { name: 'Add affiliate network' });
    await choose(form, 'Template', 'Generic network');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(NETWORK);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Affiliate network created.');
    const setup = page.getByRole('dialog', { name: `Postback setup: ${NETWORK}` });
    await setup.getByRole('button', { name: 'Copy Postback URL' }).click();
    await expect(setup.getByText('Copied')).toBeVisible();
    const url = await copied();
    expect(url).toBe(await setup.getByRole('textbox', { name: 'Postback URL' }).inputValue());
    await setup.getByRole('button', { name: 'Done' }).click();
    await expect(row(page, NETWORK)).toContainText('Generic network');
    return url;
  });

  await test.step('an offer of that network shows the address that visitors will get', async () => {
    await open('Manage Offers');
    await page.getByRole('button', { name: 'Add New Offer' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Offer' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(OFFER);
    await choose(form, 'Network', NETWORK);
    await form.getByRole('tab', { name: 'Links & macros' }).click();
    await form.getByRole('textbox', { name: 'Offer URL', exact: true }).fill(merchant.url);
    await expect(form.getByRole('textbox', { name: 'Final URL' })).toHaveValue(/\/product\?subid=\w+$/);
    await form.getByRole('tab', { name: 'Payout' }).click();
    await form.getByRole('textbox', { name: 'Payout', exact: true }).fill('40.00');
    await form.getByRole('tab', { name: 'Product facts' }).click();
    await form.getByRole('textbox', { name: 'Brand', exact: true }).fill('Clearwell');
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill('29.90');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Offer created successfully!');
    await expect(row(page, OFFER)).toContainText(NETWORK);
  });

  await test.step('a guide gets a product with picture, pros, cons and badge', async () => {
    await open('Manage Listicles');
    await page.getByRole('button', { name: 'Add New Listicle' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Listicle' });
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(GUIDE);
    await form.getByRole('textbox', { name: 'Author Name', exact: true }).fill('Ada Reed');
    await form.getByRole('textbox', { name: 'Description' }).fill('Which jug takes the lime out.');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Listicle created successfully!');
    // a new guide leads into its editor
    await expect(page).toHaveURL(/\/admin\/listicles\/\d+\/edit$/);
    await open('Manage Listicles');
    await row(page, GUIDE).getByRole('link', { name: 'Manage Items' }).click();
    await expect(page.getByRole('heading', { name: GUIDE })).toBeVisible();
    await page.getByRole('button', { name: 'Add Product' }).first().click();
    const item = page.getByRole('dialog', { name: 'Add Product' });
    await choose(item, 'Offer', OFFER);
    await choose(item, 'Badge', 'Best overall');
    await item.getByRole('tab', { name: 'Score' }).click();
    await item.getByRole('textbox', { name: 'Score', exact: true }).fill('9.2');
    await item.getByRole('tab', { name: 'Text' }).click();
    await item.getByRole('textbox', { name: 'Summary', exact: true }).fill('The jug that is simplest to refill.');
    await item.getByRole('textbox', { name: 'Pro 1' }).fill('Refills in a minute');
    await item.getByRole('textbox', { name: 'Pro 2' }).fill('Fits most fridge doors');
    await item.getByRole('textbox', { name: 'Con 1' }).fill('Cartridges are dear');
    await item.getByRole('tab', { name: 'Picture & button' }).click();
    await upload(page, PICTURE);
    await expect(item.getByRole('img', { name: 'Preview' })).toBeVisible();
    await item.getByRole('textbox', { name: 'Image description', exact: true }).fill('A glass jug with a white lid');
    await item.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Product added.');
    await expect(page.getByRole('list', { name: 'Products by rank' })).toContainText(
      /Clearwell Filter Jug.*Best overall/,
    );
  });

  await test.step('a traffic source', async () => {
    await open('Traffic Sources');
    await page.getByRole('button', { name: 'Add source' }).click();
    const form = page.getByRole('dialog', { name: 'Add traffic source' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(SOURCE);
    await choose(form, 'Type', 'E-mail');
    await form.getByRole('tab', { name: 'Click id & parameters' }).click();
    await form.getByRole('textbox', { name: 'utm_source', exact: true }).fill('autumn-letter');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Traffic source created.');
    await expect(row(page, SOURCE)).toContainText('E-mail');
  });

  const shortUrl = await test.step('a tracking link leads to the guide by weight', async () => {
    await open('Tracking Links');
    await page.getByRole('button', { name: 'Add tracking link' }).click();
    const form = page.getByRole('dialog', { name: 'Add tracking link' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(LINK);
    await choose(form, 'Traffic source', SOURCE);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectSaid(page, 'Tracking link created.');
    const destinations = page.getByRole('dialog', { name: `Destinations: ${LINK}` });
    await destinations.getByRole('button', { name: 'Add destination' }).click();
    const add = page.getByRole('dialog', { name: 'Add destination' });
    await choose(add, 'Guide', new RegExp(GUIDE));
    await add.getByRole('textbox', { name: 'Weight', exact: true }).fill('60');
    await add.getByRole('button', { name: 'Add' }).click();
    await expect(destinations.getByRole('list', { name: 'Destinations' })).toContainText(`${GUIDE}Guide`);
    await expect(destinations.getByText('100.0 %')).toBeVisible();
    await destinations.getByRole('button', { name: 'Copy Short URL' }).click();
    await expect(destinations.getByText('Copied')).toBeVisible();
    await destinations.getByRole('button', { name: 'Done' }).click();
    return copied();
  });

  const clickId = await test.step('a visitor comes by the link, reads the guide and follows the product', () =>
    visit(browser, shortUrl, (reader) => complaints.watch(reader)));

  await test.step('the network reports a sale, and it stands under Conversion Stats', async () => {
    const filled = postbackUrl
      .replace('{click_id}', clickId)
      .replace('{payout}', '31.50')
      .replace('{transaction_id}', 'order-77')
      .replace('{status}', 'approved');
    expect(filled).not.toContain('{');
    expect((await fetch(filled)).status).toBe(200);
    await expect(async () => {
      await page.goto('/admin/conversion-stats');
      const sale = row(page, 'order-77');
      // on a busy machine the screen alone takes some seconds
      await expect(sale).toBeVisible({ timeout: 15_000 });
      await expect(sale).toContainText(OFFER);
      await chooseColumns(page, ['Network', 'utm_source', 'Attribution']);
      for (const text of ['Approved', '$31.50', NETWORK, GUIDE, SOURCE, 'autumn-letter', 'matched'])
        await expect(sale).toContainText(text);
      // the sums come from the event store, a moment later
      await expect(figure(page, 'Approved')).toHaveText('1', { timeout: 15_000 });
      await expect(figure(page, 'Payout confirmed')).toHaveText('$31.50');
    }).toPass();
  });

  await test.step('Listicle Stats tells what the guide earned', async () => {
    await open('Listicle Stats');
    await expect(async () => {
      // what the reader did comes into the sums by another way than what the network said
      await page.reload();
      await expect(figure(page, 'Views')).toHaveText('1', { timeout: 15_000 });
      await expect(figure(page, 'Clicks')).toHaveText('1');
      await expect(figure(page, 'Conversions')).toHaveText('1');
      await expect(figure(page, 'Revenue confirmed')).toHaveText('$31.50');
    }).toPass();
    const earned = row(page, GUIDE);
    await expect(earned).toContainText('100.0%');
    await earned.getByRole('button', { name: 'Products by position' }).click();
    await expect(page.getByRole('dialog').getByRole('row', { name: OFFER })).toContainText('$31.50');
  });
});

test.describe('Sign Out', () => {
  // on the server a session of its own, since it ends here
  test.use({ isSignedIn: false });

  for (const [where, viewport] of [
    ['on a desktop', DESKTOP],
    ['on a phone', PHONE],
  ] as const)
    test(`Sign Out ${where} forgets the token, and /admin asks for a login again`, async ({ page, server }) => {
      await page.setViewportSize(viewport);
      await page.goto('/login');
      await page.getByLabel('Username').fill(server.adminUsername);
      await page.getByLabel(/^Password/).fill(server.adminPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(/\/admin\/stats$/);
      const token = await page.evaluate(() => localStorage.getItem('token'));
      expect(token).toBeTruthy();

      if (viewport === PHONE) await page.getByRole('button', { name: 'Open navigation' }).click();
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      const me = () => fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
      await expect.poll(async () => (await me()).status).toBe(401);

      await page.goto('/admin');
      await expect(page).toHaveURL(/\/login(\?|$)/);
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    });
});

/** Follows the link as a reader with a browser of its own does. @returns the click id that the shop received */
async function visit(browser: Browser, shortUrl: string, watch: (page: Page) => void): Promise<string> {
  const reader = await browser.newContext({ userAgent: READER_AGENT, viewport: PHONE });
  try {
    const page = await reader.newPage();
    watch(page);
    await page.goto(shortUrl);
    await expect(page).toHaveURL(/\/listicles\/\d+\?/);
    await expect(page.getByRole('heading', { level: 1, name: GUIDE })).toBeVisible();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: OFFER }) });
    for (const text of ['Best overall', '9.2', '$29.90', 'Refills in a minute', 'Cartridges are dear'])
      await expect(card).toContainText(text);
    await expect(card.getByRole('img', { name: 'A glass jug with a white lid' })).toBeVisible();
    await card.getByRole('link', { name: new RegExp(`Check price.*${OFFER}`) }).click();
    await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
    expect(merchant.arrivals).toHaveLength(1);
    const clickId = merchant.arrivals[0]!.get('subid');
    expect(clickId).toMatch(/^\w{20,}$/);
    expect(await reader.cookies()).toEqual([]);
    return clickId!;
  } finally {
    await reader.close();
  }
}

/** The row of a table that holds this text. */
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A figure at the head of a report. */
const figure = (page: Page, label: string) =>
  page
    .getByLabel('Key figures')
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition')
    .first();

async function upload(page: Page, file: typeof PICTURE): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload image' }).click();
  await (await choosing).setFiles(file);
}
