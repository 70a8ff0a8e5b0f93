import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildDestination, buildLink } from '../../src/features/links/server/testing.ts';
import { buildNetwork } from '../../src/features/networks/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { buildReview } from '../../src/features/reviews/server/testing.ts';
import { sendRaw } from '../redirects/raw.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';
import { mangled, SPELLINGS } from './spellings.ts';

const SHOP = 'https://shop.example';
const PARAMETERS: [string, string][] = [
  ['utm_source', 'mail'],
  ['sub1', 'b%20c'],
];

let t: WholeApp;
let port: number;
let guide: { id: number; slug: string };
let item: number;
let review: string;
let key: string;
const counts: Record<string, number> = {};

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    const network = await buildNetwork(deps);
    key = /\/postback\/([\w-]+)/.exec(network.postback_url)![1]!;
    const offer = await buildOffer(deps, {
      network_id: network.id,
      url: `${SHOP}/p?source={utm_source}&sub={sub1}`,
    });
    guide = await buildGuide(deps, { title: 'Teas', slug: 'calm-teas' });
    item = (await buildItem(deps, guide.id, { offer_id: offer.id })).id;
    review = (await buildReview(deps, { offer_id: offer.id, slug: 'calm-tea' })).slug;
    const link = await buildLink(deps, { slug: 'tea_ad-1' });
    await buildDestination(deps, link.id, { type: 'url', url: `${SHOP}/p?source={utm_source}&sub={sub1}` });
  });
  port = Number(new URL(t.url).port);
});
afterAll(() => t.close());

/** Sends all spellings of an address. @returns those whose answer is not right, and why */
async function each(
  kind: string,
  path: string,
  parameters: [string, string][],
  wrongWith: (answer: Awaited<ReturnType<typeof sendRaw>>) => string | undefined,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const spelling of SPELLINGS) {
    const target = mangled(spelling, path, parameters);
    const said = wrongWith(await sendRaw(port, target));
    if (said) wrong.push(`${spelling.name}: ${target}: ${said}`);
  }
  counts[kind] = (counts[kind] ?? 0) + SPELLINGS.length;
  return wrong;
}

/** A way out to the shop that knows the parameters. */
function atShop({ status, location = '' }: Awaited<ReturnType<typeof sendRaw>>): string | undefined {
  if (status !== 302 || !location.startsWith(`${SHOP}/p?`)) return `${status} ${location}`;
  const { searchParams } = new URL(location);
  const isWhole = searchParams.get('source') === 'mail' && searchParams.get('sub') === 'b c';
  return isWhole ? undefined : `lost parameters: ${location}`;
}

test('there are at least 60 spellings, each another one', () => {
  const all = new Set(SPELLINGS.map((spelling) => mangled(spelling, '/go/tea', PARAMETERS)));
  expect(all.size).toBe(SPELLINGS.length);
  expect(all.size).toBeGreaterThanOrEqual(60);
  expect([...all]).not.toContain(`/go/tea?utm_source=mail&sub1=b%20c`);
});

test('a tracking link leads where it means, with its parameters', async () => {
  expect(await each('go', '/go/tea_ad-1', PARAMETERS, atShop)).toEqual([]);
});

test('a way out of a guide and of a review leads where it means, with its context', async () => {
  const tokenOf = async (path: string, out: string): Promise<[string, string]> => {
    const { body } = await t.send('GET', `${path}?utm_source=mail&sub1=b%20c`, {
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    });
    const token = new RegExp(`href="${out}\\?v=([\\w.~-]+)`).exec(body)?.[1];
    expect(token, path).toBeDefined();
    return ['v', token!];
  };
  const ofGuide = await tokenOf(`/listicles/${guide.id}`, `/out/${item}`);
  expect(await each('out', `/out/${item}`, [ofGuide, ['p', 'end']], atShop)).toEqual([]);
  const ofReview = await tokenOf(`/offer-reviews/${review}`, `/out/review/${review}`);
  expect(await each('out', `/out/review/${review}`, [ofReview, ['p', 'end']], atShop)).toEqual([]);
});

test.each(['postback', 'pixel'])('a %s is taken, with its parameters', async (kind) => {
  const path = kind === 'pixel' ? `/pixel/${key}.gif` : `/postback/${key}`;
  const wrong: string[] = [];
  for (const [n, spelling] of SPELLINGS.entries()) {
    const target = mangled(spelling, path, [
      ['click_id', `${kind}-${n}`],
      ['txid', `t-${n}`],
      ['payout', '1.50'],
    ]);
    const { status } = await sendRaw(port, target);
    const stored = await t.query(
      `select txid, click_key, payout_micros::text as payout from conversions where click_key = $1`,
      [`${kind}-${n}`],
    );
    const isRight =
      stored.length === 1 && stored[0]!['txid'] === `t-${n}` && stored[0]!['payout'] === '1500000' && status === 200;
    if (!isRight) wrong.push(`${spelling.name}: ${target}: ${status} ${JSON.stringify(stored)}`);
  }
  counts[kind] = SPELLINGS.length;
  expect(wrong).toEqual([]);
});

test('a key of a postback is told from one with other capitals', async () => {
  const other = key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  expect((await sendRaw(port, `/POSTBACK/${other}/?click_id=abc`)).status).toBe(401);
});

test('a page answers 301 to its one address, with what came with it', async () => {
  const pages: [string, string][] = [
    [`/listicles/${guide.id}`, `/listicles/${guide.id}-${guide.slug}`],
    [`/listicles/${guide.id}-${guide.slug}`, `/listicles/${guide.id}-${guide.slug}`],
    [`/offer-reviews/${review}`, `/offer-reviews/${review}`],
    ['/about', '/about'],
    ['/search', '/search'],
    ['/login', '/login'],
  ];
  for (const [path, canonical] of pages) {
    const wanted = `${canonical}?utm_source=mail&sub1=b%20c`;
    const spellings = await each('pages', path, PARAMETERS, ({ status, location }) =>
      status === 301 && location === wanted ? undefined : `${status} ${location}`,
    );
    // a page of one word has nothing inside
    const known =
      path.split('/').length > 2 ? spellings : spellings.filter((line) => !/inside|before|around/.test(line));
    expect(known).toEqual([]);
    expect((await sendRaw(port, wanted)).status, wanted).toBe(200);
  }
});

test.each([
  ['/listicles', '/#guides'],
  ['/listicles/', '/#guides'],
  ['/LISTICLES?utm_source=x', '/?utm_source=x#guides'],
  ['/offer-reviews', '/#reviews'],
  ['/offer-reviews/?v=x', '/?v=x#reviews'],
  ['/index.html', '/'],
  ['/index.php?page=2', '/?page=2'],
  ['/INDEX.HTM', '/'],
  ['//', '/'],
  ['/%20', '/'],
  ['/offer-reviews/Calm-Tea', '/offer-reviews/calm-tea'],
  ['/Robots.txt', '/robots.txt'],
  ['/sitemap.xml/', '/sitemap.xml'],
  ['/admin/', '/admin'],
])('%s leads to %s', async (path, wanted) => {
  const { status, location } = await sendRaw(port, path);
  expect([status, location]).toEqual([301, wanted]);
});

test.each([
  '/',
  '/?utm_source=a&amplitude=1',
  '/go/tea_ad-1?next=https://a.example/?b=c',
  '/go/tea_ad-1?q=what?',
  '/go/Tea_Ad-1',
  '/search?q=tea?',
  '/admin/tracking-links',
  '/api/listicles',
  '/favicon.svg',
])('%s is left as it is', async (path) => {
  expect((await sendRaw(port, path)).status).toBeOneOf([200, 302]);
});

test.each([
  '/go/../tea_ad-1',
  '/go/tea_ad-1/../x',
  '/x/go/tea_ad-1',
  '/go/tea_ad-1/more',
  '/go/%2e%2e/tea_ad-1',
  '/go/a;b',
  // what follows an encoded question mark is no parameter
  '/go/tea_ad-1%3Fmore',
])('%s means nothing of ours', async (path) => {
  expect((await sendRaw(port, path)).status).toBe(404);
});

test('a postback that is posted to a mangled address is taken with its body', async () => {
  const { status } = await t.send('POST', `/postback//${key}/`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'click_id=posted&txid=t1',
  });
  expect(status).toBe(200);
});

test('a mended visit says so, and a plain one says nothing', async () => {
  t.parts.shipper.start();
  const sub = (n: number) => [['utm_source', `mended-${n}`]] as [string, string][];
  const cases: [string, string | null][] = [
    [mangled({ name: '', path: (path) => path, start: '&', between: '&' }, '/go/tea_ad-1', sub(0)), 'ampersand'],
    [`/go/tea_ad-1?utm_source=mended-1`, null],
    [`/GO/tea_ad-1/?utm_source=mended-2`, 'slash,case'],
    [`/go/tea_ad-1%20?utm_source=mended-3`, 'around'],
    [`/go/tea_ad-1%3Futm_source=mended-4`, 'encoded'],
    [`/go/tea_ad-1?a=b&amp;utm_source=mended-5`, 'html_ampersand'],
    [`/go/tea_ad-1?a=b?utm_source=mended-6`, 'second_question_mark'],
    [`/go/TEA_ad-1?utm_source=mended-7`, null],
  ];
  for (const [target] of cases) await sendRaw(port, target);
  await expect
    .poll(
      () =>
        t.query(`select mended from visits where utm ->> 'utm_source' like 'mended-%' order by utm ->> 'utm_source'`),
      { timeout: 15_000 },
    )
    .toEqual(cases.map(([, mended]) => ({ mended })));
  await t.parts.shipper.stop();
});

/** Each kind was mangled at least 60 times. */
afterAll(() => {
  process.stdout.write(`mangled addresses: ${JSON.stringify(counts)}\n`);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(60);
  expect(Object.keys(counts)).toHaveLength(5);
});
