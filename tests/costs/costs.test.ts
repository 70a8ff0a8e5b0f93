import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, createHttp, type Admin, type Http } from '../journey/http.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * What was paid and what is left of it, against a count of what was sent that knows nothing of the program: arrivals with and without a
 * price, bills over a source and over a link, an entry taken back, conversions. Every screen must say the same to the last micro.
 * Seen red: a bill added to the estimates instead of taking their place; unknown costs shown as nothing.
 */

type Row = Record<string, unknown>;
type Saved = { data: Row & { id: number } };
type Sent = { link: string; micros: bigint | null; device: 'mobile' | 'desktop' };

const AGENTS = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  mobile:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

/** Prices that say two things, or nothing; the newest last. */
const UNREAD = ['{price}', '1,234', '1.234,56', '0.2.5'];
const POLL_MS = 150;
const LIMIT_MS = 20_000;

let server: TestServer;
let admin: Admin;
let http: Http;
let closeAll: (() => Promise<unknown>)[] = [];
const sent: Sent[] = [];
const ids: Record<string, number> = {};
let postbackPath: string;
let revenue = 0n;

const micros = (text: string): bigint => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  return BigInt(`${sign}${whole}${part.padEnd(6, '0')}`);
};
const decimal = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`;
};
async function poll<T>(what: string, ask: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  const until = Date.now() + LIMIT_MS;
  for (;;) {
    const found = await ask();
    if (isThere(found)) return found;
    if (Date.now() > until) throw new Error(`${what}: ${JSON.stringify(found)}`);
    await sleep(POLL_MS);
  }
}
async function arrive(link: string, price: string | null, device: Sent['device'] = 'desktop'): Promise<string> {
  const query = price === null ? '' : `?price=${encodeURIComponent(price)}`;
  const reply = await http.exchange('GET', `/go/${link}${query}`, { 'user-agent': AGENTS[device] });
  expect(reply.status).toBe(302);
  sent.push({ link, micros: price === null ? null : micros(price.replace(',', '.')), device });
  return new URL(reply.headers.location!).searchParams.get('s')!;
}
const days = (): { date_from: string; date_to: string } => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
  return { date_from: at(-86_400_000), date_to: at(86_400_000) };
};
const DIMENSIONS = ['link', 'source', 'offer', 'device'] as const;
const FIGURES = 'visits,cost,cost_estimated,cost_confirmed,profit,profit_confirmed,roi,cpc,cpa,revenue_expected';

/** All screens at once. */
async function screens() {
  const [totals, ...by] = await Promise.all(['', ...DIMENSIONS].map(ask));
  const links = await admin.get<{ data: Row[] }>('/admin/tracking-links');
  const sources = await admin.get<{ data: Row[] }>('/admin/traffic-sources');
  const stats: Record<string, { totals: Row; by_destination: Row[]; series: Row[] }> = {};
  for (const link of ['paid', 'also-paid', 'unpriced'])
    stats[link] = await admin.get(`/admin/tracking-links/${ids[link]}/stats`);
  const lines = (place: number, dimension: string) =>
    new Map(by[place]!.data.map((line) => [line.dims[dimension]!.value, line.values]));
  return {
    totals: totals!.data[0]!.values,
    by: Object.fromEntries(DIMENSIONS.map((one, place) => [one, lines(place, one)])) as Record<
      (typeof DIMENSIONS)[number],
      Map<unknown, Row>
    >,
    links: new Map(links.data.map((row) => [row['slug'], row])),
    sources: new Map(sources.data.map((row) => [row['id'], row])),
    stats,
  };
}

type Report = { data: { dims: Record<string, { value: unknown }>; values: Row }[] };
const ask = (dimension: string): Promise<Report> =>
  admin.get<Report>(`/admin/stats/report?dimensions=${dimension}&metrics=${FIGURES}`);

/** The screens once the report of links shows it: those that were asked before it may still have been without. */
async function settled(what: string, link: string, isThere: (values: Row) => boolean) {
  const own = async () => (await ask('link')).data.find((line) => line.dims['link']!.value === ids[link])!.values;
  await poll(what, own, isThere);
  return screens();
}

const costOf = (which: (one: Sent) => boolean): bigint =>
  sent.filter(which).reduce((sum, one) => sum + (one.micros ?? 0n), 0n);

beforeAll(async () => {
  server = await startServer({ env: { SAMPLE: 'off' } });
  closeAll.push(() => server.stop());
  http = createHttp(server.url);
  closeAll.push(async () => http.close());
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const network = await admin.post<Saved>('/admin/affiliate-networks', { name: 'Net', click_param: 's' });
  postbackPath = String(network.data['postback_url']).replace(server.url, '').split('?')[0]!;
  const offer = await admin.post<Saved>('/admin/offers', {
    name: 'Shop',
    network_id: network.data.id,
    url: 'https://shop.example/',
    status: 'active',
  });
  ids['offer'] = offer.data.id;
  for (const [name, cost] of [
    ['Paid', { cost_model: 'cpc', cost_param: 'price' }],
    ['Free', { cost_model: 'none' }],
  ] as const)
    ids[name] = (await admin.post<Saved>('/admin/traffic-sources', { name, type: 'native', ...cost })).data.id;
  for (const [slug, source] of [
    ['paid', 'Paid'],
    ['also-paid', 'Paid'],
    ['unpriced', 'Free'],
  ] as const) {
    const link = await admin.post<Saved>('/admin/tracking-links', {
      name: slug,
      slug,
      traffic_source_id: ids[source],
      fallback_url: '/',
    });
    ids[slug] = link.data.id;
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, { type: 'offer', target_id: offer.data.id });
  }
  await poll(
    'the router knows the links',
    () => http.exchange('HEAD', '/go/unpriced', { 'user-agent': AGENTS.desktop }),
    (reply) => String(reply.headers.location).startsWith('https://shop.example/'),
  );

  const clicks: string[] = [];
  const prices = ['0.25', '0,333333', null, '1', '0.000001', null, '12.5'];
  for (let i = 0; i < 42; i += 1) {
    clicks.push(await arrive('paid', prices[i % 7]!, i % 3 === 0 ? 'mobile' : 'desktop'));
    clicks.push(await arrive('also-paid', prices[(i + 2) % 7]!, i % 4 === 0 ? 'mobile' : 'desktop'));
    clicks.push(await arrive('unpriced', null));
  }
  for (const unread of UNREAD) {
    await http.exchange('GET', `/go/paid?price=${encodeURIComponent(unread)}`, { 'user-agent': AGENTS.desktop });
    sent.push({ link: 'paid', micros: null, device: 'desktop' });
  }
  // robots are in no count, and their price is in no cost
  await http.exchange('GET', '/go/paid?price=%7Bprice%7D', { 'user-agent': 'Googlebot/2.1' });
  await http.exchange('GET', '/go/paid?price=99', { 'user-agent': 'Googlebot/2.1' });
  for (const [i, click] of clicks.entries()) {
    if (i % 9 !== 0) continue;
    const status = i % 2 === 0 ? 'approved' : 'pending';
    const reply = await http.exchange(
      'GET',
      `${postbackPath}?click_id=${click}&payout=20.5&status=${status}&txid=t${i}`,
      {},
    );
    expect(reply.status).toBe(200);
    revenue += 20_500_000n;
  }
  await poll(
    'everything is counted',
    screens,
    ({ totals }) => totals['visits'] === sent.length && micros(String(totals['revenue_expected'])) === revenue,
  );
});

afterAll(async () => {
  for (const close of closeAll.toReversed()) await close();
  closeAll = [];
});

/** The same sum of a link, a source and of everything on every screen that shows it. */
function expectEverywhere(shown: Awaited<ReturnType<typeof screens>>, link: string, cost: bigint): void {
  const said = shown.by.link.get(ids[link])!;
  expect(said['cost']).toBe(decimal(cost));
  const own = micros(String(said['revenue_expected']));
  expect(said['profit']).toBe(decimal(own - cost));
  expect(said['roi']).toBeCloseTo(Number(own - cost) / Number(cost), 9);
  const { totals, by_destination: parts, series } = shown.stats[link]!;
  expect(totals).toMatchObject({ cost: said['cost'], profit: said['profit'], roi: said['roi'] });
  expect(parts).toEqual([expect.objectContaining({ cost: said['cost'], profit: said['profit'], roi: said['roi'] })]);
  expect(series.reduce((sum, day) => sum + micros((day['cost'] as string | null) ?? '0'), 0n)).toBe(cost);
  expect(shown.links.get(link)).toMatchObject({ cost_30d: said['cost'], roi_30d: said['roi'] });
}

// what is spent adds up on every screen: one site, as its day goes on
describe('the cost of a site', { shuffle: false }, () => {
  test('what the addresses of ads say is the cost of every screen, and what nobody said is not nothing', async () => {
    const shown = await screens();
    expectEverywhere(
      shown,
      'paid',
      costOf((one) => one.link === 'paid'),
    );
    expectEverywhere(
      shown,
      'also-paid',
      costOf((one) => one.link === 'also-paid'),
    );
    const all = costOf(() => true);
    expect(shown.totals).toMatchObject({
      cost: decimal(all),
      cost_estimated: decimal(all),
      cost_confirmed: '0.00',
      profit: decimal(revenue - all),
    });
    expect(shown.sources.get(ids['Paid'])).toMatchObject({
      cost_30d: decimal(all),
      visits_30d: 84 + UNREAD.length,
      // Clicks of one millisecond have no last one.
      unread_costs_30d: { visits: UNREAD.length, sample: expect.toBeOneOf(UNREAD) },
    });
    expect(shown.stats['paid']!.totals['unread_costs']).toEqual({
      visits: UNREAD.length,
      sample: expect.toBeOneOf(UNREAD),
    });
    expect(shown.stats['also-paid']!.totals['unread_costs']).toBeNull();
    expect(shown.sources.get(ids['Free'])!['unread_costs_30d']).toBeNull();
    for (const device of ['mobile', 'desktop'])
      expect(shown.by.device.get(device)!['cost']).toBe(decimal(costOf((one) => one.device === device)));
    const unknown = { cost: null, profit: null, roi: null };
    expect(shown.stats['unpriced']!.totals).toMatchObject({ ...unknown, visits: 42 });
    expect(shown.by.source.get(ids['Free'])).toMatchObject({ ...unknown, cpc: null, cpa: null });
    expect(shown.sources.get(ids['Free'])).toMatchObject({ cost_30d: null, profit_30d: null, roi_30d: null });
  });

  test('a bill takes the place of the estimates on every screen, and its undoing brings them back', async () => {
    const ofLink = await admin.post<Saved>('/admin/costs', {
      source_id: ids['Paid'],
      link_id: ids['paid'],
      amount: '77.7',
      ...days(),
    });
    const other = costOf((one) => one.link === 'also-paid');
    const after = await settled('the bill is in the reports', 'paid', (values) => values['cost_confirmed'] === '77.70');
    expectEverywhere(after, 'paid', 77_700_000n);
    expectEverywhere(after, 'also-paid', other);
    expect(after.totals).toMatchObject({
      cost: decimal(77_700_000n + other),
      cost_confirmed: '77.70',
      cost_estimated: decimal(other),
      profit: decimal(revenue - 77_700_000n - other),
      profit_confirmed: expect.any(String),
    });
    const byDevice = ['mobile', 'desktop'].map((device) => micros(String(after.by.device.get(device)!['cost'])));
    expect(byDevice.reduce((sum, one) => sum + one, 0n)).toBe(77_700_000n + other);
    await admin.post(`/admin/costs/${ofLink.data.id}/undo`, {});
    const own = costOf((one) => one.link === 'paid');
    const back = await settled('the bill is out again', 'paid', (values) => values['cost_confirmed'] === '0.00');
    expectEverywhere(back, 'paid', own);
  });

  test('a price per conversion is owed for each that counts, follows its status, and gives way to a bill', async () => {
    const link = await admin.post<Saved>('/admin/tracking-links', {
      name: 'by-result',
      slug: 'by-result',
      traffic_source_id: ids['Paid'],
      fallback_url: '/',
      cost_model: 'cpa',
      cost_value: '7.5',
    });
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, { type: 'offer', target_id: ids['offer'] });
    await poll(
      'the router knows the link',
      () => http.exchange('HEAD', '/go/by-result', { 'user-agent': AGENTS.desktop }),
      (reply) => String(reply.headers.location).startsWith('https://shop.example/'),
    );
    const clicks: string[] = [];
    // its own price stands above what the address says
    for (let i = 0; i < 3; i += 1) clicks.push(await arrive('by-result', null));
    await http.exchange('GET', '/go/by-result?price=3', { 'user-agent': AGENTS.mobile });
    const tell = (at: number, status: string) =>
      http.exchange('GET', `${postbackPath}?click_id=${clicks[at]}&payout=20&status=${status}&txid=r${at}`, {});
    for (const [at, status] of [
      [0, 'pending'],
      [1, 'approved'],
      [2, 'pending'],
      [2, 'rejected'],
      [0, 'approved'],
    ] as const)
      await tell(at, status);
    const totals = async () => (await admin.get<{ totals: Row }>(`/admin/tracking-links/${link.data.id}/stats`)).totals;
    const costs = (cost: string | null) => (found: Row) => found['cost'] === cost;
    const two = await poll(
      'two are owed',
      totals,
      // visits come by the journal, conversions by the outbox: neither waits for the other
      (found) =>
        found['visits'] === 4 &&
        found['conversions'] === 2 &&
        found['revenue_confirmed'] === '40.00' &&
        found['cost'] === '15.00',
    );
    expect(two).toMatchObject({ visits: 4, profit: '25.00', cost_confirmed: '0.00' });
    const bill = await admin.post<Saved>('/admin/costs', {
      source_id: ids['Paid'],
      link_id: link.data.id,
      amount: '11',
      ...days(),
    });
    await poll('the bill takes the place', totals, costs('11.00'));
    // what changes under the bill changes no cost
    await tell(1, 'refund');
    const late = await arrive('by-result', null);
    await http.exchange('GET', `${postbackPath}?click_id=${late}&payout=30&status=approved&txid=late`, {});
    await poll('a refund and one more are counted', totals, (found) => found['revenue_confirmed'] === '50.00');
    expect(await totals()).toMatchObject({ cost: '11.00', cost_confirmed: '11.00', profit: '39.00' });
    await admin.post(`/admin/costs/${bill.data.id}/undo`, {});
    await poll('two are owed again: one was refunded, one came', totals, costs('15.00'));
  });

  test('an entry for arrivals that said nothing makes their cost known; one in another currency is told apart', async () => {
    await admin.post('/admin/costs', {
      source_id: ids['Free'],
      amount: '0.100001',
      state: 'estimated',
      ...days(),
    });
    const shown = await settled('the entry is in the reports', 'unpriced', (values) => values['cost'] !== null);
    expectEverywhere(shown, 'unpriced', 100_001n);
    expect(shown.by.link.get(ids['unpriced'])!['cpc']).toBe('0.002381');
    const foreign = await admin.post<Saved>('/admin/costs', {
      source_id: ids['Free'],
      amount: '5',
      currency: 'JPY',
      ...days(),
    });
    const told = await poll(
      'the foreign entry is told',
      () => admin.get<{ totals: Row }>(`/admin/tracking-links/${ids['unpriced']}/stats`),
      ({ totals }) => (totals['unconverted'] as Row[]).length > 0,
    );
    expect(told.totals['unconverted']).toEqual([
      { currency: 'JPY', revenue_expected: '0.00', revenue_confirmed: '0.00', cost: '5.00' },
    ]);
    expect(foreign.data['currency']).toBe('JPY');
  });

  test('rates that come later, or better ones, give an entry in another currency its worth on every screen', async () => {
    const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
    const put = (lines: string[]) =>
      admin.put<{ message: string }>('/admin/exchange-rates', { csv: ['Date,USD,JPY', ...lines].join('\n') });
    const shows = (cost: bigint) =>
      settled('the entry has its worth', 'unpriced', (values) => values['cost'] === decimal(cost));
    // 100 yen are one dollar: the five yen of before are worth five cents
    expect((await put([`${day(3)},1.5,150`])).message).toContain('1 of the costs');
    const first = await shows(150_001n);
    expectEverywhere(first, 'unpriced', 150_001n);
    expect(first.stats['unpriced']!.totals['unconverted']).toEqual([]);
    // 200 on the days themselves
    await put([3, 2, 1, 0, -1].map((before) => `${day(before)},1.5,${before === 3 ? 150 : 300}`));
    const second = await shows(125_001n);
    expectEverywhere(second, 'unpriced', 125_001n);
    type Page = { data: { id: string; currency: string; worth: unknown }[] };
    const yen = (await admin.get<Page>('/admin/costs')).data.find((entry) => entry.currency === 'JPY')!;
    expect(yen.worth).toEqual({ amount: '0.025', currency: 'USD', without_rate: '0.00' });
    await admin.post(`/admin/costs/${yen.id}/undo`, {});
    expectEverywhere(await shows(100_001n), 'unpriced', 100_001n);
  });
});
