/**
 * `npm run bench -- site`: what the program takes for a large site, each figure beside that of a small one in the same run. The small one
 * is the sample with eighty guides of ten products, so that both draw the same kind of page; the large one has 10,000 offers, 5,000
 * guides with 50,000 products, 2,000 reviews and 100,000 links beyond the sample. Both are filled by bulk, each in a data folder of its
 * own; both programs run, and are asked in turns. `--offers`, `--guides`, `--reviews` and `--links` set other sizes, `--writes` how
 * many writes of each kind are measured, `--edits` how many there were before memory is looked at again; `--small` is a quick look
 * whether it works, without verdicts. Words take parts alone: start, redirects, writes, pages, lists, search, edits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median, timed } from './bench-load.ts';
import { type Effort, FULL, QUICK } from './bench-site/effort.ts';
import { PRODUCTS_PER_GUIDE, type Sizes, slugOfLink } from './bench-site/fill-site.ts';
import { benchLists, benchPages, benchSearch } from './bench-site/readings.ts';
import { read, routingBytes, type Site, startSite } from './bench-site/site.ts';
import { openTable, type Pair, type Say, type Size, SIZES } from './bench-site/table.ts';
import { benchRedirects, benchWrites, editUntil, type Given, writerOf } from './bench-site/writes.ts';

/** Guides enough for each reading of one that nobody has read. */
const SMALL: Sizes = { offers: 800, guides: 80, reviews: 20, links: 100 };
const HARDLY_LARGER: Sizes = { offers: 1000, guides: 100, reviews: 40, links: 1000 };
/** What a start leaves behind it is on disk by then. */
const KEPT_MS = 4000;
const SETTLED_LIMIT_MS = 120_000;
const GOALS = { readyMs: 4000, residentMb: 500 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    offers: { type: 'string', default: '10000' },
    guides: { type: 'string', default: '5000' },
    reviews: { type: 'string', default: '2000' },
    links: { type: 'string', default: '100000' },
    writes: { type: 'string', default: String(FULL.writes) },
    edits: { type: 'string', default: String(FULL.edits) },
    small: { type: 'boolean', default: false },
  },
});
const LARGE: Sizes = values.small
  ? HARDLY_LARGER
  : {
      offers: Number(values.offers),
      guides: Number(values.guides),
      reviews: Number(values.reviews),
      links: Number(values.links),
    };
for (const [kind, count] of Object.entries(LARGE))
  if (!(count >= SMALL[kind as keyof Sizes]))
    throw new Error(`--${kind} takes a number from ${SMALL[kind as keyof Sizes]}`);
const isFull = LARGE.offers >= 10_000 && LARGE.guides >= 5000 && LARGE.reviews >= 2000 && LARGE.links >= 100_000;
const effort: Effort = values.small ? QUICK : { ...FULL, writes: Number(values.writes), edits: Number(values.edits) };

type Sites = Record<Size, Site>;

const isWanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part);

/** Each site is started in its turn, on what the start before it left on disk. */
async function benchStarts(sites: Sites, say: Say): Promise<void> {
  const took: Record<Size, number[]> = { small: [], large: [] };
  for (let n = 0; n < effort.starts; n += 1)
    for (const size of SIZES) {
      const { server } = sites[size];
      await server.terminate();
      took[size].push(await timed(() => server.restart('database')));
      await settle(sites[size]);
    }
  say(
    'ready after a warm start',
    'ms',
    { small: median(took.small), large: median(took.large) },
    { most: GOALS.readyMs },
  );
}

/** Resolves when the router knows the last link, nothing works any more, and what a start leaves behind it is on disk. */
async function settle(site: Site): Promise<void> {
  const until = performance.now() + SETTLED_LIMIT_MS;
  while (!(await isKnown(site))) {
    if (performance.now() > until) throw new Error('The router never heard of the last link');
    await sleep(KEPT_MS);
  }
  for (let before = -1; before !== routingBytes(site);) {
    before = routingBytes(site);
    await sleep(KEPT_MS);
    await site.thread().quiet();
  }
}

const isKnown = (site: Site): Promise<boolean> =>
  read(site, `/go/${slugOfLink(site.sizes.links)}`).then(
    () => true,
    () => false,
  );

const both = ({ small, large }: Sites, figureOf: (site: Site) => number): Pair => ({
  small: figureOf(small),
  large: figureOf(large),
});

const told = ({ offers, guides, reviews, links }: Sizes): string =>
  `${offers} offers, ${guides} guides of ${PRODUCTS_PER_GUIDE} products, ${reviews} reviews, ${links} links`;

async function bench(sites: Sites): Promise<boolean> {
  process.stdout.write(
    `small: the sample, ${told(SMALL)}\nlarge: the sample, ${told(LARGE)}\nload of the machine ${loadavg()[0]!.toFixed(1)}\n`,
  );
  const { say, missed } = openTable(isFull);
  const writers = { small: writerOf(sites.small), large: writerOf(sites.large) };
  const given: Given = { sites, writers, say, effort };
  // the first start on a filled folder is like no other
  for (const site of Object.values(sites)) {
    await site.server.restart('database');
    await settle(site);
  }
  if (isWanted('start')) await benchStarts(sites, say);
  say(
    'resident memory after a start',
    'MB',
    both(sites, (site) => site.thread().residentMb()),
  );
  say(
    'routing file',
    'MB',
    both(sites, (site) => routingBytes(site) / 1e6),
  );
  if (isWanted('redirects')) await benchRedirects(given);
  if (isWanted('writes')) await benchWrites(given);
  if (isWanted('pages')) await benchPages(given);
  if (isWanted('lists')) await benchLists(given);
  if (isWanted('search')) await benchSearch(given);
  if (isWanted('edits')) {
    for (const size of SIZES) await editUntil(sites[size], writers[size], effort.edits);
    const edits = Math.min(writers.small.count(), writers.large.count());
    say(
      `resident memory after ${edits} edits`,
      'MB',
      both(sites, (site) => site.thread().residentMb()),
      { most: GOALS.residentMb },
    );
  }
  process.stdout.write(`load of the machine ${loadavg()[0]!.toFixed(1)}\n`);
  return missed() === 0;
}

const compiled = mkdtempSync(join(tmpdir(), 'guidepost-bench-compiled-'));
const started: Site[] = [];
try {
  for (const sizes of [SMALL, LARGE]) {
    const tookMs = await timed(async () => void started.push(await startSite(sizes, compiled)));
    process.stdout.write(`a site of ${told(sizes)} was started and filled in ${(tookMs / 1000).toFixed(0)} s\n`);
  }
  const [small, large] = started;
  process.exitCode = (await bench({ small: small!, large: large! })) ? 0 : 1;
} finally {
  for (const { server } of started) await server.stop();
  rmSync(compiled, { recursive: true, force: true, maxRetries: 5 });
}
