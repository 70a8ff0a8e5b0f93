import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createHttp, type Reply } from '../../journey/http.ts';
import { linksOf } from '../../journey/traffic.ts';
import type { Click, Device, Ledger, Sale, Visit } from './ledger.ts';
import { offerAt, type LinkKey, type World } from './world.ts';

const AGENTS: Record<Device, string> = {
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  mobile:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
};
/** A network asks again until it is answered, and has all day. */
const RETRY_MS = 100;
const RETRIES = 600;

export type Load = {
  /** Somebody follows an ad to wherever it leads, and out of the guide that it leads to. @param origin past the balancer */
  follow(link: LinkKey, origin?: string): Promise<Visit>;
  /** Begins to read, sell, upload. */
  start(): void;
  /** Ends it; what was begun is done. */
  stop(): Promise<void>;
};

type Options = {
  front: string;
  world: World;
  ledger: Ledger;
  /** Of who uploads pictures; none: nobody does. */
  token?: string;
  /** Between two steps of one reader. */
  pauseMs?: number;
};

/** Readers, networks and an editor with pictures, who know nothing of instances. */
export function createLoad({ front, world, ledger, token, pauseMs = 60 }: Options): Load {
  let made = 0;
  let stopping = new AbortController();
  let running: Promise<unknown>[] = [];
  const waiting: Click[] = [];
  const https = new Map([[front, createHttp(front)]]);
  const httpTo = (origin: string) => {
    const known = https.get(origin) ?? createHttp(origin);
    https.set(origin, known);
    return known;
  };

  /** @returns undefined: it was not answered as it should be, which is written down */
  async function ask(what: string, wanted: number, origin: string, device: Device, url: string) {
    const headers = { 'user-agent': AGENTS[device], accept: 'text/html' };
    let answer: string;
    try {
      const reply = await httpTo(origin).exchange('GET', url, headers);
      if (reply.status === wanted) return reply;
      answer = `${reply.status} ${reply.text.slice(0, 200)}`;
    } catch (error) {
      answer = String(error);
    }
    ledger.failures.push({ what, atMs: performance.now(), answer });
    return undefined;
  }

  const addressIn = (reply: Reply, origin: string): URL => new URL(reply.headers.location!, origin);

  function arrive(address: URL, visit: Visit): void {
    const offer = offerAt(address.href);
    const id = address.searchParams.get('cid');
    if (offer === undefined || id === null) return;
    const click = { id, visit: visit.id, link: visit.link, offer, device: visit.device };
    ledger.clicks.push(click);
    waiting.push(click);
  }

  async function follow(link: LinkKey, origin = front): Promise<Visit> {
    made += 1;
    const device = made % 3 === 0 ? 'mobile' : 'desktop';
    const visit: Visit = { id: `x${made}`, link, device, isAnswered: false };
    ledger.visits.push(visit);
    const reply = await ask('visit', 302, origin, device, `/go/${link}?xid=${visit.id}`);
    if (!reply) return visit;
    visit.isAnswered = true;
    const address = addressIn(reply, origin);
    if (address.origin === new URL(front).origin || address.origin === new URL(origin).origin)
      await read(address, visit, origin);
    else arrive(address, visit);
    return visit;
  }

  async function read(address: URL, visit: Visit, origin: string): Promise<void> {
    const page = { atMs: performance.now(), isAnswered: false };
    ledger.pages.push(page);
    const reply = await ask('page', 200, origin, visit.device, address.pathname + address.search);
    page.atMs = performance.now();
    if (!reply) return;
    page.isAnswered = true;
    const ways = linksOf(reply.text).filter((way) => way.startsWith('/out/'));
    const way = ways[ledger.pages.length % ways.length]!;
    const out = await ask('out', 302, origin, visit.device, way);
    if (out) arrive(addressIn(out, origin), visit);
  }

  /** Says it until it is taken. */
  async function tell(query: Record<string, string>): Promise<void> {
    for (let tries = 0; tries < RETRIES; tries += 1) {
      const url = `${world.postback}?${new URLSearchParams(query)}`;
      const answer = await httpTo(front)
        .exchange('GET', url, { 'user-agent': 'network-postback/1.0' })
        .then(({ status, text }) => (status === 200 ? '' : `${status} ${text.slice(0, 200)}`), String);
      if (answer === '') return;
      ledger.failures.push({ what: 'postback', atMs: performance.now(), answer });
      await sleep(RETRY_MS);
    }
    throw new Error('A postback was not taken.');
  }

  /** One click in four sells nothing; what is told of the others is told twice at once, refunded, or left pending. */
  async function sell(click: Click, n: number): Promise<void> {
    if (n % 4 === 0) return;
    const cents = BigInt(100 + ((n * 37) % 900));
    const sale: Sale = { txid: `t${n}`, click, cents, status: n % 4 === 2 ? 'pending' : 'approved' };
    const query = { click_id: click.id, payout: moneyOf(cents), txid: sale.txid, status: sale.status };
    await Promise.all(Array.from({ length: n % 8 === 5 ? 3 : 1 }, () => tell(query)));
    if (n % 4 === 3) await tell({ ...query, status: (sale.status = 'reversed') });
    ledger.sales.push(sale);
  }

  async function upload(n: number): Promise<void> {
    const background = { r: n % 256, g: (n * 7) % 256, b: Math.floor(n / 256) };
    const bytes = await sharp({ create: { width: 900, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('image', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), `${n}.png`);
    const reply = await fetch(`${front}/api/images`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    }).catch(String);
    if (typeof reply !== 'string' && reply.status === 201) {
      const { imageUrl } = (await reply.json()) as { imageUrl: string };
      ledger.pictures.push({ path: new URL(imageUrl, front).pathname, bytes });
      return;
    }
    const answer = typeof reply === 'string' ? reply : `${reply.status} ${await reply.text()}`;
    ledger.failures.push({ what: 'upload', atMs: performance.now(), answer });
  }

  let sold = 0;
  let uploads = 0;
  return {
    follow,
    start() {
      stopping = new AbortController();
      const { signal } = stopping;
      const loop = async (step: () => Promise<unknown>, everyMs = pauseMs): Promise<void> => {
        while (!signal.aborted) {
          await step();
          await sleep(everyMs);
        }
      };
      running = [
        loop(() => follow('sold')),
        loop(() => follow('sold')),
        loop(() => follow('read')),
        loop(() => follow('read')),
        loop(() => follow('capped'), pauseMs * 4),
        ...(token === undefined ? [] : [loop(() => upload(uploads++), pauseMs * 10)]),
        (async () => {
          // several networks at once; what they have not come to when all ends sells nothing
          for (; !signal.aborted; await sleep(pauseMs))
            await Promise.all(waiting.splice(0, 8).map((click) => sell(click, sold++)));
        })(),
      ];
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      for (const http of https.values()) http.close();
    },
  };
}

export const moneyOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
