import type { BrowserContext, Page } from '@playwright/test';
import { guideTexts, itemTexts, offerTexts, personTexts, reviewTexts, type Say } from '../public/every-text.ts';
import { HOSTILE_TEXTS } from '../public/hostile-texts.ts';
import { isEngines } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Api, expect, test as base } from './support/fixtures.ts';

type Made = { data: { id: number; slug: string } };

const BUSY_MS = 600_000;
/** Records of each kind. Their fields take the texts in turn, each record beginning elsewhere, so that all of them stand in many places. */
const RECORDS = 12;
const STEP = Math.ceil(HOSTILE_TEXTS.length / RECORDS);

/** A server of its own: what is made here would stand in the way of the other journeys. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures here
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.setTimeout(BUSY_MS);
test.use({ javaScriptEnabled: true });

let made = 0;
/** Each field says the next hostile text, as far as it fits; a number keeps names apart. */
function saying(first: number): Say {
  let next = first;
  return (_field, max) => {
    made += 1;
    const end = ` ${made}`;
    const text = HOSTILE_TEXTS[next++ % HOSTILE_TEXTS.length]!;
    return `${text.slice(0, max - end.length)}${end}`;
  };
}

/** A guide with a product, people and a topic, and a review, saying what is hostile. @returns the addresses where readers meet it */
async function publish(api: Api, first: number): Promise<string[]> {
  const say = saying(first);
  const person = await api<Made>('POST', '/settings/people', personTexts(say));
  const category = await api<Made>('POST', '/settings/guide-categories', {
    name: say('name', 80),
    description: say('about', 500),
  });
  const offer = await api<Made>('POST', '/admin/offers', {
    ...offerTexts(say),
    url: 'https://shop.example/x',
    payout_amount: '1',
  });
  const people = { author_id: person.data.id, reviewer_id: person.data.id, reviewed_at: '2026-03-01T00:00:00Z' };
  const own = { main_image_url: null };
  const guide = await api<Made>('POST', '/admin/listicles', {
    ...guideTexts(say),
    ...people,
    ...own,
    category_id: category.data.id,
  });
  const item = { ...itemTexts(say), image_url: null, offer_id: offer.data.id };
  await api('POST', `/admin/listicles/${guide.data.id}/items`, item);
  const review = await api<Made>('POST', '/admin/offer-content', {
    ...reviewTexts(say),
    ...people,
    ...own,
    gallery: [],
    title: `A review: ${say('title', 140)}`,
    offer_id: offer.data.id,
    status: 'published',
  });
  return [
    `/listicles/${guide.data.id}`,
    `/offer-reviews/${review.data.slug}`,
    `/authors/${person.data.slug}`,
    `/categories/${category.data.slug}`,
  ];
}

/** Notes whatever ran, or was only held back by the policy. */
async function watched(context: BrowserContext, origin: string): Promise<{ page: Page; ran: string[] }> {
  const ran: string[] = [];
  const page = await context.newPage();
  await page.exposeFunction('pwned', (what: unknown) => void ran.push(`${page.url()}: ran ${String(what)}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // a picture of elsewhere is no code
      if (!event.effectiveDirective.startsWith('img'))
        (window as unknown as { pwned: (what: string) => void }).pwned(`held back ${event.effectiveDirective}`);
    });
  });
  page.on('dialog', (dialog) => {
    ran.push(`${page.url()}: dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => void ran.push(`${page.url()}: window ${popup.url()}`));
  await page.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    (route) => route.abort(),
  );
  return { page, ran };
}

/** What a text could have left in a document though nothing ran (yet). */
const residue = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      const name = element.localName;
      const isOurScript =
        name === 'script' &&
        (element.getAttribute('type') === 'application/ld+json' ||
          /^\/site-\w+\.js$/.test(element.getAttribute('src') ?? ''));
      if (/^(script|iframe|object|embed|base|math|template|style|frame|applet)$/.test(name) && !isOurScript)
        found.push(`<${name}>`);
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute) || attribute === 'style' || attribute === 'srcdoc')
          found.push(`${name}[${attribute}]`);
        // oxlint-disable-next-line no-script-url -- it is looked for
        if (/^(href|src|action|formaction)$/.test(attribute) && /^[\s\0-\x20]*(javascript|data|vbscript):/i.test(value))
          found.push(`${name}[${attribute}=${value.slice(0, 30)}]`);
      }
    }
    for (const data of document.querySelectorAll('script[type="application/ld+json"]')) JSON.parse(data.textContent);
    if (document.querySelectorAll('main').length !== 1 || document.body.lastElementChild?.localName !== 'footer')
      found.push('the page is broken up');
    return found;
  });

async function look(page: Page, ran: string[], path: string): Promise<string[]> {
  const reply = await page.goto(path, { waitUntil: 'load' });
  const left = await residue(page);
  // a page that is not shown proves nothing
  if (reply?.status() !== (path.startsWith('/nowhere') ? 404 : 200)) left.push(`answered ${reply?.status()}`);
  return [...left.map((what) => `${path}: ${what}`), ...ran.splice(0)];
}

/** Sends the contact form with the same in each field; the refusal shows what was typed. */
async function refusedForm(page: Page, text: string): Promise<string[]> {
  await page.goto('/contact');
  await page.evaluate((value) => {
    const form = document.querySelector<HTMLFormElement>('form[action="/contact"]')!;
    for (const field of ['name', 'email', 'message'])
      (form.elements.namedItem(field) as HTMLInputElement).value = value;
    HTMLFormElement.prototype.submit.call(form);
  }, text);
  await expect(page.getByRole('alert')).toBeVisible();
  return residue(page);
}

test('the watch of these tests notices code, and what the policy holds back', async ({ browser, server }) => {
  for (const bypassCSP of [true, false]) {
    const context = await browser.newContext({ baseURL: server.url, bypassCSP });
    const { page, ran } = await watched(context, new URL(server.url).origin);
    await page.goto('/about');
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/x" onerror="pwned(1)">'));
    await expect.poll(() => ran.join()).toContain(bypassCSP ? 'ran 1' : 'held back script-src-attr');
    expect(await residue(page)).toEqual(['img[onerror]', 'the page is broken up']);
    await context.close();
  }
});

for (const bypassCSP of [true, false])
  test.describe(
    bypassCSP ? 'without the policy that would hold it back' : 'with the policy',
    { tag: bypassCSP ? '@wider' : '@engines' },
    () => {
      let context: BrowserContext;
      test.beforeEach(async ({ browser, server }) => {
        context = await browser.newContext({ baseURL: server.url, bypassCSP, reducedMotion: 'reduce' });
      });
      test.afterEach(() => context.close());

      test('no text of the back office runs, in any place where readers meet it', async ({ api, server }) => {
        const { page, ran } = await watched(context, new URL(server.url).origin);
        const found: string[] = [];
        for (let record = 0; record < RECORDS; record += isEngines ? 1 : 4)
          for (const path of await publish(api, record * STEP)) found.push(...(await look(page, ran, path)));
        // a small sample fills no second page
        for (const path of ['/', ...(isEngines ? ['/?page=2'] : []), '/search?q=pwned', '/search?q=script'])
          found.push(...(await look(page, ran, path)));
        expect(found).toEqual([]);
      });

      test('nothing that a visitor types, or brings in the address, runs', async ({ server }) => {
        const { page, ran } = await watched(context, new URL(server.url).origin);
        const found: string[] = [];
        // each text is searched for; the other places share them out
        for (const [index, text] of HOSTILE_TEXTS.entries()) {
          if (index % ((bypassCSP ? 1 : 5) * (isEngines ? 1 : 5)) !== 0) continue;
          const typed = encodeURIComponent(text);
          const others = [
            `/?utm_source=${typed}&utm_campaign=${typed}&v=${typed}`,
            `/contact?sent=${typed}&name=${typed}`,
            `/nowhere/${typed}`,
          ];
          found.push(...(await look(page, ran, `/search?q=${typed}`)));
          if (index % 4 < 3) found.push(...(await look(page, ran, others[index % 4]!)));
          else found.push(...(await refusedForm(page, text)), ...ran.splice(0));
        }
        expect(found).toEqual([]);
      });
    },
  );

test.describe('in the back office', () => {
  test.use({ isSignedIn: true });

  test('what visitors wrote is only ever text', async ({ page, context, server }) => {
    const ran: string[] = [];
    await page.exposeFunction('pwned', (what: unknown) => void ran.push(String(what)));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => ran.push('dialog')));
    const texts = [HOSTILE_TEXTS.slice(0, 40), HOSTILE_TEXTS.slice(40)].map((some) => some.join('\n'));
    for (const message of texts)
      await context.request.post(`${server.url}/contact`, {
        form: { name: HOSTILE_TEXTS[26]!, email: 'ada@reed.example', message },
        maxRedirects: 0,
      });
    await page.goto('/admin/contact-messages');
    await expect(page.getByText(HOSTILE_TEXTS[26]!).first()).toBeVisible();
    await page.getByRole('button', { name: 'Read message' }).first().click();
    await expect(page.getByRole('dialog')).toContainText('pwned(1)');
    expect(ran).toEqual([]);
  });
});
