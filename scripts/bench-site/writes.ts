import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askSteadily, at, median, shippedBy, startScript, timed } from '../bench-load.ts';
import { BROWSER } from '../bench-router.ts';
import type { Effort } from './effort.ts';
import { slugOfLink } from './fill-site.ts';
import { admin, read, type Site } from './site.ts';
import { type Pair, type Say, type Size, SIZES } from './table.ts';

const KINDS = ['guide', 'offer', 'link'] as const;
type Kind = (typeof KINDS)[number];

/** Work of the main thread, beside that it does when nobody asks for anything. */
const IDLE_SECONDS = 5;
/** Pages are asked for what was written no oftener. */
const LOOK_MS = 5;
const SHOWN_LIMIT_MS = 60_000;
const MAX_SHOWN = 10;
const GOAL_MS = { thread: 20, shown: 100 };

const REDIRECTS_PER_SECOND = 200;
const WRITES_PER_SECOND = 20;
const WARM_UP_SECONDS = 2;
/** Editors wait for their answers: no more than so many at once. */
const EDITORS = 20;

/** Writes of a site, told apart by their number: none leaves a record as it was. */
export function writerOf(site: Site) {
  let count = 0;
  const counts = { guide: site.sizes.guides, offer: site.sizes.offers, link: site.sizes.links };
  const paths = { guide: '/listicles', offer: '/offers', link: '/tracking-links' };
  return {
    /** How many were written. */
    count: () => count,
    /** @param place of the record among its kind, from 0; beyond the last they begin anew. @returns a word that readers find from now on */
    async write(kind: Kind, place: number): Promise<string> {
      count += 1;
      const word = `written-${count}`;
      const body =
        kind === 'guide'
          ? { title: `A title, ${word}` }
          : kind === 'offer'
            ? { name: `An offer, ${word}` }
            : { utm: { utm_campaign: word } };
      await admin(site, `${paths[kind]}/${site.first[kind] + (place % counts[kind])}`, { method: 'PUT', body });
      return word;
    },
  };
}
export type Writer = ReturnType<typeof writerOf>;

/** Where readers see a record of that place. The first offer is a product of the first guide. */
const addressOf = (site: Site, kind: Kind, place: number): string =>
  kind === 'link'
    ? `/go/${slugOfLink(place + 1)}`
    : `/listicles/${site.first.guide + (kind === 'offer' ? Math.floor(place / 10) : place)}`;

/** What each part of the bench is given. */
export type Given = { sites: Record<Size, Site>; writers: Record<Size, Writer>; say: Say; effort: Effort };

/** What one write costs: until its answer, of the main thread, and until readers have it. */
export async function benchWrites({ sites, writers, say, effort: { writes } }: Given): Promise<void> {
  for (const kind of KINDS) {
    const [answered, used, shown] = [
      { small: 0, large: 0 },
      { small: 0, large: 0 },
      { small: 0, large: 0 },
    ];
    for (const size of SIZES) {
      const [site, writer] = [sites[size], writers[size]];
      const one = await costOf(site, (n) => writer.write(kind, n), writes);
      answered[size] = one.answeredMs;
      used[size] = one.threadMs;
      shown[size] = await shownAfter(site, writer, kind, Math.min(writes, MAX_SHOWN));
    }
    say(`write of ${article(kind)}, until its answer`, 'ms', answered);
    say(`write of ${article(kind)}, work of the main thread`, 'ms', used, { most: GOAL_MS.thread });
    say(`write of ${article(kind)}, from its answer until readers have it`, 'ms', shown, { most: GOAL_MS.shown });
  }
}

const article = (kind: Kind): string => `${kind === 'offer' ? 'an' : 'a'} ${kind}`;

/** Each write is over, with all that follows it, before the next. */
async function costOf(
  site: Site,
  write: (n: number) => Promise<unknown>,
  writes: number,
): Promise<{ answeredMs: number; threadMs: number }> {
  const thread = site.thread();
  await thread.quiet();
  const idleMs = thread.usedMs();
  await sleep(IDLE_SECONDS * 1000);
  const idleShare = (thread.usedMs() - idleMs) / (IDLE_SECONDS * 1000);
  const [begin, before] = [performance.now(), thread.usedMs()];
  const took: number[] = [];
  for (let n = 0; n < writes; n += 1) {
    took.push(await timed(() => write(n)));
    await thread.quiet();
  }
  const workMs = thread.usedMs() - before - idleShare * (performance.now() - begin);
  return { answeredMs: median(took), threadMs: Math.max(0, workMs / writes) };
}

/** From the answer of a write to the end of the first page that shows it, of pages that readers had before. */
async function shownAfter(site: Site, writer: Writer, kind: Kind, writes: number): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < writes; n += 1) {
    // of ten links in a row the first leads to a guide and takes its campaign along
    const place = kind === 'link' ? n * 10 : n;
    const address = addressOf(site, kind, place);
    await read(site, address);
    const word = await writer.write(kind, place);
    took.push(
      await timed(async () => {
        const until = performance.now() + SHOWN_LIMIT_MS;
        while (!(await read(site, address)).includes(word)) {
          if (performance.now() > until) throw new Error(`${address} never shows ${word}`);
          await sleep(LOOK_MS);
        }
      }),
    );
    await site.thread().quiet();
  }
  return median(took);
}

/** Redirects at a low, even rate, and the same beside people who write, in turns. */
export async function benchRedirects({ sites, writers, say, effort }: Given): Promise<void> {
  const found: Record<'quiet' | 'beside', Record<Size, Answered[]>> = {
    quiet: { small: [], large: [] },
    beside: { small: [], large: [] },
  };
  const rates: Record<Size, number[]> = { small: [], large: [] };
  const refusals = { small: 0, large: 0 };
  const bare: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    bare.push(await bareRedirects(effort.seconds));
    for (const size of SIZES) {
      await shipped(sites[size]);
      found.quiet[size].push(await redirects(sites[size], effort.seconds));
    }
    for (const size of SIZES) {
      await shipped(sites[size]);
      const writing = writeSteadily(writers[size]);
      try {
        found.beside[size].push(await redirects(sites[size], effort.seconds));
      } finally {
        const { rate, refused } = await writing.end();
        rates[size].push(rate);
        refusals[size] += refused;
      }
    }
  }
  const pair = (when: keyof typeof found, key: keyof Answered): Pair => {
    const of = (size: Size) => median(found[when][size].map((one) => one[key]));
    return { small: of('small'), large: of('large') };
  };
  const control = median(bare);
  const [quiet, beside] = [pair('quiet', 'p99'), pair('beside', 'p99')];
  say(`bare node:http at ${REDIRECTS_PER_SECOND} a second, p99`, 'ms', { small: control, large: control });
  say(`redirect at ${REDIRECTS_PER_SECOND} a second, p50`, 'ms', pair('quiet', 'p50'));
  say(`redirect at ${REDIRECTS_PER_SECOND} a second, p99`, 'ms', quiet);
  say(`the same beside ${WRITES_PER_SECOND} writes a second, p50`, 'ms', pair('beside', 'p50'));
  say(`the same beside ${WRITES_PER_SECOND} writes a second, p99`, 'ms', beside);
  const ratio = { small: beside.small / quiet.small, large: beside.large / quiet.large };
  say('p99 beside writes of quiet p99', 'times', ratio, { most: 2 });
  say('writes that were answered beside them', 'a second', { small: median(rates.small), large: median(rates.large) });
  say('writes that were refused beside them', 'in all', refusals, { most: 0 });
}

type Answered = { p50: number; p99: number };

/** Of many links, so that no decision is remembered. */
const redirects = ({ server, sizes }: Site, seconds: number): Promise<Answered> =>
  askForRedirects(
    seconds,
    (n) => `${server.url}/go/${slugOfLink(1 + ((n * 7) % sizes.links))}?utm_source=taboola&click_id=GiDxMTKqT5tYq8`,
  );

/** What the machine allows at that moment: nothing but a 302. @returns p99 */
async function bareRedirects(seconds: number): Promise<number> {
  const control = await startScript('bench-control.mjs', join(import.meta.dirname, '../../README.md'));
  try {
    return (await askForRedirects(seconds, () => `${control.url}/redirect`)).p99;
  } finally {
    control.stop();
  }
}

async function askForRedirects(seconds: number, addressAt: (n: number) => string): Promise<Answered> {
  const addresses = Array.from({ length: REDIRECTS_PER_SECOND * (WARM_UP_SECONDS + seconds) }, (_, n) => addressAt(n));
  const { took, bad } = await askSteadily(addresses, {
    perSecond: REDIRECTS_PER_SECOND,
    warmUp: REDIRECTS_PER_SECOND * WARM_UP_SECONDS,
    expects: 302,
    headers: { 'user-agent': BROWSER },
  });
  if (bad > 0) throw new Error(`${bad} redirects failed`);
  return { p50: at(took, 0.5), p99: at(took, 0.99) };
}

/** Nothing waits to be shipped, and nothing else is left to do. */
async function shipped(site: Site): Promise<void> {
  await site.thread().quiet();
  await shippedBy({ url: site.server.url, token: site.token });
}

/** Begins to write of each kind in turn at an even rate, as far as answers come. @returns what ends it: so many a second were stored, so many refused in all */
function writeSteadily(writer: Writer): { end(): Promise<{ rate: number; refused: number }> } {
  const begin = performance.now();
  let isOver = false;
  let answered = 0;
  let refused = 0;
  const edit = async (first: number): Promise<void> => {
    for (let n = first; !isOver; n += EDITORS) {
      const dueMs = begin + (n * 1000) / WRITES_PER_SECOND - performance.now();
      if (dueMs > 0) await sleep(dueMs);
      await writer.write(KINDS[n % KINDS.length]!, n).then(
        () => (answered += 1),
        () => (refused += 1),
      );
    }
  };
  const editors = Promise.all(Array.from({ length: EDITORS }, (_, n) => edit(n)));
  return {
    async end() {
      isOver = true;
      const rate = (answered * 1000) / (performance.now() - begin);
      await editors;
      return { rate, refused };
    },
  };
}

/** One edit after the other, of each kind in turn, until there were so many. */
export async function editUntil(site: Site, writer: Writer, edits: number): Promise<void> {
  while (writer.count() < edits) await writer.write(KINDS[writer.count() % KINDS.length]!, writer.count());
  await site.thread().quiet();
}
