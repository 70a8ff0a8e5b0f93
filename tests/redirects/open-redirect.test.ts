import { afterAll, beforeAll, expect, test } from 'vitest';
import { printFigures } from '../support/figures.ts';
import { logIn, startServer, type TestServer } from '../support/server.ts';
import { CLAIMS, pathsAround, VALUES } from './payloads.ts';
import { sendRaw, type RawAnswer } from './raw.ts';

/** Where readers reach the site; addresses without a host are resolved against it, as browsers do. */
const SITE = 'https://guides.example';
const SHOP = 'https://shop.example:8443';
const TEMPLATE = `${SHOP}/a/{utm_term:raw}/{sub1}/{external_id:raw}?q={utm_term}&r={utm_source:raw}&s={source.name:raw}&d={utm_medium|{sub2:raw}}#{utm_content:raw}`;
const QUERY =
  'utm_source=V&utm_medium=V&utm_campaign=V&utm_term=V&utm_content=V&xid=V&gclid=V&sub1=V&sub2=V&next=V&V=V';

let server: TestServer;
let port: number;
let token: string;
/** A way out by its name: its path, and the origin that the administrator pointed it at. */
let places: [name: string, path: string, origin: string][];
const counts: Record<string, number> = {};
let led = 0;

const call = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${server.url}/api/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return (JSON.parse(text) as { data: { id: number; slug: string } }).data;
};

beforeAll(async () => {
  server = await startServer({ env: { SAMPLE: 'off', PUBLIC_URL: SITE } });
  port = Number(new URL(server.url).port);
  token = await logIn(server);
  const source = await call('POST', 'traffic-sources', {
    name: 'Evil \u560a\u560d //evil.example {click_id} \u4e2d',
    click_id_param: 'xid',
    utm_defaults: { utm_campaign: '\u4e2d @evil.example' },
  });
  const network = await call('POST', 'affiliate-networks', { name: 'Net', click_param: 'cid' });
  const offer = await call('POST', 'offers', { name: '\u4e2d //evil.example', network_id: network.id, url: TEMPLATE });
  const guide = await call('POST', 'listicles', { title: 'Teas', slug: 'old-teas' });
  const item = await call('POST', `listicles/${guide.id}/items`, {
    offer_id: offer.id,
    summary: 'A tea.',
    pros: ['Tastes'],
    cons: ['Costs'],
  });
  const review = await call('POST', 'offer-content', {
    offer_id: offer.id,
    title: 'A tea, reviewed',
    slug: 'old-tea',
    status: 'published',
    verdict: 'A plain tea.',
    pros: ['Tastes of tea'],
    cons: ['Sold in large bags'],
  });
  await call('PUT', `listicles/${guide.id}`, { slug: 'new-teas' });
  await call('PUT', `offer-content/${review.id}`, { slug: 'new-tea' });
  const link = async (name: string, given: object, target?: object) => {
    const made = await call('POST', 'tracking-links', {
      name,
      slug: name,
      traffic_source_id: source.id,
      fallback_url: '/',
      ...given,
    });
    if (target) await call('POST', `tracking-links/${made.id}/destinations`, { weight: 1, ...target });
    return `/go/${name}`;
  };
  places = [
    ['a guide', await link('to-guide', {}, { type: 'listicle', target_id: guide.id }), SITE],
    ['a review', await link('to-review', {}, { type: 'review', target_id: review.id }), SITE],
    ['an offer', await link('to-offer', {}, { type: 'offer', target_id: offer.id }), SHOP],
    ['an address', await link('to-url', {}, { type: 'url', url: TEMPLATE }), SHOP],
    ['a fallback outside', await link('fallback-out', { fallback_url: TEMPLATE }), SHOP],
    ['a fallback inside', await link('fallback-in', { fallback_url: '/about?a=1#b' }), SITE],
    ['the end of a link', await link('ended', { expires_at: '2026-01-01T00:00:00Z', expired_url: TEMPLATE }), SHOP],
    ['a product', `/out/${item.id}`, SHOP],
    ['the product of a review', '/out/review/new-tea', SHOP],
    ['a former slug of a review', '/offer-reviews/old-tea', SITE],
    ['a former slug of a guide', `/listicles/${guide.id}-old-teas`, SITE],
  ];
});

afterAll(async () => {
  await server?.stop();
});

/** What is wrong with an answer; undefined when it leads nowhere or where it was pointed, with the headers it has anyway. */
function wrongWith(answer: RawAnswer, origin: string, usual: readonly string[]): string | undefined {
  if (!(answer.status >= 200 && answer.status < 500)) return `status ${answer.status}`;
  if (/set-cookie|x-a\b/i.test(answer.names.join())) return `a header was added: ${answer.head}`;
  if (new Set(answer.names).size !== answer.names.length) return `a header came twice: ${answer.head}`;
  if (answer.status < 300 || answer.status >= 400) {
    return answer.location === undefined ? undefined : `a way on with status ${answer.status}`;
  }
  const added = answer.names.filter((name) => !usual.includes(name));
  if (added.length > 0) return `headers that this way out has not else: ${added.join()}`;
  const location = answer.location ?? '';
  if (!/^[\x21-\x7e]+$/.test(location)) return `not plain ASCII: ${location}`;
  if (!URL.canParse(location, SITE)) return `no address: ${location}`;
  const url = new URL(location, SITE);
  if (url.origin !== origin || url.username || url.password) return `leads to ${location}`;
  // on the site itself the words of a visitor stay as they came
  return origin !== SITE && /\{[^}]*\}/.test(location) ? `a macro is left: ${location}` : undefined;
}

/** The headers that a way out has anyway: answered past the framework, and by it. */
async function usualOf([name, path, origin]: (typeof places)[number]): Promise<string[]> {
  const answers = [await sendRaw(port, `${path}?utm_term=tea`), await sendRaw(port, `${SITE}${path}?utm_term=tea`)];
  for (const { status, location } of answers) {
    expect(status, name).toBeOneOf([301, 302]);
    expect(new URL(location!, SITE).origin, name).toBe(origin);
  }
  return answers.flatMap(({ names }) => names);
}

async function fire(
  kind: string,
  origin: string,
  usual: readonly string[],
  targets: readonly string[],
  headers: readonly string[][] = [[]],
) {
  const wrong: string[] = [];
  for (const target of targets)
    for (const lines of headers) {
      const said = wrongWith(await sendRaw(port, target, lines), origin, usual);
      if (said) wrong.push(`${target.slice(0, 200)} ${lines.join()}: ${said}`);
    }
  counts[kind] = (counts[kind] ?? 0) + targets.length * headers.length;
  led += wrong.length;
  expect(wrong).toEqual([]);
}

test('every way out is open', async () => {
  for (const [name, path] of places)
    await expect.poll(async () => (await sendRaw(port, path)).status, { message: name }).toBeOneOf([301, 302]);
});

test('every way out, whatever a visitor types behind it', async () => {
  for (const place of places) {
    const [, path, origin] = place;
    const usual = await usualOf(place);
    await fire(
      'values',
      origin,
      usual,
      VALUES.map((value) => `${path}?${QUERY.replaceAll('V', () => value)}`),
    );
  }
});

test('every way out, by what stands around its path', async () => {
  for (const place of places) {
    const [, path, origin] = place;
    const usual = await usualOf(place);
    await fire('paths', origin, usual, pathsAround(path));
  }
});

test('every way out, whatever a request claims of where it came from', async () => {
  for (const place of places) {
    const [, path, origin] = place;
    const usual = await usualOf(place);
    await fire(
      'claims',
      origin,
      usual,
      [`${path}?utm_term=tea`],
      CLAIMS.map((line) => [line]),
    );
  }
});

test('a context that somebody made up counts as none', async () => {
  const place = places.find(([name]) => name === 'a product')!;
  const [, path, origin] = place;
  const usual = await usualOf(place);
  await fire(
    'contexts',
    origin,
    usual,
    VALUES.map((value) => `${path}?v=${value}`),
  );
});

/** As many as were promised. */
afterAll(() => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  printFigures('P11', { ...counts, vectors: total, wrong: led });
  expect(total).toBeGreaterThanOrEqual(300);
});
