/**
 * The router by itself: processor time of one `/go` without HTTP and disk, for a plain link, for one with 20 rules and 10 destinations, and
 * for the plain one among 100,000 links; and what a snapshot of 100,000 links costs to read and to hold.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFacts } from '../src/features/visitors/server/request-facts.ts';
import { createRedirects } from '../src/features/router/server/redirect.ts';
import { openSnapshot } from '../src/features/router/server/snapshot.ts';
import { createLog } from '../src/platform/server/log.ts';

const MANY = 100_000;
const TURNS = 20_000;
const ROUNDS = 5;
const RULES = 20;
export const DESTINATIONS = 10;
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Twenty rules, of which the last matches a browser on a desktop. */
const conditionsOf = (n: number): object[] =>
  n === RULES - 1
    ? [{ type: 'device', op: 'is', values: ['desktop'], include_unknown: false }]
    : [
        { type: 'device', op: 'is', values: ['desktop', 'mobile'], include_unknown: false },
        {
          type: 'query',
          op: 'is',
          key: 'utm_campaign',
          match: 'contains',
          values: [`never-${n}`],
          include_unknown: false,
        },
        { type: 'country', op: 'is', values: ['AQ', 'BV'], include_unknown: false },
      ];

/** A link with 20 rules and 10 destinations on a running server. @returns its address with the parameters of an ad */
export async function makeRuledLink({ url, token }: { url: string; token: string }): Promise<string> {
  const post = async (path: string, body: object): Promise<{ data: { id: number } & { id: number }[] }> => {
    const reply = await fetch(`${url}/api/admin/tracking-links${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as never;
  };
  const { data: link } = await post('', { name: 'With rules', slug: 'bench-rules' });
  let last = 0;
  for (let n = 0; n < RULES; n += 1)
    last = (await post(`/${link.id}/rules`, { name: `Rule ${n}`, conditions: conditionsOf(n) })).data.at(-1)!.id;
  for (let n = 0; n < DESTINATIONS; n += 1)
    await post(`/${link.id}/destinations`, { type: 'url', url: `https://shop-${n}.example/p`, rule_id: last });
  return `${url}/go/bench-rules?utm_source=taboola&utm_campaign=c1&click_id=GiDxMTKqT5tYq8`;
}

function linkOf(id: number, isRuled: boolean): object {
  const count = isRuled ? DESTINATIONS : 2;
  return {
    id,
    name: `Link ${id}`,
    slug: isRuled ? 'ruled' : `link-${id}`,
    status: 'active',
    traffic_source_id: null,
    kept_source: null,
    redirect_type: 302,
    forward_params: 'all',
    forward_list: [],
    param_conflict: 'incoming_wins',
    utm: { utm_campaign: 'spring' },
    sticky: 'none',
    rotation: 'weighted',
    click_limit: null,
    fallback_url: '/',
    starts_at: null,
    expires_at: null,
    expired_url: null,
    rules: isRuled
      ? Array.from({ length: RULES }, (_, n) => ({
          id: n + 1,
          name: `Rule ${n}`,
          is_enabled: true,
          conditions: conditionsOf(n),
          starts_at: null,
          ends_at: null,
        }))
      : [],
    destinations: Array.from({ length: count }, (_, n) => ({
      id: id * 20 + n,
      type: 'url',
      guide_id: null,
      review_id: null,
      offer_id: null,
      url: `https://shop-${n}.example/p`,
      weight: 50,
      status: 'active',
      priority: 0,
      rule_id: isRuled ? RULES : null,
      cap_daily_clicks: 0,
      cap_daily_conversions: 0,
    })),
  };
}

function writeFacts(path: string, links: number): void {
  const all = Array.from({ length: links }, (_, n) => linkOf(n + 1, false));
  writeFileSync(path, JSON.stringify({ links: [...all, linkOf(links + 1, true)], zone: 'UTC' }));
}

/** Reads a snapshot of so many links from disk, as a start without a database does. */
function open(links: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guidepost-router-'));
  const path = join(dataDir, 'routing.json');
  writeFacts(path, links);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const begin = process.cpuUsage();
  const snapshot = openSnapshot({ db: undefined as never, dataDir, log: createLog('silent') });
  const readMs = process.cpuUsage(begin).user / 1000;
  globalThis.gc?.();
  const bytes = process.memoryUsage().heapUsed - before;
  const fileBytes = statSync(path).size;
  rmSync(dataDir, { recursive: true, force: true });
  return { snapshot, readMs, bytes, fileBytes };
}

async function microsOf(snapshot: ReturnType<typeof open>['snapshot'], slug: string): Promise<number> {
  const facts = createFacts(undefined, createLog('silent'));
  const redirects = createRedirects({
    routing: snapshot.current,
    record: () => Promise.resolve(),
    seal: () => 'token',
    open: () => undefined,
    caps: { isReached: () => false, take: () => undefined, isFull: () => false },
    clock: () => new Date(),
    roll: Math.random,
    log: createLog('silent'),
  });
  const headers = { 'user-agent': BROWSER, 'accept-language': 'en-GB,en;q=0.9' };
  const asked = { ip: '8.8.8.8', method: 'GET', headers };
  const round = async (): Promise<number> => {
    const begin = process.cpuUsage();
    for (let n = 0; n < TURNS; n += 1)
      await redirects.go(slug, {
        query: new URLSearchParams('utm_source=taboola&utm_campaign=c1&click_id=GiDxMTKqT5tYq8'),
        facts: { ...facts.factsOf(asked), visitor: 'a1b2c3d4e5f60718' },
        osVersion: () => facts.osVersionOf(asked),
        hasPrivacySignal: false,
      });
    return process.cpuUsage(begin).user / TURNS;
  };
  await round();
  let least = Infinity;
  for (let n = 0; n < ROUNDS; n += 1) least = Math.min(least, await round());
  return least;
}

/** One line for each figure. */
export async function printRouter(): Promise<void> {
  const few = open(1);
  const many = open(MANY);
  const figures = {
    'plain link': await microsOf(few.snapshot, 'link-1'),
    [`link with ${RULES} rules and ${DESTINATIONS} destinations`]: await microsOf(few.snapshot, 'ruled'),
    [`the same among ${MANY.toLocaleString('en')}`]: await microsOf(many.snapshot, 'ruled'),
    [`plain link among ${MANY.toLocaleString('en')}`]: await microsOf(many.snapshot, `link-${MANY / 2}`),
  };
  for (const [name, micros] of Object.entries(figures))
    process.stdout.write(`router, ${name.padEnd(42)} ${micros.toFixed(1)} µs of processor time, least of ${ROUNDS}\n`);
  process.stdout.write(
    `snapshot of ${MANY.toLocaleString('en')} links: read and indexed in ${Math.round(many.readMs)} ms of processor time, ${(many.fileBytes / 1e6).toFixed(0)} MB on disk, ` +
      `${(many.bytes / 1e6).toFixed(0)} MB of heap${globalThis.gc ? '' : ' (not collected before: run with --expose-gc)'}\n`,
  );
}

if (import.meta.main) await printRouter();
