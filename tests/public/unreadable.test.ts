import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUIDE_STATUSES, GuideInput, ItemInput } from '../../src/features/guides/contract.ts';
import { createGuideCategory } from '../../src/features/guides/server/categories.ts';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildDestination, buildLink } from '../../src/features/links/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { PersonInput } from '../../src/features/people/contract.ts';
import { buildPerson } from '../../src/features/people/server/testing.ts';
import { REVIEW_STATUSES, ReviewInput } from '../../src/features/reviews/contract.ts';
import { buildReview } from '../../src/features/reviews/server/testing.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import { printFigures } from '../support/figures.ts';
import { wholeApp, type Answer, type WholeApp } from '../support/whole-app.ts';
import { guideTexts, itemTexts, offerTexts, personTexts, reviewTexts, type Say } from './every-text.ts';

/** Stands in every text that nobody may read, and nowhere else. */
const SENTINEL = /sentinel/i;
const HUSH = 'hushword';

let made = 0;
const hush: Say = (field, max) => `Sentinel ${HUSH} ${(made += 1)} ${field}`.slice(0, max);
const open: Say = (field, max) => `Open words ${(made += 1)} ${field}`.slice(0, max);

type Known = {
  guides: number[];
  slugs: string[];
  items: number[];
  reviews: string[];
  people: string[];
  categories: string[];
  links: string[];
};
const hidden: Known = { guides: [], slugs: [], items: [], reviews: [], people: [], categories: [], links: [] };
/** Of the hidden: what was never public, and must look like what never was. */
const never = { guides: [] as number[], reviews: [] as string[], items: [] as number[] };
const shown = { guide: 0, item: 0, review: '' };

/** Every other status, of today and of later, hides. */
const isPublicStatus = (status: string): boolean => status === 'published' || status === 'featured';

let t: WholeApp;
const admin = async (method: string, path: string, body?: unknown) => {
  const reply = await t.send(method, path, {
    headers: { authorization: `Bearer ${t.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(reply.status, `${method} ${path}: ${reply.body}`).toBeLessThan(300);
  return reply;
};

async function hiddenGuide(
  deps: Deps,
  status: (typeof GUIDE_STATUSES)[number],
  isLinked = false,
  more: Partial<GuideInput> = {},
): Promise<number> {
  const person = await buildPerson(deps, personTexts(hush));
  const reviewer = await buildPerson(deps, personTexts(hush));
  // a category is public by itself, whatever stands in it
  const category = await createGuideCategory(deps, undefined, {
    name: open('category', 80),
    description: open('about', 500),
  });
  const people = { author_id: person.id, reviewer_id: reviewer.id, reviewed_at: '2026-01-01T00:00:00Z' };
  const guide = await buildGuide(deps, { ...guideTexts(hush), ...people, category_id: category.id, status, ...more });
  // where the button led was public as long as the guide was
  const shop = isPublicStatus(status) ? 'shop' : 'sentinel';
  const offer = await buildOffer(deps, { ...offerTexts(hush), url: `https://${shop}.example/${guide.id}` });
  const item = await buildItem(deps, guide.id, { ...itemTexts(hush), offer_id: offer.id });
  if (isLinked) {
    const link = await buildLink(deps);
    await buildDestination(deps, link.id, { type: 'listicle', target_id: guide.id });
    hidden.links.push(link.slug);
  }
  hidden.guides.push(guide.id);
  hidden.slugs.push(guide.slug);
  hidden.items.push(item.id);
  hidden.people.push(person.slug, reviewer.slug);
  hidden.categories.push(category.slug);
  if (!isPublicStatus(status)) never.items.push(item.id);
  return guide.id;
}

async function hiddenReview(
  deps: Deps,
  status: (typeof REVIEW_STATUSES)[number],
): Promise<{ id: number; slug: string }> {
  const offer = await buildOffer(deps, offerTexts(hush));
  const person = await buildPerson(deps, personTexts(hush));
  const review = await buildReview(deps, { ...reviewTexts(hush), offer_id: offer.id, author_id: person.id, status });
  hidden.reviews.push(review.slug);
  hidden.people.push(person.slug);
  return review;
}

beforeAll(async () => {
  const later: (() => Promise<unknown>)[] = [];
  t = await wholeApp(async (deps) => {
    // what readers do see, with what is private about it
    const offer = await buildOffer(deps, { ...offerTexts(open), notes: hush('notes', 5000), tags: [hush('tag', 40)] });
    const guide = await buildGuide(deps, guideTexts(open));
    const item = await buildItem(deps, guide.id, { ...itemTexts(open), offer_id: offer.id });
    const unseen = await buildItem(deps, guide.id, {
      ...itemTexts(hush),
      offer_id: (await buildOffer(deps, offerTexts(hush))).id,
      is_visible: false,
    });
    const review = await buildReview(deps, { ...reviewTexts(open), offer_id: offer.id });
    Object.assign(shown, { guide: guide.id, item: item.id, review: review.slug });
    hidden.items.push(unseen.id);
    hidden.people.push((await buildPerson(deps, personTexts(hush))).slug);

    for (const status of GUIDE_STATUSES) {
      if (isPublicStatus(status)) {
        const id = await hiddenGuide(deps, status);
        later.push(() => admin('DELETE', `/api/admin/listicles/${id}`));
      } else {
        never.guides.push(await hiddenGuide(deps, status, true));
        const id = await hiddenGuide(deps, 'published', true);
        later.push(() => admin('PUT', `/api/admin/listicles/${id}`, { status }));
      }
    }
    for (const status of REVIEW_STATUSES) {
      if (isPublicStatus(status)) {
        const { id } = await hiddenReview(deps, status);
        later.push(() => admin('DELETE', `/api/admin/offer-content/${id}`));
      } else {
        never.reviews.push((await hiddenReview(deps, status)).slug);
        const { id } = await hiddenReview(deps, 'published');
        later.push(() => admin('PUT', `/api/admin/offer-content/${id}`, { status }));
      }
    }
    // to be published tomorrow
    const tomorrow = new Date(deps.clock().getTime() + 86_400_000).toISOString();
    never.guides.push(await hiddenGuide(deps, 'draft', true, { publish_at: tomorrow }));
    const draftInTrash = await hiddenGuide(deps, 'draft');
    never.guides.push(draftInTrash);
    later.push(() => admin('DELETE', `/api/admin/listicles/${draftInTrash}`));
  });
  // each page is read while it is public, so that a copy lies ready when its time is over
  await walk();
  for (const change of later) await change();
  await t.parts.snapshot.refresh();
});
afterAll(() => t.close());

const QUERIES = [HUSH, 'hushwurd', 'open', 'shop'];
const only =
  (...paths: string[]) =>
  () =>
    paths;

/** What is asked at each declared way in that anybody may read. A route that is not here fails the test below. */
const ADDRESSES: Record<string, () => string[]> = {
  '/': only('/', '/?page=2'),
  '/*': only('/nowhere'),
  '/about': only('/about'),
  '/admin': only('/admin'),
  '/admin/*': only('/admin/listicles'),
  '/api/docs': only('/api/docs'),
  '/api/docs/openapi.json': only('/api/docs/openapi.json'),
  '/api/docs/reference.js': only(),
  '/api/listicles': () => [
    '/api/listicles?limit=100',
    '/api/listicles?limit=100&sort=new',
    ...QUERIES.map((q) => `/api/listicles?q=${q}`),
    ...hidden.categories.map((slug) => `/api/listicles?category=${slug}`),
  ],
  '/api/listicles/:id': () => [shown.guide, ...hidden.guides].map((id) => `/api/listicles/${id}`),
  '/api/offer-reviews/:slug': () => [shown.review, ...hidden.reviews].map((slug) => `/api/offer-reviews/${slug}`),
  // without the token of a link, or with a false one
  '/api/shared/report': only('/api/shared/report'),
  '/assets/*': only(),
  '/authors/:slug': () => hidden.people.map((slug) => `/authors/${slug}`),
  '/categories/:slug': () => hidden.categories.map((slug) => `/categories/${slug}`),
  '/contact': only('/contact'),
  '/favicon.svg': only('/favicon.svg'),
  '/favicon.ico': only('/favicon.ico'),
  '/apple-touch-icon.png': only('/apple-touch-icon.png'),
  '/apple-touch-icon-precomposed.png': only('/apple-touch-icon-precomposed.png'),
  '/feed.xml': only('/feed.xml'),
  '/go/:slug': () => hidden.links.map((slug) => `/go/${slug}`),
  '/healthz': only('/healthz'),
  '/listicles/:id': () => [
    `/listicles/${shown.guide}`,
    ...hidden.guides.flatMap((id) => [`/listicles/${id}`, `/listicles/${id}-x`, `/listicles/${id}?v=x`]),
  ],
  '/login': only('/login'),
  '/media/*': only('/media/x'),
  '/metrics': only('/metrics'),
  '/offer-reviews/:slug': () => [shown.review, ...hidden.reviews].map((slug) => `/offer-reviews/${slug}`),
  '/og/guides/:file': () => hidden.guides.map((id) => `/og/guides/${id}.png`),
  '/og/reviews/:file': () => hidden.reviews.map((slug) => `/og/reviews/${slug}.png`),
  '/og/site.png': only('/og/site.png'),
  '/out/:item': () => hidden.items.map((id) => `/out/${id}`),
  '/out/review/:slug': () => hidden.reviews.map((slug) => `/out/review/${slug}`),
  '/pixel/:key.gif': only('/pixel/x.gif', '/pixel/x.gif?click_id=x'),
  '/postback': only('/postback'),
  '/postback/*': only('/postback/x/y'),
  '/postback/:key': only('/postback/x'),
  // without the sealed word of an administrator, or with a false one
  '/preview/guides/:id': () =>
    hidden.guides.flatMap((id) => ['', '?p=x', '?v=x'].map((end) => `/preview/guides/${id}${end}`)),
  '/preview/reviews/:id': () =>
    hidden.reviews.flatMap((_slug, index) => [`/preview/reviews/${index + 1}`, `/preview/reviews/${index + 1}?p=x`]),
  '/privacy': only('/privacy'),
  '/readyz': only('/readyz'),
  '/robots.txt': only('/robots.txt'),
  '/search': () => QUERIES.map((q) => `/search?q=${q}`),
  '/shared/report': only('/shared/report'),
  '/site-*.js': only(),
  '/sitemap-:file': only('/sitemap-1.xml', '/sitemap-x'),
  '/sitemap.xml': only('/sitemap.xml'),
  '/terms': only('/terms'),
};

const openRoutes = (): string[] =>
  t.routes
    .filter(({ method, access }) => method === 'GET' && access === 'public')
    .map(({ path }) => path.replace(/^\/site-\w+\.js$/, '/site-*.js'));

/** Every known address, and then every address of ours that an answer named. */
async function walk(): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const queue = openRoutes().flatMap((path) => ADDRESSES[path]?.() ?? []);
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (answers.has(path)) continue;
      // each search is asked once and from here alone: the limit is not what is tried
      answers.set(path, { status: 0, headers: {}, body: '' });
      const answer = await t.send('GET', path);
      answers.set(path, answer);
      queue.push(...addressesIn(answer).filter((one) => !answers.has(one) && answers.size < 600));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return answers;
}

/** Addresses of this site in a page, a feed or JSON; ways out and what carries a token of its own are left alone. */
const addressesIn = ({ headers, body }: Answer): string[] =>
  /html|xml|json/.test(String(headers['content-type']))
    ? [...body.matchAll(/(?:href|src|content|srcset)="([^"\s]+)|<loc>([^<]+)|<id>([^<]+)|"url":"([^"]+)"/g)]
        .map((found) =>
          (found[1] ?? found[2] ?? found[3] ?? found[4])!
            .replaceAll('&amp;', '&')
            .replace(/^https:\/\/guides\.example(?=\/)/, ''),
        )
        .filter((path) => /^\/(?!\/)/.test(path) && !/^\/(out|go|og|assets|api\/docs)\b/.test(path))
        .map((path) => path.replace(/#.*/, ''))
    : [];

/** What a reader gets, without what they typed themselves. */
const said = (path: string, { status, headers, body }: Answer): string =>
  `${status} ${JSON.stringify(headers)} ${body}`.replaceAll(
    new RegExp(new URL(path, t.url).searchParams.get('q') ?? '\0', 'gi'),
    '',
  );

test('the walk knows every way in that anybody may read', () => {
  expect(openRoutes().filter((path) => !(path in ADDRESSES))).toEqual([]);
});

test('the texts are all there are: a new field of the contracts is to be filled, or named here', () => {
  const filled = [
    [
      GuideInput.shape,
      guideTexts(open),
      [
        'status',
        'slug',
        'category_id',
        'author_id',
        'reviewer_id',
        'reviewed_at',
        'tested',
        'publish_at',
        'unpublish_at',
        'noindex',
      ],
    ],
    [ItemInput.shape, itemTexts(open), ['offer_id', 'fallback_offer_id', 'is_visible', 'sponsored_placement']],
    [
      ReviewInput.shape,
      reviewTexts(open),
      [
        'offer_id',
        'status',
        'slug',
        'author_id',
        'reviewer_id',
        'reviewed_at',
        'tested',
        'publish_at',
        'unpublish_at',
        'noindex',
      ],
    ],
    [PersonInput.shape, personTexts(open), ['slug', 'photo_url']],
  ] as const;
  for (const [shape, texts, others] of filled)
    expect(Object.keys(shape).filter((key) => !(key in texts) && !(others as readonly string[]).includes(key))).toEqual(
      [],
    );
});

test('what is public is on the walk', async () => {
  const answers = await walk();
  const home = answers.get('/')!.body;
  expect(home).toContain('Open words');
  expect([...answers.values()].filter(({ body }) => body.includes('Open words')).length).toBeGreaterThan(6);
});

test('no draft, archived or deleted content, no hidden product and no private note is in any public answer', async () => {
  const answers = await walk();
  expect(answers.size).toBeGreaterThan(120);
  const leaks = [...answers].filter(
    ([path, answer]) => SENTINEL.test(said(path, answer)) || said(path, answer).includes(HUSH),
  );
  printFigures('P12', { addresses: answers.size, leaks: leaks.length });
  expect(
    leaks.map(
      ([path, answer]) =>
        `${answer.status} ${path}: ${/.{0,60}(sentinel|hushword).{0,60}/i.exec(said(path, answer))?.[0]}`,
    ),
  ).toEqual([]);
});

test('what was never public is answered just like what never was', async () => {
  const without = ({ status, body }: Answer) => ({ status, body: body.replace(/"request_id":"\w+"/, '') });
  const pairs = [
    ...never.guides.flatMap((id) => [
      [`/listicles/${id}`, '/listicles/2000000000'],
      [`/listicles/${id}-x`, '/listicles/2000000000-x'],
      [`/api/listicles/${id}`, '/api/listicles/2000000000'],
      [`/og/guides/${id}.png`, '/og/guides/2000000000.png'],
    ]),
    ...never.reviews.flatMap((slug) => [
      [`/offer-reviews/${slug}`, '/offer-reviews/no-such-review'],
      [`/api/offer-reviews/${slug}`, '/api/offer-reviews/no-such-review'],
      [`/og/reviews/${slug}.png`, '/og/reviews/no-such-review.png'],
      [`/out/review/${slug}`, '/out/review/no-such-review'],
    ]),
    ...never.items.map((id) => [`/out/${id}`, '/out/2000000000']),
    ...hidden.people.map((slug) => [`/authors/${slug}`, '/authors/no-such-person']),
  ];
  const different: string[] = [];
  for (const [path, missing] of pairs) {
    const [one, other] = [without(await t.send('GET', path!)), without(await t.send('GET', missing!))];
    if (one.status !== other.status || one.body !== other.body)
      different.push(`${path}: ${one.status}, not ${other.status}`);
  }
  expect(different).toEqual([]);
});

test('a copy of a page that is no longer public is not called good', async () => {
  for (const path of hidden.guides.map((id) => `/listicles/${id}`)) {
    const answer = await t.send('GET', path, { headers: { 'if-none-match': '*' } });
    expect([404, 410]).toContain(answer.status);
    expect(answer.headers['etag']).toBeUndefined();
  }
});
