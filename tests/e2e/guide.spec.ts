import type { Locator, Page } from '@playwright/test';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE } from './support/screen.ts';

type Saved = { data: { id: number } };

const NAMES = ['Steel kettle', 'Glass kettle', 'Clay kettle'];
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3);

let path = '';

test.beforeAll(async ({ api }) => {
  path = `/listicles/${await makeGuide(api)}`;
});

/** Nothing on the page of a guide needs a script. */
test.use({ javaScriptEnabled: false });

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('each row of the comparison is a card that names its values', async ({ page }) => {
    await page.goto(path);
    const rows = page.locator('.compare tbody tr');
    await expect(rows).toHaveCount(3);
    const [first, second] = [await boxOf(rows.nth(0)), await boxOf(rows.nth(1))];
    expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
    const label = await rows
      .first()
      .locator('td[data-label="Material"]')
      .evaluate((cell) => getComputedStyle(cell, '::before').content);
    expect(label).toContain('Material');
    await expectNoSidewaysScroll(page);
  });

  test('the button of the card that is read stays on the screen', async ({ page }) => {
    await page.goto(path);
    await lookAt(page, card(page, 1).getByRole('heading', { name: 'Pros' }));
    const button = card(page, 1).getByRole('link', { name: /^Check price/ });
    await expect(button).toBeInViewport({ ratio: 1 });
    const edges = await page
      .locator('.dock > div')
      .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().bottom)));
    // at the edge of the screen stands this one and no other
    expect(edges.map((edge) => edge === PHONE.height)).toEqual([false, true, false]);
  });

  test('the cross lets the bars go, and so does the box above the cards', async ({ page }) => {
    await page.goto(path);
    const box = page.getByRole('checkbox', { name: 'Do not keep the buttons on the screen' });
    const second = card(page, 1);
    await lookAt(page, second.getByRole('heading', { name: 'Pros' }));
    await second.locator('.dock-close').click();
    await expect(second.getByRole('link', { name: /^Check price/ })).not.toBeInViewport();
    await expect(box).toBeChecked();
    await box.uncheck();
    await lookAt(page, second.getByRole('heading', { name: 'Pros' }));
    await expect(second.getByRole('link', { name: /^Check price/ })).toBeInViewport();
  });

  test('nothing that sticks covers the disclosure', async ({ page }) => {
    await page.goto(path);
    const { y: from, height } = await boxOf(page.locator('.disclosure'));
    for (const bar of await page.locator('.dock > div').all()) {
      expect((await boxOf(bar)).y).toBeGreaterThan(from + height);
    }
  });

  test('long words and texts from right to left stay inside 320 px', async ({ page, api }) => {
    const names = [LONG, 'غلاية فولاذية', LONG];
    const id = await makeGuide(api, { title: `Kettles ${LONG} غلايات`, names, cta: LONG.slice(0, 30) });
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`/listicles/${id}`);
      await expectNoSidewaysScroll(page);
    }
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP });

  test('only the differences are shown when a reader asks for them', async ({ page }) => {
    await page.goto(path);
    const header = (name: string) => page.locator('.compare').getByRole('columnheader', { name });
    await expect(header('Material')).toBeVisible();
    await expect(header('Plug')).toBeVisible();
    await page.getByLabel('Differences only').check();
    await expect(header('Plug')).toBeHidden();
    await expect(page.locator('.compare td[data-label="Plug"]').first()).toBeHidden();
    await expect(header('Material')).toBeVisible();
  });

  test('the first column stays while the others move below it', async ({ page }) => {
    await page.setViewportSize({ width: 620, height: 800 });
    await page.goto(path);
    const cell = page.locator('.compare').getByRole('rowheader', { name: /Steel kettle/ });
    const before = await boxOf(cell);
    await page.locator('.compare .scroll').hover();
    // a page that is not drawn yet does not hear the wheel
    await expect(async () => {
      await page.mouse.wheel(400, 0);
      expect((await boxOf(page.locator('.compare td').first())).x).toBeLessThan(before.x + 10);
    }).toPass();
    expect((await boxOf(cell)).x).toBe(before.x);
  });

  test('the sum behind a score opens with the keyboard', async ({ page }) => {
    await page.goto(path);
    const summary = card(page, 0).getByText('How 8.4 adds up');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(card(page, 0).getByText('Sum ÷ 100 = 8.4')).toBeVisible();
  });

  test('every link of the contents leads to a part of the page', async ({ page }) => {
    await page.goto(path);
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    expect(await links.count()).toBeGreaterThan(5);
    for (const link of await links.all()) {
      const target = await link.getAttribute('href');
      await link.click();
      await expect(page.locator(`[id="${target!.slice(1)}"]`)).toBeInViewport();
    }
  });

  test('on paper the folded parts are open, and the ways to the shops are gone', async ({ page }) => {
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Boil it with vinegar.')).toBeVisible();
    await expect(page.getByText('÷ 100 = 8.4')).toBeVisible();
    await expect(page.locator('.dock').first()).toBeHidden();
    await expect(page.locator('.contents')).toBeHidden();
  });
});

const card = (page: Page, i: number): Locator => page.locator('.product').nth(i);

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  return box!;
}

/** Brings it to the middle of the screen, without the help of a script of the page. */
const lookAt = async (page: Page, element: Locator): Promise<void> => {
  const { y } = await boxOf(element);
  await page.mouse.move(100, 300);
  await page.mouse.wheel(0, y - 350);
  await expect(element).toBeInViewport();
};

async function makeGuide(
  api: Api,
  { title = 'Kettles compared', names = NAMES, cta = 'Check price' } = {},
): Promise<number> {
  const { data: guide } = await api<Saved>('POST', '/admin/listicles', {
    title: `${title} ${Date.now()}`,
    status: 'draft',
    description: '<p>We boiled water.</p><h2>How to choose a kettle</h2><p>By the sound.</p>',
    rubric: [
      { key: 'sound', name: 'Sound', weight: 60, description: null },
      { key: 'price', name: 'Price', weight: 40, description: null },
    ],
    faq: [{ question: 'How is it cleaned?', answer: 'Boil it with vinegar.' }],
    sources: [{ title: 'On boiling', url: 'https://water.example/boiling', tier: 'other' }],
    changes: [{ on: '2026-02-01', note: 'Boiled again.' }],
  });
  for (const [i, name] of names.entries()) {
    const { data: offer } = await api<Saved>('POST', '/admin/offers', {
      name: `${name} ${guide.id} ${i}`,
      url: 'https://merchant.example/kettle',
      price: '29.00',
      price_currency: 'USD',
      price_checked_at: new Date().toISOString(),
      attributes: { Material: name, Plug: 'Type C', Volume: `${i + 1} l`, Weight: `${i + 1} kg`, Colour: `Grey ${i}` },
    });
    await api('POST', `/admin/listicles/${guide.id}/items`, {
      offer_id: offer.id,
      title: name,
      cta_text: cta,
      summary: 'It boils a litre in the time that it takes to find the cups.',
      pros: ['Quiet', 'Quick', 'Pours without a drop beside the cup', 'Cord that rolls up', 'Handle stays cool'],
      cons: ['Heavy when full', 'Shows every finger'],
      best_for: 'Kitchens with one socket',
      not_for: 'Travel',
      scores: { sound: 9 - i, price: 7.5 },
    });
  }
  await api('PUT', `/admin/listicles/${guide.id}`, { status: 'published' });
  return guide.id;
}
