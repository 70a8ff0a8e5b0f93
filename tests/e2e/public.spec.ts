import type { BrowserContext, Page } from '@playwright/test';
import { expectNoAxeFindings } from './support/axe.ts';
import { type Api, expect, test } from './support/fixtures.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE } from './support/screen.ts';

type Numbered = { id: number };
type Place = { name: string; path: string; heading: string; status?: number };

const REVIEW = { slug: 'a-bottle-on-a-desk', title: 'A bottle on a desk, month by month' };
const GUIDE_TITLE = /^Sample: Four water bottles/;

let places: Place[] = [];
let guidePath = '';

test.beforeAll(async ({ api }) => {
  guidePath = await findGuide(api);
  await makeReview(api);
  places = [
    { name: 'home', path: '/', heading: 'Good choices for everyday health start with a clear comparison.' },
    { name: 'guide', path: guidePath, heading: 'Sample: Four water bottles for a desk, a gym bag and a trail' },
    { name: 'review', path: `/offer-reviews/${REVIEW.slug}`, heading: REVIEW.title },
    { name: 'about', path: '/about', heading: 'About Guidepost' },
    { name: 'contact', path: '/contact', heading: 'Contact us' },
    { name: 'terms', path: '/terms', heading: 'Terms of use' },
    { name: 'privacy', path: '/privacy', heading: 'Privacy' },
    { name: 'search', path: '/search?q=bottle', heading: 'Results for “bottle”' },
    { name: 'search without a result', path: '/search?q=zzzz', heading: 'Results for “zzzz”' },
    { name: '404', path: '/nowhere', heading: 'We could not find that page', status: 404 },
  ];
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: DESKTOP });

  test('every page has its heading, the bar and the footer', async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    for (const { path, heading, status = 200 } of places) {
      const reply = await page.goto(path);
      expect(reply?.status(), path).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
        'HOME',
        'ABOUT',
        'CONTACT',
      ]);
      const footer = page.getByRole('contentinfo');
      for (const [name, to] of [
        ['Terms', '/terms'],
        ['Privacy', '/privacy'],
        ['Contact', '/contact'],
      ] as const)
        await expect(footer.getByRole('link', { name })).toHaveAttribute('href', to);
      await expect(footer).toContainText('an advertisement and not a news article');
      await expect(footer).toContainText('marketplace');
      await expect(footer).toContainText('paid for qualified lead referrals');
      for (const text of ['not been evaluated', 'medical advice', 'Individual results vary'])
        await expect(footer).toContainText(text);
      await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
    }
    await page.goto('/');
    await expect(page).toHaveTitle('Health & Wellness Guides');
  });

  test('from the front page to a guide, along its products and to the shop', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: GUIDE_TITLE }).first().click();
    await expect(page).toHaveURL(new RegExp(`${guidePath}$`));
    await expect(page.getByText('We may be paid when you buy through links on this page.').first()).toBeVisible();
    for (const name of ['Quick picks', 'Side by side', 'All 4 products in order'])
      await expect(page.getByRole('heading', { name })).toBeVisible();
    const link = page.getByRole('link', { name: /Check price/ }).first();
    await expect(link).toHaveAttribute('rel', /sponsored/);
    await expect(link).toHaveAttribute('href', /^\/out\/\d+\?v=/);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Guides' }).click();
    await expect(page).toHaveURL(/\/(\?.*)?#guides$/);
  });

  test('the search finds guides and reviews', async ({ page }) => {
    await page.goto('/');
    const search = page.getByRole('search', { name: 'Guides and reviews' });
    await search.getByPlaceholder('Search life hacks...').fill('bottle');
    await search.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=bottle/);
    await expect(page.getByRole('link', { name: REVIEW.title }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: GUIDE_TITLE }).first()).toBeVisible();
  });

  test('a message is refused with what was typed, then sent', async ({ page, api, complaints }) => {
    complaints.expect(/status of 400/);
    const message = `The price of the second bottle is out of date. ${Date.now()}`;
    await page.goto('/contact');
    await page.getByLabel('Your name').fill('Ada Reed');
    await page.getByLabel('Your e-mail address').fill('ada@reed');
    await page.getByLabel('Your message').fill(message);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toContainText('Please correct the errors below.');
    await expect(page.getByLabel('Your message')).toHaveValue(message);
    await expect(page.getByLabel('Your e-mail address')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Your e-mail address').fill('ada@reed.example');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you, your message is with us.' })).toBeVisible();
    await expect(page).toHaveURL(/\/contact\?sent=1$/);
    const { data } = await api<{ data: { message: string }[] }>('GET', '/settings/contact-messages');
    expect(data.map((one) => one.message)).toContain(message);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE });

    test('the drawer opens at the right, 280 px wide, and closes when a link is chosen', async ({ page }) => {
      await page.goto('/');
      const drawer = page.locator('#menu');
      await expect(drawer).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(drawer).toBeVisible();
      await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: PHONE.width - 280, y: 0, width: 280 });
      await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText(['HOME', 'ABOUT', 'CONTACT']);
      await expect(drawer.getByPlaceholder('Search life hacks...')).toBeVisible();
      await expect(drawer.getByRole('link', { name: 'Get Started' })).toBeVisible();
      await drawer.getByRole('button', { name: 'Close menu' }).click();
      await expect(drawer).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await drawer.getByRole('link', { name: 'ABOUT' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'About Guidepost' })).toBeVisible();
      await expect(drawer).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await drawer.getByRole('link', { name: 'Get Started' }).click();
      await expect(page).toHaveURL(/\/(\?)?#guides$/);
      await expect(drawer).toBeHidden();
    });
  });

  test('no page scrolls sideways, from 320 px on', async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    for (const width of [320, 768])
      for (const { path } of places) {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(path);
        await expectNoSidewaysScroll(page);
      }
  });
});

test('reading sets no cookie, stores nothing and asks no other host', async ({ page, context, complaints, server }) => {
  complaints.expect(/status of 404/);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  for (const { path } of places) {
    await page.goto(path);
    await page.mouse.wheel(0, 4000);
    expect(await stored(page), path).toEqual({ local: 0, session: 0, databases: 0, caches: 0 });
  }
  await expectNoCookie(context);
  expect(foreign).toEqual([]);
});

test.describe('on a phone with JavaScript', () => {
  test.use({ viewport: PHONE });

  test('Get Started closes the drawer on the front page too', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.locator('#menu').getByRole('link', { name: 'Get Started' }).click();
    await expect(page.locator('#menu')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Our guides' })).toBeInViewport();
  });
});

for (const [size, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test.describe(`accessibility on ${size}`, () => {
    test.use({ viewport });

    test('axe finds nothing on the public pages', { tag: '@engines' }, async ({ page, complaints }) => {
      complaints.expect(/status of 404/);
      for (const { path } of places) {
        await page.goto(path);
        await expectAccessible(page);
      }
      if (viewport !== PHONE) return;
      await page.goto('/');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.locator('#menu')).toBeVisible();
      await expectAccessible(page);
    });

    test('axe finds nothing on the login', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('This field is required.').first()).toBeVisible();
      await expectAccessible(page);
    });
  });

test.describe('dialogs on a phone', () => {
  test.use({ viewport: PHONE, isSignedIn: true });

  for (const [path, button] of [
    ['/admin/listicles', 'Add New Listicle'],
    ['/admin/affiliate-networks', 'Add network'],
  ] as const)
    test(`axe finds nothing on what ${button} opens`, { tag: '@engines' }, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
      await expect(dialog.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expectAccessible(page);
    });
});

async function findGuide(api: Api): Promise<string> {
  const { data } = await api<{ data: (Numbered & { slug: string })[] }>(
    'GET',
    '/admin/listicles?search=Four%20water%20bottles',
  );
  return `/listicles/${data[0]!.id}-${data[0]!.slug}`;
}

async function makeReview(api: Api): Promise<void> {
  const { data } = await api<{ data: Numbered[] }>('GET', '/admin/offers?search=Fernwell');
  const known = await api<{ data: { slug: string }[] }>('GET', '/admin/offer-content');
  if (known.data.some((one) => one.slug === REVIEW.slug)) return;
  await api('POST', '/admin/offer-content', {
    ...REVIEW,
    offer_id: data[0]!.id,
    status: 'published',
    score: 8.6,
    verdict: 'It keeps what its label promises.',
    pros: ['Sturdy', 'Simple to clean'],
    cons: ['Heavy'],
    author_name: 'Ada Reed',
    sections: [{ heading: 'What it is', body: '<p>A bottle of <strong>steel</strong>.</p>' }],
  });
}

async function expectAccessible(page: Page): Promise<void> {
  await settle(page);
  await expectNoAxeFindings(page, page.url());
}

/** No tip under the pointer, and no colour in the middle of a transition. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: 'caches' in globalThis ? (await caches.keys()).length : 0,
  }));

async function expectNoCookie(context: BrowserContext): Promise<void> {
  expect(await context.cookies()).toEqual([]);
}
