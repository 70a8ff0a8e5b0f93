import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedApp, type ShippedApp } from '../../../../tests/support/shipped-app.ts';
import { readCsv } from '../../../platform/csv.ts';
import { newEventId } from '../../../platform/ids.ts';
import { buildAdministrator } from '../../accounts/server/testing.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

let t: ShippedApp;
const now = new Date('2026-03-10T10:00:00Z');

beforeAll(async () => {
  t = await shippedApp(moneyRoutes, () => now);
});
afterAll(() => t.close());

/** Arrivals as the shipper brings them; a cost is what the ad's own address said. */
async function arrive(sourceId: number, count: number, given: Record<string, unknown> = {}) {
  const rows = Array.from({ length: count }, () => ({
    visit_id: newEventId(now.getTime()),
    ts: '2026-03-03T12:00:00Z',
    source_id: sourceId,
    ...given,
  }));
  await t.deps.db.withTables<Record<string, Record<string, unknown>>>().insertInto('visits').values(rows).execute();
  const costs = rows.filter((row) => 'cost_micros' in row);
  await t.deps.eventStore.append({
    cursor: `visits ${rows[0]!.visit_id}`,
    position: '1',
    table: 'events',
    rows: costs.map((row) => ({
      type: 'visit',
      ts: row.ts,
      source_id: sourceId,
      is_bot: false,
      is_internal: false,
      cost_micros: String((row as Record<string, unknown>)['cost_micros']),
      cost_currency: 'USD',
    })),
  });
}
/** What the reports would add up for a source, cut by a column. */
async function costs(sourceId: number, by = "'all'"): Promise<Record<string, bigint>> {
  await t.shipper.drain();
  const rows = await t.deps.eventStore.query<{ key: string | null; micros: string }>(
    `select ${by} as key, sum(cost_micros) as micros from events where source_id = $1 group by 1 order by 1`,
    [sourceId],
  );
  return Object.fromEntries(rows.map((row) => [String(row.key), BigInt(row.micros ?? 0)]));
}
const add = (body: object) =>
  t.call('POST', '/api/admin/costs', { date_from: '2026-03-03', date_to: '2026-03-03', ...body });

test('a cost is spread over the arrivals of its days to the last micro, and taken back as exactly', async () => {
  const source = await buildSource(t.deps);
  const link = await buildLink(t.deps);
  await arrive(source.id, 2, { country: 'DE', link_id: link.id });
  await arrive(source.id, 1, { country: 'FR', utm: JSON.stringify({ utm_campaign: 'spring' }) });
  await arrive(source.id, 5, { country: 'US', ts: '2026-03-04T00:00:00Z' });
  await arrive(source.id, 9, { country: 'XX', is_bot: true });
  const { body, status } = await add({ source_id: source.id, amount: '0.00001', currency: 'USD' });
  expect([status, body.message]).toEqual([201, 'Cost written, spread over 3 visits.']);
  expect(await costs(source.id, 'country')).toEqual({ DE: 7n, FR: 3n });
  const link7 = await add({ source_id: source.id, amount: '7', link_id: link.id, state: 'estimated' });
  expect(link7.body.data).toMatchObject({ visits: 2, state: 'estimated', link: link.name });
  const spring = await add({ source_id: source.id, amount: '2', param: 'utm_campaign', value: 'spring' });
  expect(spring.body).toMatchObject({ data: { visits: 1 }, message: 'Cost written, spread over 1 visit.' });
  expect(await costs(source.id, 'country')).toEqual({ DE: 7_000_007n, FR: 2_000_003n });
  for (const { id } of [body.data, link7.body.data, spring.body.data])
    expect((await t.call('POST', `/api/admin/costs/${id}/undo`)).status).toBe(200);
  expect(await costs(source.id)).toEqual({ all: 0n });
  expect((await t.call('POST', `/api/admin/costs/${body.data.id}/undo`)).status).toBe(409);
  expect((await t.call('GET', `/api/admin/costs?source_id=${source.id}`)).body).toMatchObject({ total: 3 });
});

test('a bill takes the place of what the addresses said, once; its undoing brings that back', async () => {
  const source = await buildSource(t.deps);
  await arrive(source.id, 3, { cost_micros: 250_000n, cost_currency: 'USD' });
  expect(await costs(source.id)).toEqual({ all: 750_000n });
  const bill = await add({ source_id: source.id, amount: '0.60', currency: 'USD' });
  expect(await costs(source.id)).toEqual({ all: 600_000n });
  expect((await add({ source_id: source.id, amount: '0.60', currency: 'USD' })).body).toMatchObject({
    error: 'conflict',
  });
  await t.call('POST', `/api/admin/costs/${bill.body.data.id}/undo`);
  expect(await costs(source.id)).toEqual({ all: 750_000n });
});

test('of two bills over the same arrivals only one takes the place of what the addresses said', async () => {
  const source = await buildSource(t.deps);
  const [link, other] = [await buildLink(t.deps), await buildLink(t.deps)];
  const paid = { cost_micros: 250_000n, cost_currency: 'USD' };
  await arrive(source.id, 2, { ...paid, link_id: link.id, country: 'DE' });
  await arrive(source.id, 1, { ...paid, link_id: other.id, country: 'FR' });
  const ofLink = await add({ source_id: source.id, amount: '0.60', currency: 'USD', link_id: link.id });
  expect(await costs(source.id)).toEqual({ all: 850_000n });
  const whole = { source_id: source.id, amount: '0.90', currency: 'USD' };
  expect(await add(whole)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`Entry ${ofLink.body.data.id} already takes the place`) },
  });
  expect(await costs(source.id)).toEqual({ all: 850_000n });
  // another link's arrivals are others, and what is only added takes nothing
  expect((await add({ ...whole, amount: '0.20', link_id: other.id })).status).toBe(201);
  expect((await add({ ...whole, state: 'estimated' })).status).toBe(201);
  expect(await costs(source.id)).toEqual({ all: 1_700_000n });
  await t.call('POST', `/api/admin/costs/${ofLink.body.data.id}/undo`);
  expect(await costs(source.id)).toEqual({ all: 1_600_000n });
});

test('without an arrival the money stands on its first day; what cannot be is refused by name', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  const { body } = await add({ source_id: source.id, amount: '5' });
  expect(body).toMatchObject({ message: expect.stringContaining('no arrival'), data: { currency: 'EUR', visits: 0 } });
  expect(await costs(source.id)).toEqual({ all: 5_000_000n });
  expect((await add({ source_id: source.id, amount: '0.00' })).body.errors).toHaveProperty('amount');
  expect((await add({ source_id: 999_999, amount: '1' })).body.errors).toHaveProperty('source_id');
  expect((await add({ source_id: source.id, amount: '1', date_to: '2026-03-01' })).body.errors).toHaveProperty(
    'date_to',
  );
  expect((await add({ source_id: source.id, amount: '1', param: 'utm_term' })).body.errors).toHaveProperty('value');
});

test('a file of costs is all or nothing, and a dry run writes nothing', async () => {
  const source = await buildSource(t.deps, { name: 'Täboola EU' });
  await arrive(source.id, 4);
  const load = (csv: string, dry_run: boolean) => t.call('POST', '/api/admin/costs/import', { csv, dry_run });
  const good = 'Source;Date;Spend;Currency\ntaboola eu;2026-03-03;"1.234,50";USD';
  expect((await load(`${good}\nNobody;2026-03-03;1,00;USD\nTaboola EU;gestern;1,00;USD`, false)).body).toMatchObject({
    written: 0,
    rows: [
      { line: 2, ok: true },
      { line: 3, ok: false, text: 'There is no traffic source of this name.' },
      { line: 4, ok: false },
    ],
  });
  const ofLink = 'source,date,amount,link\nTaboola EU,2026-03-03,1.00,\nTaboola EU,2026-03-04,1.00,spring';
  expect((await load(ofLink, false)).body).toMatchObject({
    written: 0,
    rows: [{ ok: true }, { ok: false, text: expect.stringContaining('single link') }],
  });
  const doubtful = 'source,date,amount\nTaboola EU,2026-03-03,12.50\nTaboola EU,2026-03-04,"1,234"';
  expect((await load(doubtful, false)).body).toMatchObject({
    written: 0,
    rows: [{ ok: true }, { line: 3, ok: false }],
  });
  expect((await load(good, true)).body).toMatchObject({
    written: 0,
    rows: [{ ok: true, text: '1234.50 USD over 4 visits.' }],
  });
  expect(await costs(source.id)).toEqual({});
  expect((await load(good, false)).body).toMatchObject({ written: 1 });
  expect(await costs(source.id)).toEqual({ all: 1_234_500_000n });
});

test('of two bills over the same days at once, one is written; files that name sources in opposite order both come to an end', async () => {
  const [one, two] = [await buildSource(t.deps, { name: 'Alpha' }), await buildSource(t.deps, { name: 'Beta' })];
  const both = await Promise.all([1, 2].map(() => add({ source_id: one.id, amount: '3' })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const csv = (names: string[]) =>
    ['source,date,amount,currency', ...names.map((name, i) => `${name},2026-02-0${i + 1},1.00,USD`)].join('\n');
  const load = (names: string[]) => t.call('POST', '/api/admin/costs/import', { csv: csv(names), dry_run: false });
  const files = await Promise.all([load(['Alpha', 'Beta', 'Alpha', 'Beta']), load(['Beta', 'Alpha', 'Beta', 'Alpha'])]);
  expect(files.map(({ status, body }) => [status, body.written])).toEqual([
    [200, 4],
    [200, 4],
  ]);
  expect([await costs(one.id), await costs(two.id)]).toEqual([{ all: 7_000_000n }, { all: 4_000_000n }]);
});

test('an entry in another currency is worth what the rates of its days say, by days, also when they come later or better', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  await arrive(source.id, 3, { ts: '2026-03-03T12:00:00Z', country: 'DE' });
  await arrive(source.id, 4, { ts: '2026-03-03T15:00:00Z', country: 'FR' });
  await arrive(source.id, 7, { ts: '2026-03-04T12:00:00Z', country: 'DE' });
  // what the address said of an arrival has no worth, and the bill takes it back as it was told
  await arrive(source.id, 1, {
    ts: '2026-03-04T13:00:00Z',
    cost_micros: 500_000n,
    cost_currency: 'USD',
    country: 'US',
  });
  const bill = await add({ source_id: source.id, amount: '15', date_to: '2026-03-04' });
  expect(bill.body.data.worth).toEqual({ amount: '0.00', currency: 'USD', without_rate: '15.00' });
  /** What a report in dollars counts: the worth, and what has none by its currency. */
  const report = async () => {
    await t.shipper.drain();
    const rows = await t.deps.eventStore.query<{ key: string; micros: string }>(
      `select coalesce(base_currency, cost_currency) as key, sum(coalesce(base_micros, cost_micros)) as micros from events
        where source_id = $1 group by 1 having sum(coalesce(base_micros, cost_micros)) <> 0 order by 1`,
      [source.id],
    );
    return Object.fromEntries(rows.map((row) => [row.key, BigInt(row.micros)]));
  };
  const rates = async (csv: string) => (await t.call('PUT', '/api/admin/exchange-rates', { csv })).body;
  const shown = async () => (await t.call('GET', `/api/admin/costs?source_id=${source.id}`)).body.data[0].worth;
  const history = async () =>
    (
      await t.deps.db
        .withTables<Record<string, Record<string, unknown>>>()
        .selectFrom('audit')
        .selectAll()
        .orderBy('id')
        .execute()
    )
      .filter((row) => row['action'] === 'revalue' && row['entity_id'] === bill.body.data.id)
      .map((row) => row['after']);
  expect(await report()).toEqual({ EUR: 15_000_000n });

  // the first day's rate holds for both days; 7 euros are worth 7.49 and 8 are 8.56
  expect((await rates('Date,USD\n2026-03-03,1.0700')).message).toMatch(/0 of the conversions, [1-9] of the costs/);
  expect(await report()).toEqual({ USD: 7_490_000n + 8_560_000n });
  expect(await shown()).toEqual({ amount: '16.05', currency: 'USD', without_rate: '0.00' });
  // the second day has one of its own, under which no share of it comes out even
  await rates('Date,USD\n2026-03-03,1.0700\n2026-03-04,1.0777777');
  expect(await report()).toEqual({ USD: 7_490_000n + 8_622_222n });
  expect(await history()).toHaveLength(2);
  expect((await history()).at(-1)).toMatchObject({ amount: '16.112222', currency: 'USD' });
  // a day's own rate stands, and a file without it takes nothing away
  await rates('Date,USD\n2026-03-04,1.2');
  await rates('Date,GBP\n2026-03-04,0.9');
  expect(await report()).toEqual({ USD: 16_112_222n });
  expect(await history()).toHaveLength(2);

  await t.call('POST', `/api/admin/costs/${bill.body.data.id}/undo`);
  expect(await report()).toEqual({ USD: 500_000n });
  await rates('Date,USD\n2026-03-03,1.0600\n2026-03-04,1.0500');
  expect(await report()).toEqual({ USD: 500_000n });
});

test('costs are put in order by every number that they show, money by its worth, and are a file with all of them', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'USD' });
  await t.call('PUT', '/api/admin/exchange-rates', { csv: 'Date,USD,JPY\n2026-03-03,1.1,160' });
  await arrive(source.id, 2);
  await arrive(source.id, 1, { ts: '2026-03-05T12:00:00Z' });
  const made: string[] = [];
  for (const [amount, currency, day, last = day] of [
    // worth 110 dollars, the fewest yen that are most
    ['16000', 'JPY', '2026-03-03'],
    ['90', 'USD', '2026-03-04', '2026-03-06'],
    ['100', 'EUR', '2026-03-05'],
    // for which no rate is known
    ['7', 'ZAR', '2026-03-06'],
  ] as const) {
    const body = { source_id: source.id, amount, currency, date_from: day, date_to: last, state: 'estimated' };
    const reply = await add(body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    made.push(reply.body.data.id);
  }
  const list = async (query: string) =>
    (await t.call('GET', `/api/admin/costs?source_id=${source.id}&${query}`)).body.data.map((one: { id: string }) =>
      made.indexOf(one.id),
    );
  expect(await list('')).toEqual([3, 2, 1, 0]);
  expect(await list('sortBy=amount&order=desc')).toEqual([2, 0, 1, 3]);
  expect(await list('sortBy=amount&order=asc')).toEqual([3, 1, 0, 2]);
  expect(await list('sortBy=visits&order=desc')).toEqual([0, 2, 1, 3]);
  expect(await list('sortBy=from_at&order=asc&limit=2&page=2')).toEqual([2, 3]);
  expect(await list('sortBy=to_at&order=desc')).toEqual([3, 1, 2, 0]);

  const file = await t.call('GET', `/api/admin/costs?source_id=${source.id}&sortBy=amount&order=desc&format=csv`);
  expect(file.headers['content-disposition']).toBe('attachment; filename="costs-2026-03-10.csv"');
  const read = readCsv(file.body as string, 10);
  if ('problem' in read) throw new Error(read.problem);
  const columns = ['id', 'first_day', 'last_day', 'amount', 'amount_currency', 'worth', 'without_rate', 'currency'];
  expect(read.records.map(({ cells }) => columns.map((column) => cells[column]))).toEqual([
    [made[2], '2026-03-05', '2026-03-05', '100.00', 'EUR', '110.00', '0.00', 'USD'],
    [made[0], '2026-03-03', '2026-03-03', '16000.00', 'JPY', '110.00', '0.00', 'USD'],
    [made[1], '2026-03-04', '2026-03-06', '90.00', 'USD', '90.00', '0.00', 'USD'],
    [made[3], '2026-03-06', '2026-03-06', '7.00', 'ZAR', '0.00', '7.00', 'USD'],
  ]);
  expect((await t.call('GET', '/api/admin/costs?format=csv&limit=5')).body.errors).toHaveProperty('limit');
});

const SITE = [{ alias: 'site', param: 'site', token: '{site}', label: 'Site', group_in_reports: true }];

test('a cost is that of the arrivals with one value of a parameter of the source, or of a sub id', async () => {
  const source = await buildSource(t.deps, { parameters: SITE });
  const other = await buildSource(t.deps);
  const said = (site: string | null, sub1: string) => ({
    params: site === null ? null : JSON.stringify({ site }),
    subs: JSON.stringify({ sub1 }),
  });
  await arrive(source.id, 2, { ...said('news.example', 'a'), country: 'DE', city: 'Berlin', os_version: 'iOS 18.6' });
  await arrive(source.id, 1, { ...said('mail.example', 'b'), country: 'FR' });
  // of before parameters were kept: nobody can say which site it was
  await arrive(source.id, 4, { ...said(null, 'c'), country: 'US' });
  const ofSite = await add({ source_id: source.id, amount: '6', param: 'param:site', value: 'news.example' });
  expect(ofSite.body.data).toMatchObject({ visits: 2, param: 'param:site', value: 'news.example' });
  const ofSub = await add({ source_id: source.id, amount: '3', param: 'sub1', value: 'b' });
  expect(ofSub.body.data).toMatchObject({ visits: 1 });
  expect(await costs(source.id, 'country')).toEqual({ DE: 6_000_000n, FR: 3_000_000n });
  expect(await costs(source.id, `city || ' ' || os_version`)).toEqual({
    'Berlin iOS 18.6': 6_000_000n,
    null: 3_000_000n,
  });
  // nobody came from there: the money stands on the first day, under its value
  await add({ source_id: source.id, amount: '1', param: 'param:site', value: 'gone.example' });
  const bySite = await costs(source.id, t.deps.eventStore.dialect.wordOf('params', 'site'));
  expect(bySite).toEqual({ 'news.example': 6_000_000n, 'mail.example': 3_000_000n, 'gone.example': 1_000_000n });
  // the same arrivals are paid for once
  expect((await add({ source_id: source.id, amount: '6', param: 'param:site', value: 'news.example' })).status).toBe(
    409,
  );
  const refused = await add({ source_id: other.id, amount: '6', param: 'param:site', value: 'x' });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['param']]);
  expect((await add({ source_id: source.id, amount: '6', param: 'country', value: 'DE' })).status).toBe(400);
  await t.call('POST', `/api/admin/costs/${ofSite.body.data.id}/undo`);
  expect(await costs(source.id, 'country')).toEqual({ DE: 0n, FR: 3_000_000n, null: 1_000_000n });
});

test('a file names a parameter with its value', async () => {
  const source = await buildSource(t.deps, { parameters: SITE });
  await arrive(source.id, 2, { params: JSON.stringify({ site: 'news.example' }), country: 'DE' });
  const file = (lines: string[]) =>
    t.call('POST', '/api/admin/costs/import', {
      csv: ['source,date,amount,param,value,campaign', ...lines].join('\n'),
      dry_run: false,
    });
  expect((await file([`${source.name},2026-03-03,4.00,site,news.example,`])).body).toMatchObject({ written: 1 });
  expect(await costs(source.id, 'country')).toEqual({ DE: 4_000_000n });
  for (const line of ['4.00,place,news.example,', '4.00,site,news.example,spring', '4.00,site,,'])
    expect((await file([`${source.name},2026-03-03,${line}`])).body).toMatchObject({ written: 0 });
});

test('who may see no traces is told which sub id a cost is of, and not what stood in it, in the list and in the file', async () => {
  const source = await buildSource(t.deps, { parameters: SITE });
  await add({ source_id: source.id, amount: '3', param: 'sub1', value: 'kay@mail.example' });
  await add({ source_id: source.id, amount: '4', param: 'param:site', value: 'news.example' });
  const { token } = await buildAdministrator(t.deps.db, { username: 'ann', role: 'analyst' });
  const headers = { authorization: `Bearer ${token}` };
  const list = await t.guest('GET', `/api/admin/costs?source_id=${source.id}`, undefined, headers);
  const told = list.body.data.map((row: Record<string, unknown>) => [row['param'], row['value']]).toSorted();
  expect(told).toEqual([
    ['param:site', 'news.example'],
    ['sub1', '(hidden)'],
  ]);
  const file = await t.guest('GET', `/api/admin/costs?source_id=${source.id}&format=csv`, undefined, headers);
  expect(file.body).toContain('(hidden)');
  expect(file.body).not.toContain('kay@');
});
