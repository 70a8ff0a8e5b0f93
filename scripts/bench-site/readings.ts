import { median, timed } from '../bench-load.ts';
import { SEARCHED } from './invented-texts.ts';
import { admin, read, type Site } from './site.ts';
import { type Pair, type Size, SIZES } from './table.ts';
import type { Given } from './writes.ts';

const LIST_GOAL_MS = 50;
/** Of the small site, the most that the large one may take. */
const TIMES = 2;

/** Runs a measurement on both sites in turns. @returns the medians */
async function medians(rounds: number, measure: (size: Size, round: number) => Promise<number>): Promise<Pair> {
  const took = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < rounds; round += 1) for (const size of SIZES) took[size].push(await measure(size, round));
  return { small: median(took.small), large: median(took.large) };
}

/** Pages of guides: that nobody has read yet, quiet and once something was written, and that somebody has read before a write. */
export async function benchPages({ sites, writers, say, effort }: Given): Promise<void> {
  const readAt = (site: Site, place: number) => timed(() => read(site, `/listicles/${site.first.guide + place}`));
  // from the last one: what is written elsewhere begins at the first
  const unread = await medians(effort.unread, (size, n) => readAt(sites[size], sites[size].sizes.guides - 1 - n));
  say('first reading of a guide', 'ms', unread, { times: TIMES });
  // what pages share may have been read anew for the write, or may have to be now
  const unreadAfter = await medians(effort.readings, async (size, n) => {
    await writers[size].write('offer', n);
    await sites[size].thread().quiet();
    return readAt(sites[size], sites[size].sizes.guides - 1 - effort.unread - n);
  });
  say('first reading of a guide, once an offer was written', 'ms', unreadAfter, { times: TIMES });
  const again = (size: Size) => readAt(sites[size], 1);
  for (const size of SIZES) await again(size);
  const before = await medians(effort.readings, again);
  const after = await medians(effort.readings, async (size, n) => {
    await writers[size].write('guide', n % 2 === 0 ? 0 : 2);
    await sites[size].thread().quiet();
    return again(size);
  });
  say('reading of a guide that was read', 'ms', before);
  say('the same once another guide was written', 'ms', after);
  const ratio = { small: after.small / before.small, large: after.large / before.large };
  say('the second of the first', 'times', ratio, { most: TIMES });
}

/** Lists of the back office: what they are called, where they are, and a search that finds some. */
const LISTS: readonly [name: string, path: string, search: string][] = [
  ['guides', '/listicles', 'kettle'],
  ['offers', '/offers', 'fernwell steel'],
  ['reviews', '/offer-content', 'month later'],
  ['links', '/tracking-links', 'group 12'],
  ['networks', '/affiliate-networks', 'network 1'],
  ['sources', '/traffic-sources', 'source 1'],
  ['images', '/images', 'picture 12'],
  ['conversions', '/stats/conversions?days=90', 'bench-7'],
];

/** What fields to choose a record in ask for: before a word is typed, and with one. */
const PICKERS: readonly [name: string, path: string][] = [
  ['offers of a product', '/offers?limit=25&sortBy=name&order=asc&all=1'],
  ['offers of a product, searched', '/offers?limit=25&sortBy=name&order=asc&all=1&search=kettle'],
  ['links of a bill', '/tracking-links/util/names'],
  ['reviews of a destination', '/offer-content?limit=25&sortBy=title&order=asc'],
  ['guides of a destination', '/tracking-links/util/available-listicles'],
  ['guides and reviews, searched', '/tracking-links/util/available-listicles?include_reviews=1&search=kettle'],
  ['networks', '/affiliate-networks?all=1'],
  ['sources', '/traffic-sources?all=1'],
];

const ROWS = 25;

/** Each list by its first page, its last page and a search; then what pickers ask for. */
export async function benchLists(given: Given): Promise<void> {
  for (const [name, path, search] of LISTS) {
    const base = `${path}${path.includes('?') ? '&' : '?'}limit=${ROWS}`;
    const lastPage = async (site: Site): Promise<string> => {
      const { pages } = await admin<{ pages: number }>(site, base);
      return `${base}&page=${pages}`;
    };
    await benchCall(given, `${name}, first page`, () => base);
    await benchCall(given, `${name}, last page`, lastPage);
    await benchCall(given, `${name}, search`, () => `${base}&search=${encodeURIComponent(search)}`);
  }
  for (const [name, path] of PICKERS) await benchCall(given, `picker: ${name}`, () => path);
}

async function benchCall(
  { sites, say, effort }: Given,
  name: string,
  pathOf: (site: Site) => string | Promise<string>,
): Promise<void> {
  const paths = { small: await pathOf(sites.small), large: await pathOf(sites.large) };
  for (const size of SIZES) await admin(sites[size], paths[size]);
  const took = await medians(effort.rounds, (size) => timed(() => admin(sites[size], paths[size])));
  say(name, 'ms', took, { most: LIST_GOAL_MS });
}

/** The search of the public site, and the sitemap once something was written. */
export async function benchSearch({ sites, writers, say, effort }: Given): Promise<void> {
  const search = (size: Size, word: string) => timed(() => read(sites[size], `/search?q=${encodeURIComponent(word)}`));
  for (const size of SIZES) await search(size, 'warm');
  const slowest = { small: 0, large: 0 };
  const found = await medians(SEARCHED.length, async (size, n) => {
    const tookMs = await search(size, SEARCHED[n]!);
    slowest[size] = Math.max(slowest[size], tookMs);
    return tookMs;
  });
  say(`search of the public site, ${SEARCHED.length} words`, 'ms', found, { most: LIST_GOAL_MS });
  say('search of the public site, slowest of them', 'ms', slowest, { most: LIST_GOAL_MS });
  const sitemap = await medians(effort.rounds, async (size, n) => {
    await writers[size].write('guide', n);
    await sites[size].thread().quiet();
    return slowestSitemap(sites[size]);
  });
  say('sitemap after a write, the slowest of its files', 'ms', sitemap);
}

/** Of the file itself and those that it names. */
async function slowestSitemap(site: Site): Promise<number> {
  const files = ['/sitemap.xml'];
  let slowestMs = 0;
  for (const file of files) {
    let text = '';
    slowestMs = Math.max(slowestMs, await timed(async () => void (text = await read(site, file))));
    if (text.includes('<sitemapindex'))
      files.push(
        ...[...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!, site.server.url).pathname),
      );
  }
  return slowestMs;
}
