import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inParallel, visit, type Http, type Notes, type Reply, type Sent } from './http.ts';
import type { Click, Networks } from './postbacks.ts';
import { seeded } from '../../src/platform/dice.ts';
import { sample } from './random.ts';
import type { World } from './world.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../real-input', name), 'utf8'));
const AGENTS = read('user-agents.json') as { browsers: string[]; crawlers: string[] };
const LANDINGS = read('landing-urls.json') as Record<string, { queries: Record<string, string>[] }>;

/** Where networks look for our click id in the address, as their own help pages say. */
const CLICK_PARAM: Record<string, string> = { clickbank: 'tid', digistore24: 'cid', cake: 's2', tune: 'aff_sub' };
const WIDTH = 8;

type Reader = {
  session: string;
  agent: string;
  headers: Record<string, string>;
  random: () => number;
  /** Only people's clicks sell, and only of those who are counted. */
  isCustomer: boolean;
};

/** Drives every reader through the site as a browser would: what to open next is read from the answers alone. */
export function createTraffic(http: Http, notes: Notes, world: World, networks: Networks) {
  const clicks: (Click & { session: string })[] = [];
  let made = 0;

  const ask = (reader: Reader, url: string, more: Partial<Sent> = {}): Promise<Reply> =>
    visit(http, notes, {
      session: reader.session,
      agent: reader.agent,
      url,
      ...more,
      headers: { ...reader.headers, ...more.headers },
    });

  function readerOf(agent: string, index: number, kind: 'person' | 'crawler'): Reader {
    const isOptedOut = kind === 'person' && index % 61 === 5;
    const hasSignal = kind === 'person' && index % 7 === 4;
    made += 1;
    return {
      session: `${kind}-${String(made).padStart(4, '0')}`,
      agent,
      headers: {
        'accept-language': 'en-US,en;q=0.8',
        ...(isOptedOut && { cookie: 'gp_ignore=1' }),
        ...(hasSignal && { 'sec-gpc': '1' }),
      },
      random: seeded(index * 2 + (kind === 'person' ? 0 : 1)),
      isCustomer: kind === 'person' && !isOptedOut,
    };
  }

  /** Notes the click id of an address at a shop; one sale in twelve is told before anything else happens. */
  async function arriveAtShop(reader: Reader, location: string): Promise<void> {
    const shop = new URL(location);
    const offer = world.offers.find((one) => one.host === shop.hostname);
    if (!offer) throw new Error(`${location} is no shop of ours`);
    const ids = shop.searchParams.getAll(CLICK_PARAM[offer.network]!);
    if (ids.length !== 1) throw new Error(`${location} must hold one click id`);
    if (!reader.isCustomer) return;
    const click = { id: ids[0]!, network: offer.network, isOvertaken: reader.random() < 1 / 12 };
    clicks.push({ ...click, session: reader.session });
    if (click.isOvertaken) await networks.overtake(click);
  }

  async function buy(reader: Reader, way: string): Promise<void> {
    const { status, headers } = await ask(reader, way);
    if (status !== 302) throw new Error(`${way} answered ${status}`);
    await arriveAtShop(reader, headers.location!);
  }

  /** Reads a guide or a review; goes on to some of the shops that the served page offers, and sometimes to a second guide. */
  async function readPage(reader: Reader, url: string, mayGoOn: boolean): Promise<void> {
    const page = await ask(reader, url);
    if (page.status !== 200) throw new Error(`${url} answered ${page.status}`);
    const links = linksOf(page.text);
    const ways = [...new Set(links.filter((link) => link.startsWith('/out/')))];
    if (ways.length === 0) throw new Error(`${url} offers no way out`);
    await reportSeen(reader, page.text);
    if (reader.random() < 0.2) {
      const { etag } = page.headers;
      await ask(reader, url, { headers: { 'if-none-match': etag ?? '' } });
    }
    // a review has several buttons to one shop
    const isReview = ways[0]!.startsWith('/out/review/');
    const taken = isReview
      ? sample(ways, reader.random() < 0.6 ? 1 : 0, reader.random)
      : sample(ways, [0, 1, 1, 2][Math.floor(reader.random() * 4)]!, reader.random);
    for (const way of taken) await buy(reader, way);
    if (!mayGoOn || reader.random() >= 0.15) return;
    const home = await ask(
      reader,
      links.find((link) => /^\/(\?|$)/.test(link))!,
    );
    const guides = linksOf(home.text).filter((link) => link.startsWith('/listicles/'));
    await readPage(reader, guides[Math.floor(reader.random() * guides.length)]!, false);
  }

  /** What the script of the page would report of what came into view: in one go of a guide, bit by bit of a review. */
  async function reportSeen(reader: Reader, html: string): Promise<void> {
    const places = [...html.matchAll(/data-place="(\w+)"/g)].map((match) => match[1]!);
    const depths = [...html.matchAll(/data-depth="(\d+)"/g)].map((match) => Number(match[1]));
    if (places.length > 0) await reportRead(reader, html, places, depths);
    const items = [...html.matchAll(/data-item="(\d+)"/g)].map((match) => Number(match[1]));
    const v = /data-view="([^"]+)"/.exec(html)?.[1];
    if (items.length === 0 || !v || reader.random() < 0.3) return;
    await beacon(reader, { v, items: items.slice(0, 1 + Math.floor(reader.random() * items.length)) });
  }

  /** Some read on, some leave; one button is seen before the others; a few scripts say all of it twice. */
  async function reportRead(reader: Reader, html: string, places: string[], depths: number[]): Promise<void> {
    const v = /data-view="([^"]+)"/.exec(html)?.[1];
    if (reader.random() < 0.2) return;
    const read = depths.slice(0, Math.floor(reader.random() * 5));
    const seen = sample(places, Math.floor(reader.random() * (places.length + 1)), reader.random);
    const bodies = [
      ...(seen.length > 0 ? [{ v, places: seen.slice(0, 1), first: 1 }] : []),
      ...(seen.length > 1 ? [{ v, places: seen.slice(1) }] : []),
      ...(read.length > 0 ? [{ v, depths: read }] : []),
    ];
    for (const body of bodies) await beacon(reader, body);
    if (reader.random() < 0.1) for (const body of bodies) await beacon(reader, body);
  }

  async function beacon(reader: Reader, body: object): Promise<void> {
    const { status } = await ask(reader, '/api/beacon', {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify(body),
    });
    if (status !== 204) throw new Error(`The beacon answered ${status}`);
  }

  /** From an ad to wherever the link leads. */
  async function followAd(reader: Reader, source: string, query: Record<string, string>): Promise<void> {
    const link = world.links.find((one) => one.source === source)!;
    const { status, headers } = await ask(reader, `/go/${link.slug}?${new URLSearchParams(query)}`);
    if (status !== 302) throw new Error(`/go/${link.slug} answered ${status}`);
    const location = headers.location!;
    if (location.startsWith('/')) await readPage(reader, location, true);
    else await arriveAtShop(reader, location);
  }

  /** What browsers and messengers ask for without anybody reading it. */
  async function peek(reader: Reader, source: string, query: Record<string, string>): Promise<void> {
    const url = `/go/${world.links.find((one) => one.source === source)!.slug}?${new URLSearchParams(query)}`;
    const head = await ask(reader, url, { method: 'HEAD' });
    if (head.headers.location?.startsWith('/')) await ask(reader, head.headers.location, { method: 'HEAD' });
    const prefetch = { headers: { 'sec-purpose': 'prefetch;prerender' } };
    const { headers } = await ask(reader, url, prefetch);
    if (!headers.location?.startsWith('/')) return;
    const page = await ask(reader, headers.location, prefetch);
    const way = linksOf(page.text).find((link) => link.startsWith('/out/'))!;
    await ask(reader, way, { method: 'HEAD' });
    await ask(reader, way, { headers: { purpose: 'preview' } });
  }

  /** Everybody once, in turn from each ad platform; every fourth comes back by another ad, some come by no ad at all. */
  function tasks(): (() => Promise<void>)[] {
    const sources = Object.keys(LANDINGS).map((name) => ({
      key: name.replaceAll('_', '-'),
      queries: LANDINGS[name]!.queries,
    }));
    const all: (() => Promise<void>)[] = [];
    const arrive = (agent: string, index: number, turn: number, kind: 'person' | 'crawler') => {
      const { key, queries } = sources[turn % sources.length]!;
      const query = queries[Math.floor(turn / sources.length) % queries.length]!;
      const reader = readerOf(agent, index, kind);
      all.push(() => followAd(reader, key, query));
      if (turn % 10 === 9) {
        const idle = readerOf(agent, 0, kind);
        all.push(() => peek(idle, key, query));
      }
    };
    for (const [index, agent] of AGENTS.browsers.entries()) {
      arrive(agent, index, index, 'person');
      if (index % 4 === 0) arrive(agent, index, index + 1, 'person');
      if (index % 11 === 0) {
        const reader = readerOf(agent, index, 'person');
        const guide = world.guides[index % world.guides.length]!;
        all.push(() => readPage(reader, `/listicles/${guide.id}?utm_source=newsletter`, true));
      }
    }
    for (const [index, agent] of AGENTS.crawlers.entries()) arrive(agent, index, index, 'crawler');
    return all;
  }

  return {
    /** @returns the clicks that may sell, in an order that is the same in every run */
    async drive(): Promise<Click[]> {
      await inParallel(WIDTH, tasks());
      return clicks.toSorted((a, b) => a.session.localeCompare(b.session));
    },
  };
}

/** The addresses behind the links of a served page. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));
