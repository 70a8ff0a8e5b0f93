import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectToDatabase } from '../support/program-database.ts';
import { createAdmin, createHttp, createNotes, visit, type Admin } from './http.ts';
import { createNetworks, type Networks } from './postbacks.ts';
import { startReceiver } from './receiver.ts';
import { readScreens, type Shown } from './screens.ts';
import { given, openSite, type JourneySite } from './site.ts';
import { createTraffic } from './traffic.ts';
import { buildWorld, LAST_SLUG, type World } from './world.ts';

/**
 * The earning loop on material that nobody here made up: 590 real user agents, the landing queries of three ad platforms, the
 * postbacks of four networks. A program of its own (`recount/`) counts what was sent; the API and the screens must say the same.
 * Seen red: robots counted as people, a delta doubled, a postback to the source left out.
 */

type Row = Record<string, unknown>;
type Line = Row & { id: number };
type Recount = {
  sent: Record<
    'requests' | 'agents' | 'sittings' | 'notModified' | 'head' | 'ahead' | 'own' | 'clicks' | 'postbacks' | 'overtook',
    number
  >;
  visits: number;
  answers: { expected: Row; got: Row };
  totals: Row;
  listicles: { totals: Row; data: Line[]; series: Row[] };
  content: { totals: Row; data: Line[]; buttons: number };
  conversions: { totals: Row; rows: Row[]; chart: Row[] };
  commerce: Row;
  offers: Line[];
  networks: Line[];
  ctr: Row[];
  links: { id: number; totals: Row; by_destination: Row[]; shares: { weight: number; visits: number }[] }[];
  outgoing: { expected: string[]; received: string[]; skipped: number };
  byUtm: { utm: string; totals: Row }[];
};
type Api = Awaited<ReturnType<typeof askAll>>;

const FRESH_LIMIT_MS = 30_000;
const POLL_MS = 150;

let server: JourneySite;
let admin: Admin;
let world: World;
let recount: Recount;
let api: Api;
let closeAll: (() => Promise<void>)[] = [];

// a day of traffic, with all that is waited for in it
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-journey-'));
  closeAll.push(async () => rmSync(folder, { recursive: true, force: true }));
  const notes = createNotes(folder);
  const receiver = await startReceiver(notes, given?.receiverPort);
  closeAll.push(() => receiver.close());
  const opened = await openSite(receiver.host);
  server = opened.site;
  closeAll.push(() => opened.close());
  const http = createHttp(server.url);
  closeAll.push(async () => http.close());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  world = await buildWorld(admin, server.url, receiver.host, folder);
  const probe = { session: 'probe', agent: 'probe', method: 'HEAD', url: `/go/${LAST_SLUG}` } as const;
  await poll('the router knows the links', async () => (await visit(http, notes, probe)).status === 302);

  const networks = createNetworks(http, notes, world);
  const held = await holdClicks();
  closeAll.push(held.release);
  const hasty: Networks = {
    ...networks,
    async overtake(click) {
      await networks.overtake(click);
      await held.release();
    },
  };
  const clicks = await createTraffic(http, notes, world, hasty).drive();
  const count = (): Recount => JSON.parse(execFileSync(process.execPath, [RECOUNT, folder]).toString()) as Recount;
  // networks report hours later: by then every click has long been stored
  recount = count();
  await poll('every click is counted', async () => {
    const { totals } = await admin.get<{ totals: Row }>('/admin/stats/offers');
    return totals['clicks'] === recount.totals['clicks'];
  });
  await poll('clicks find the postbacks that overtook them', async () => {
    const { totals } = await admin.get<{ totals: Row }>('/admin/stats/conversions');
    return totals['orphans'] === 0 && totals['count'] === recount.conversions.totals['count'];
  });
  await networks.reportAll(clicks);
  await networks.reportStrays();

  recount = count();
  await poll('the platform was told everything', async () => receiver.count() >= recount.outgoing.expected.length);
  await poll('the conversions are counted', async () => {
    const { totals } = await admin.get<{ totals: Row }>('/admin/stats/conversions');
    return totals['count'] === recount.conversions.totals['count'];
  });
  api = await askUntilStill();
  recount = count();
}, 600_000);

afterAll(async () => {
  for (const close of closeAll.toReversed()) await close();
  closeAll = [];
});

const RECOUNT = join(import.meta.dirname, 'recount/main.mjs');

/** Keeps clicks from being stored, so that at least the first hasty postback overtakes its click however fast the machine is. */
async function holdClicks(): Promise<{ release: () => Promise<void> }> {
  const database = await connectToDatabase(server.dataDir);
  await database.query('begin; lock table clicks in share row exclusive mode');
  let ended: Promise<void> | undefined;
  return { release: () => (ended ??= database.end()) };
}

/** Asks again and again; what does not come in time is left to the comparison to say. */
async function poll(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + FRESH_LIMIT_MS; Date.now() < end; await sleep(POLL_MS)) if (await isSo()) return;
  process.stderr.write(`journey: not within ${FRESH_LIMIT_MS / 1000} s: ${what}\n`);
}

/** Everything the API says of the numbers. */
async function askAll() {
  const path = '/admin/stats';
  const [listicles, content, conversions, offers, networks, ctr, links, logs, guideList, linkList, buttons] =
    await Promise.all([
      admin.get<{ totals: Row; data: Line[]; series: Row[] }>(`${path}/listicles`),
      admin.get<{ totals: Row; data: Line[] }>(`${path}/offer-content`),
      admin.get<{ totals: Row; data: Row[]; total: number; chart: Row[] }>(`${path}/conversions?itemsPerPage=-1`),
      admin.get<{ totals: Row; data: Line[] }>(`${path}/offers`),
      admin.get<{ data: Line[] }>(`${path}/offers?group=network`),
      admin.get<{ data: Row[] }>(`${path}/ctr`),
      Promise.all(
        world.links.map(async ({ id }) => ({
          id,
          ...(await admin.get<{ totals: Row; by_destination: Row[] }>(`/admin/tracking-links/${id}/stats`)),
        })),
      ),
      admin.get<{ summary: Row }>(
        `/admin/traffic-sources/${world.sources.find((one) => one.key === 'taboola')!.id}/postback-logs`,
      ),
      admin.get<{ data: Line[] }>('/admin/listicles'),
      admin.get<{ data: Line[] }>('/admin/tracking-links'),
      admin.get<{ data: { values: Row }[] }>(`${path}/report?metrics=cta_impressions`),
    ]);
  return { listicles, content, conversions, offers, networks, ctr, links, logs, guideList, linkList, buttons };
}

/** Asks until several answers in a row are the same. */
async function askUntilStill(): Promise<Api> {
  let before = '';
  for (let same = 0; ;) {
    const now = await askAll();
    const said = JSON.stringify(now, (key, value: unknown) => (key === 'generated_at' ? undefined : value));
    same = said === before ? same + 1 : 0;
    if (same === 5) return now;
    before = said;
    await sleep(POLL_MS * 2);
  }
}

/** Decimals as whole micros with a `u` behind, like the recount writes money. */
function exact(value: unknown): unknown {
  if (typeof value === 'string') {
    const [, sign, whole, part] = /^(-?)(\d+)\.(\d{2,6})$/.exec(value) ?? [];
    if (whole === undefined) return value;
    const micros = BigInt(whole) * 1_000_000n + BigInt(part!.padEnd(6, '0'));
    return `${sign && micros !== 0n ? '-' : ''}${micros}u`;
  }
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exact(inner)]));
}

/** The lines of an answer with the keys that the recount knows, in its order. */
function like(answers: readonly Row[], model: readonly Row[], key: string): unknown[] {
  const keys = Object.keys(model[0] ?? {});
  const order = model.map((row) => row[key]);
  return answers
    .map((row) => exact(Object.fromEntries(keys.map((name) => [name, row[name]]))) as Row)
    .toSorted((a, b) => order.indexOf(a[key]) - order.indexOf(b[key]));
}

/** Whole seconds from click to conversion, of those that may still pay. */
function meanLag(rows: readonly Row[]): number | null {
  const lags = rows
    .filter((row) => row['click_at'] !== null && ['pending', 'approved'].includes(String(row['status'])))
    .map((row) => Math.max(0, Date.parse(String(row['occurred_at'])) - Date.parse(String(row['click_at']))));
  return lags.length === 0 ? null : Math.round(lags.reduce((sum, one) => sum + one, 0) / lags.length / 1000);
}

const withTraffic = <T extends Row>(rows: readonly T[], ...keys: string[]): T[] =>
  rows.filter((row) => keys.some((key) => row[key] !== 0 && row[key] !== '0u'));

describe('what was sent', () => {
  test('is enough to mean something', () => {
    const { sent, conversions, outgoing, totals } = recount;
    expect(sent.agents).toBeGreaterThanOrEqual(590);
    expect(sent.requests).toBeGreaterThan(2000);
    for (const key of ['notModified', 'head', 'ahead', 'own', 'overtook'] as const)
      expect(sent[key], key).toBeGreaterThan(0);
    expect(outgoing.skipped).toBeGreaterThan(0);
    const { pending, approved, reversed } = conversions.totals['by_status'] as Row;
    for (const some of [pending, approved, reversed]) expect(some).toBeGreaterThan(5);
    expect(outgoing.expected.length).toBeGreaterThan(20);
    process.stdout.write(
      `journey: ${JSON.stringify({ ...sent, ...totals, unconverted: undefined, outgoing: outgoing.received.length, skipped: outgoing.skipped, conversions: conversions.totals })}\n`,
    );
  });

  test('every click got an id of its own, and links keep their weights', () => {
    for (const { shares } of recount.links) {
      const weights = shares.reduce((sum, one) => sum + one.weight, 0);
      const visits = shares.reduce((sum, one) => sum + one.visits, 0);
      for (const { weight, visits: got } of shares) {
        const p = weight / weights;
        // five standard deviations: once in two million runs
        expect(Math.abs(got - visits * p)).toBeLessThan(5 * Math.sqrt(visits * p * (1 - p)));
      }
    }
  });

  test('each postback was answered for what it was', () => {
    expect(recount.answers.got).toEqual(recount.answers.expected);
  });
});

describe('the API says what was sent', () => {
  test('of each guide and of all', () => {
    expect(exact(api.listicles.totals)).toEqual(recount.listicles.totals);
    expect(like(api.listicles.data, recount.listicles.data, 'id')).toEqual(recount.listicles.data);
    expect(withTraffic(api.listicles.series, 'views', 'clicks')).toEqual(recount.listicles.series);
  });

  test('of those who came by one utm_source', async () => {
    for (const { utm, totals } of recount.byUtm) {
      const said = await admin.get<{ totals: Row }>(`/admin/stats/listicles?utm_source=${utm}`);
      expect({ utm, totals: exact(said.totals) }).toEqual({ utm, totals });
      expect(totals['views']).toBeGreaterThan(10);
    }
  });

  test('of the review', () => {
    expect(exact(api.content.totals)).toEqual(recount.content.totals);
    expect(like(api.content.data, recount.content.data, 'id')).toEqual(recount.content.data);
    const { data, buttons } = recount.content;
    for (const key of ['read_depth', 'read_to_end', 'cta_seen', 'clicks_verdict', 'clicks_sticky', 'clicks_end'])
      expect(Number(data[0]![key]), key).toBeGreaterThan(0);
    expect(api.buttons.data[0]!.values).toEqual({ cta_impressions: buttons });
  });

  test('of the conversions, one by one and in sum', () => {
    expect(exact(api.conversions.totals)).toEqual(recount.conversions.totals);
    expect(api.conversions.total).toBe(recount.conversions.rows.length);
    const name = (row: Row): string =>
      `${String(row['network_id'])} ${String(row['click_key'])} ${String(row['txid'])}`;
    const named = (rows: readonly Row[]) => rows.map((row) => ({ ...row, name: name(row) }));
    const model = named(recount.conversions.rows);
    expect(like(named(api.conversions.data), model, 'name')).toEqual(model);
    const chart = withTraffic(exact(api.conversions.chart) as Row[], 'pending', 'approved', 'reversed');
    expect(chart).toEqual(withTraffic(recount.conversions.chart, 'pending', 'approved', 'reversed'));
  });

  test('of each offer and each network', () => {
    const { avg_lag_seconds: lag, uniques, ...totals } = api.offers.totals;
    expect(uniques).toBeNull(); // nobody asked
    expect(exact(totals)).toEqual(recount.commerce);
    // when a click or a conversion was stored, only the server knows: its lists say it one by one
    expect(lag).toBe(meanLag(api.conversions.data));
    for (const { id, avg_lag_seconds: own } of api.offers.data)
      expect([id, own]).toEqual([id, meanLag(api.conversions.data.filter((row) => row['offer_id'] === id))]);
    const offers = withTraffic(recount.offers, 'clicks', 'conversions', 'reversed');
    expect(like(api.offers.data, offers, 'id')).toEqual(offers);
    expect(like(api.networks.data, recount.networks, 'id')).toEqual(recount.networks);
  });

  test('of each product at its place', () => {
    expect(like(api.ctr.data, recount.ctr, 'item_id')).toEqual(recount.ctr);
  });

  test('of each link and its destinations', () => {
    for (const model of recount.links) {
      const said = api.links.find((one) => one.id === model.id)!;
      expect(exact(said.totals)).toEqual(model.totals);
      expect(like(said.by_destination, model.by_destination, 'destination_id')).toEqual(model.by_destination);
    }
    expect(api.links.reduce((sum, one) => sum + Number(one.totals['visits']), 0)).toBe(recount.visits);
  });

  test('in the columns of other lists', () => {
    const views = recount.listicles.data.map(({ id, views: views_30d }) => ({ id, views_30d }));
    expect(like(api.guideList.data, views, 'id')).toEqual(views);
    const links = recount.links.map(({ id, totals }) => ({
      id,
      visits_30d: totals['visits'],
      clicks_30d: totals['clicks_out'],
      conversions_30d: totals['conversions'],
      revenue_30d: totals['revenue'],
    }));
    expect(like(api.linkList.data, links, 'id')).toEqual(links);
  });

  test('and the ad platform was told each sale and refund once', () => {
    expect(recount.outgoing.received).toEqual(recount.outgoing.expected);
    expect(api.logs.summary).toMatchObject({
      sent: recount.outgoing.expected.length,
      skipped: recount.outgoing.skipped,
      failed: 0,
      retrying: 0,
    });
  });
});

/** `1,234,567`; of a number without a fraction. */
const count = (value: unknown): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** Micros as dollars and cents, half away from zero. */
function dollars(value: unknown): string {
  if (typeof value !== 'string') return '–';
  const micros = BigInt(value.slice(0, -1));
  const cents = ((micros < 0n ? -micros : micros) + 5000n) / 10_000n;
  return `${micros < 0n ? '-' : ''}$${count(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`;
}

/** A share with one decimal, half up. */
function percent(part: unknown, whole: unknown): string {
  if (whole === 0) return '–';
  const tenths = (BigInt(part as number) * 2000n + BigInt(whole as number)) / (BigInt(whole as number) * 2n);
  return `${count(tenths / 10n)}.${tenths % 10n}%`;
}

const funnel = (row: Row) => ({
  Views: count(row['views']),
  Visitors: count(row['visitors']),
  Clicks: count(row['clicks']),
  CTR: percent(row['clicks'], row['views']),
  CR: percent(row['conversions'], row['clicks']),
  EPC: dollars(row['epc']),
});

describe('the screens say what was sent', () => {
  let shown: { guides: Shown; conversions: Shown };
  beforeAll(async () => {
    shown = await readScreens(server);
  });

  test('Listicle Stats', () => {
    const { kpis, rows, totals } = shown.guides;
    const { totals: model, data } = recount.listicles;
    const { CR: _cr, ...figures } = funnel(model);
    expect(kpis).toEqual({
      ...figures,
      Conversions: count(model['conversions']),
      'Revenue expected': dollars(model['revenue_expected']),
      'Revenue confirmed': dollars(model['revenue_confirmed']),
      RPM: dollars(model['rpm']),
    });
    const line = (row: Row) => ({
      ...funnel(row),
      'Conv.': count(row['conversions']),
      Expected: dollars(row['revenue_expected']),
      Confirmed: dollars(row['revenue_confirmed']),
    });
    expect(totals).toMatchObject(line(model));
    expect(rows).toHaveLength(data.length);
    // what lacks a rate stands below the sum
    const sumOf = (one: Record<string, string> | undefined) => ({
      ...one,
      Expected: one?.['Expected']?.split('\n')[0],
    });
    for (const row of data) expect(sumOf(rows.find((one) => one['Guide'] === row['title']))).toMatchObject(line(row));
  });

  test('Conversion Stats', () => {
    const { kpis, rows } = shown.conversions;
    const { totals: model, rows: lines } = recount.conversions;
    const byStatus = model['by_status'] as Row;
    expect(kpis).toEqual({
      Pending: count(byStatus['pending']),
      Approved: count(byStatus['approved']),
      Rejected: count(byStatus['rejected']),
      Reversed: count(byStatus['reversed']),
      'Payout expected': dollars(model['payout_expected']),
      'Payout confirmed': dollars(model['payout_confirmed']),
      Orphans: count(model['orphans']),
    });
    expect(rows).toHaveLength(lines.length);
    for (const row of lines) {
      const found = rows.filter((one) => one['Click id'] === row['click_key'] && one['Transaction'] === row['txid']);
      expect(found).toHaveLength(1);
      const payout = dollars(row['payout']).replace('$', row['payout_currency'] === 'EUR' ? '€' : '$');
      const { Status: status, Payout, Attribution } = found[0]!;
      expect([status, Payout, Attribution].map((text) => text!.toLowerCase())).toEqual([
        row['status'],
        payout,
        row['attribution'],
      ]);
    }
  });

  test('and nothing has changed meanwhile', async () => {
    const { totals } = await admin.get<{ totals: Row }>('/admin/stats/conversions');
    expect(exact(totals)).toEqual(recount.conversions.totals);
    expect(exact((await admin.get<{ totals: Row }>('/admin/stats/listicles')).totals)).toEqual(
      recount.listicles.totals,
    );
  });
});
