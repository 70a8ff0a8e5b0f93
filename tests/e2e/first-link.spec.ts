import type { Locator, Page } from '@playwright/test';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from './support/fixtures.ts';
import { type Merchant, openMerchant } from './support/merchant.ts';
import { DESKTOP, expectSaid } from './support/screen.ts';

/** Slow for a person who knows what they want: a press with the way to it, and a key. */
const SECONDS = { press: 2, key: 0.25 };
const LIMIT_S = 120;
const MOST_PRESSES = 40;

let merchant: Merchant;
let empty: TestServer;
test.beforeAll(async () => {
  merchant = await openMerchant();
  empty = await startServer({ env: { SAMPLE: 'off' } });
});
test.afterAll(async () => {
  await empty?.stop();
  await merchant?.close();
});

test.use({ viewport: DESKTOP });

test('from an empty site to a tracking link that works, for a named source and a named network', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const hand = createHand(page);
  const { press, choose, type } = hand;
  const open = async (label: string) => {
    await press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label }));
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  };

  await page.goto(`${empty.url}/admin`);
  await page.getByLabel('Username').fill(empty.adminUsername);
  await page.getByLabel(/^Password/).fill(empty.adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Listicle Stats' })).toBeVisible();

  const postbackUrl = await test.step('the network: its template knows everything', async () => {
    await open('Affiliate Networks');
    await press(page.getByRole('button', { name: 'Add network' }).first());
    const form = page.getByRole('dialog', { name: 'Add affiliate network' });
    await choose(form, 'Template', 'ClickBank');
    await press(form.getByRole('button', { name: 'Save' }));
    const setup = page.getByRole('dialog', { name: 'Postback setup: ClickBank' });
    await press(setup.getByRole('button', { name: 'Copy Postback URL' }));
    await expect(setup.getByText('Copied')).toBeVisible();
    await press(setup.getByRole('button', { name: 'Done' }));
    return copied();
  });

  await test.step('the offer: a name and the link that the network gave', async () => {
    await open('Manage Offers');
    await press(page.getByRole('button', { name: 'Add New Offer' }).first());
    const form = page.getByRole('dialog', { name: 'Add New Offer' });
    await type(form.getByRole('textbox', { name: 'Name', exact: true }), 'Filter Jug');
    await choose(form, 'Network', 'ClickBank');
    await press(form.getByRole('tab', { name: 'Links & macros' }));
    await type(form.getByRole('textbox', { name: 'Offer URL', exact: true }), merchant.url, 'paste');
    await expect(form.getByRole('textbox', { name: 'Final URL' })).toHaveValue(/[?&]tid=\w+/);
    await press(form.getByRole('button', { name: 'Save' }));
    await expectSaid(page, 'Offer created successfully!');
  });

  await test.step('the source: its template knows everything', async () => {
    await open('Traffic Sources');
    await press(page.getByRole('button', { name: 'Add source' }).first());
    const form = page.getByRole('dialog', { name: 'Add traffic source' });
    await choose(form, 'Template', 'Taboola');
    await press(form.getByRole('button', { name: 'Save' }));
    await expectSaid(page, 'Traffic source created.');
  });

  const adUrl = await test.step('the link: from the source to the offer', async () => {
    await open('Tracking Links');
    await press(page.getByRole('button', { name: 'Add tracking link' }).first());
    const form = page.getByRole('dialog', { name: 'Add tracking link' });
    await type(form.getByRole('textbox', { name: 'Name', exact: true }), 'Jug ad');
    await choose(form, 'Traffic source', 'Taboola');
    await press(form.getByRole('button', { name: 'Save' }));
    const destinations = page.getByRole('dialog', { name: 'Destinations: Jug ad' });
    await press(destinations.getByRole('button', { name: 'Add destination' }));
    const add = page.getByRole('dialog', { name: 'Add destination' });
    await choose(add, 'Type', 'Offer');
    await choose(add, 'Offer', /Filter Jug/);
    await press(add.getByRole('button', { name: 'Add' }));
    await press(destinations.getByRole('button', { name: 'Done' }));
    await press(page.getByRole('button', { name: 'Actions' }).first());
    await press(page.getByRole('menuitem', { name: 'Ad URL and QR code' }));
    const share = page.getByRole('dialog', { name: 'Share Jug ad' });
    await press(share.getByRole('button', { name: 'Copy Ad URL' }));
    await expect(share.getByText('Copied')).toBeVisible();
    return copied();
  });

  await test.step('an ad click and a sale come all the way through', async () => {
    expect(adUrl).toMatch(/\/go\/[\w-]+\?click_id=\{click_id\}&/);
    const clicked = adUrl.replace('{click_id}', 'TabCase.1').replace(/\{(\w+)\}/g, '$1-7');
    const answer = await fetch(clicked, { redirect: 'manual', headers: { 'user-agent': READER } });
    const location = new URL(answer.headers.get('location')!);
    const clickId = location.searchParams.get('tid')!;
    expect(location.href.startsWith(merchant.url)).toBe(true);
    const said = postbackUrl
      .replace('{tid}', clickId)
      .replace('{affiliate_earnings}', '12.50')
      .replace('{event_id}', 'T1')
      .replace('{event_type}', 'PURCHASE');
    expect(((await (await fetch(said)).json()) as { ok: boolean }).ok).toBe(true);
  });

  const { presses, keys } = hand.used();
  const seconds = presses * SECONDS.press + keys * SECONDS.key;
  console.log(`first link: ${presses} presses and ${keys} keys, about ${Math.round(seconds)} seconds`);
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  expect(seconds).toBeLessThanOrEqual(LIMIT_S);
});

const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Presses and types, and counts both. */
function createHand(page: Page) {
  let presses = 0;
  let keys = 0;
  const press = async (what: Locator): Promise<void> => {
    presses += 1;
    await what.click();
  };
  return {
    press,
    async choose(within: Locator, label: string, option: string | RegExp): Promise<void> {
      await press(within.getByRole('combobox', { name: new RegExp(`^${label}`) }));
      await press(page.getByRole('option', { name: option }).first());
    },
    /** @param how what is in the clipboard already costs two keys */
    async type(into: Locator, text: string, how: 'by hand' | 'paste' = 'by hand'): Promise<void> {
      presses += 1;
      keys += how === 'paste' ? 2 : text.length;
      await into.fill(text);
    },
    used: () => ({ presses, keys }),
  };
}
