import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildAdministrator } from '../../../accounts/server/testing.ts';
import { buildClick, buildDelta, buildRow, buildVisit } from '../../../events/server/testing.ts';
import { MOST_OWN, type OwnColumn } from '../../../reports/own-columns-contract.ts';
import type { ReportLine } from '../../report-contract.ts';
import { sharingRoutes, statsRoutes } from '../routes.ts';

const COLUMNS = '/api/admin/stats/columns';
const VIEWS = '/api/admin/stats/views';
const COST = { cost_micros: '500000', cost_currency: 'USD' };
const at = (day: number) => `2026-03-${day}T09:00:00Z`;

let t: TestApp;
let analyst: string;

beforeAll(async () => {
  const eventStore = await testEventStore();
  const of = (day: number, sourceId: number) => ({ ts: at(day), source_id: sourceId });
  const many = <T>(n: number, one: () => T) => Array.from({ length: n }, one);
  const rows = [
    // three sources: one that earns, one that loses, one that does not say what it costs
    ...many(10, () => buildVisit({ ...of(19, 1), ...COST })),
    ...many(4, () => buildClick(of(19, 1))),
    buildDelta({ ...of(19, 1), click_ts: at(19), delta_micros: '20000001' }),
    ...many(6, () => buildVisit({ ...of(19, 2), ...COST })),
    ...many(2, () => buildClick(of(19, 2))),
    ...many(3, () => buildVisit(of(19, 3))),
    ...many(3, () => buildClick(of(19, 3))),
    buildDelta({ ...of(19, 3), click_ts: at(19), delta_micros: '7000000' }),
    // bought, and not clicked
    ...many(2, () => buildVisit({ ...of(19, 4), ...COST })),
    // the day before
    ...many(2, () => buildVisit({ ...of(18, 1), ...COST })),
    buildClick(of(18, 1)),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: rows.map(buildRow) });
  t = await testApp(
    (route, deps) => {
      statsRoutes(route, deps);
      sharingRoutes(route, deps, {
        shipping: () => Promise.resolve({ lags: [], waiting: 0 } as never),
        isWhole: () => Promise.resolve(true),
      });
    },
    { eventStore, clock: () => new Date('2026-03-20T12:00:00Z') },
  );
  analyst = (await buildAdministrator(t.deps.db, { username: 'ann', role: 'analyst' })).token;
});
beforeEach(async () => {
  await sql`delete from report_columns`.execute(t.deps.db);
  await sql`delete from stats_views`.execute(t.deps.db);
});
afterAll(async () => {
  await t.deps.eventStore.close();
  await t.close();
});

const asAnalyst = (method: string, path: string, body?: object) =>
  t.guest(method, path, body, { authorization: `Bearer ${analyst}` });

const MARGIN = { name: 'Margin', formula: '(profit - 2 * cost) / clicks', format: 'money' };

async function made(body: object = MARGIN, call: TestApp['call'] = t.call): Promise<OwnColumn> {
  const reply = await call('POST', COLUMNS, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data as OwnColumn;
}

const DAY = 'tz=UTC&date_from=2026-03-19&date_to=2026-03-19';
const ask = (query: string) => t.call('GET', `/api/admin/stats/report?${DAY}&${query}`);
const bySource = ({ data }: { data: ReportLine[] }, id: number) =>
  data.map((line) => [line.dims.source!.value, line.values[`own:${id}`]]);

test('an own column is worked out of the sums of each line, of the totals and of the days before', async () => {
  const { id } = await made();
  const { body } = await ask(`dimensions=source&metrics=clicks&own=${id}&compare=previous&sortBy=source&order=asc`);
  // (20.000001 - 5 - 2 * 5) / 4; (0 - 3 - 2 * 3) / 2; unknown; nothing to divide by
  expect(bySource(body, id)).toEqual([
    [1, '1.25'],
    [2, '-4.50'],
    [3, null],
    [4, null],
  ]);
  expect(body.own).toEqual([{ id, ...MARGIN }]);
  expect(body.own_missing).toEqual([]);
  // it stands beside the source-days that it leaves out
  expect(body.metrics).toEqual(['clicks', 'unknown_days']);
  expect(body.data[0].before[`own:${id}`]).toBe('-3.00');
  // 20.000001 - 9 - 2 * 9, by all nine clicks
  expect(body.totals.values[`own:${id}`]).toBe('-0.777778');
  expect(body.totals.before[`own:${id}`]).toBe('-3.00');
});

test('a share and a plain number are told as numbers, and money by no rounding but the last', async () => {
  const share = await made({ name: 'Left', formula: 'profit / (cost * 4)', format: 'percent' });
  const plain = await made({ name: 'Weighted', formula: 'clicks * 0.1 + visits * .2', format: 'number' });
  const again = await made({ name: 'Again', formula: 'epc * clicks', format: 'money' });
  const { body } = await ask(`dimensions=source&source_id=1&metrics=clicks&own=${share.id},${plain.id},${again.id}`);
  expect(body.data[0].values).toMatchObject({
    [`own:${share.id}`]: 0.75000005,
    [`own:${plain.id}`]: 2.4,
    [`own:${again.id}`]: '20.000001',
  });
});

test('lines are put in order by an own column, over all pages, those without a value last', async () => {
  const { id } = await made();
  const tricky = await made({ name: 'Tricky', formula: '0 - -clicks - --visits / 0.5 * 2', format: 'number' });
  const order = async (query: string) => {
    const { body } = await ask(`dimensions=source&metrics=clicks&${query}`);
    return [body.sorted_by, body.data.map((line: ReportLine) => line.dims.source!.value)];
  };
  expect(await order(`own=${id}&sortBy=own:${id}&order=desc`)).toEqual([`own:${id}`, [1, 2, 3, 4]]);
  expect(await order(`own=${id}&sortBy=own:${id}&order=asc`)).toEqual([`own:${id}`, [2, 1, 3, 4]]);
  expect(await order(`own=${id}&sortBy=own:${id}&order=asc&limit=1&page=2`)).toEqual([`own:${id}`, [1]]);
  // 4 - 40, 2 - 24, 3 - 12, 0 - 8
  expect(await order(`own=${tricky.id}&sortBy=own:${tricky.id}&order=asc`)).toEqual([`own:${tricky.id}`, [1, 2, 3, 4]]);
});

test('every metric can stand in a formula, and lines stand in the order of what is told', async () => {
  const { FIGURE_NAMES } = await import('../../../reports/metrics.ts');
  for (const name of FIGURE_NAMES) {
    const { id } = await made({ name, formula: `100 + ${name} * 3 - 99999999999 * 99999999999`, format: 'number' });
    const { status, body } = await ask(`dimensions=source&metrics=clicks&own=${id}&sortBy=own:${id}&order=desc`);
    expect(status, name).toBe(200);
    const values = bySource(body, id).map(([, value]) => value as number | null);
    const known = values.filter((value) => value !== null);
    expect([...known.toSorted((a, b) => b - a), ...values.filter((value) => value === null)], name).toEqual(values);
    await t.call('DELETE', `${COLUMNS}/${id}`);
  }
});

test('a file holds the own columns under their names, with the figures of the answer', async () => {
  const { id } = await made();
  const file = (await ask(`dimensions=source&metrics=clicks&own=${id}&sortBy=source&order=asc&format=csv`))
    .body as string;
  expect(
    file
      .split('\r\n')
      .slice(0, 4)
      .map((line) => line.split(',').slice(0, 4)),
  ).toEqual([
    ['source', 'clicks', 'unknown_days', 'Margin'],
    ['Source 1', '4', '0', '1.25'],
    ['Source 2', '2', '0', '-4.50'],
    ['Source 3', '3', '1', ''],
  ]);
});

test('by a cut of which nobody knows what it cost there is none of what is made of cost', async () => {
  const { id } = await made();
  const { body } = await ask(`dimensions=offer&metrics=clicks&own=${id}`);
  expect(body.costless_by).toBe('offer');
  expect(body.data.every((line: ReportLine) => line.values[`own:${id}`] === null)).toBe(true);
});

test('whoever made a column has it alone, until it is shared; somebody else is told that it is missing', async () => {
  const { id } = await made();
  const seen = async () =>
    (await asAnalyst('GET', COLUMNS)).body.data.map((one: OwnColumn) => [one.name, one.may_change]);
  const asked = async () =>
    (await asAnalyst('GET', `/api/admin/stats/report?${DAY}&metrics=clicks&own=${id}&sortBy=own:${id}`)).body;
  expect(await seen()).toEqual([]);
  expect(await asked()).toMatchObject({
    own: [],
    own_missing: [id],
    sorted_by: 'clicks',
    totals: { values: { clicks: 9 } },
  });
  expect((await asAnalyst('PATCH', `${COLUMNS}/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await asAnalyst('DELETE', `${COLUMNS}/${id}`)).status).toBe(404);

  expect((await t.call('PATCH', `${COLUMNS}/${id}`, { is_shared: true, version: 1 })).status).toBe(200);
  expect(await seen()).toEqual([['Margin', false]]);
  expect((await asked()).totals.values[`own:${id}`]).toBe('-0.777778');
  expect((await asAnalyst('PATCH', `${COLUMNS}/${id}`, { name: 'Mine' })).body.error).toBe('forbidden');
  expect((await asAnalyst('DELETE', `${COLUMNS}/${id}`)).body.error).toBe('forbidden');
});

test('an analyst makes, changes and deletes columns of their own, and shares none', async () => {
  expect((await asAnalyst('POST', COLUMNS, { ...MARGIN, is_shared: true })).body.errors).toEqual({
    is_shared: ['is open to administrators alone'],
  });
  const { id } = await made(MARGIN, asAnalyst);
  expect((await t.call('GET', COLUMNS)).body.data).toEqual([]);
  expect((await asAnalyst('PATCH', `${COLUMNS}/${id}`, { is_shared: true })).status).toBe(400);
  expect((await asAnalyst('PATCH', `${COLUMNS}/${id}`, { formula: 'clicks' })).body.data).toMatchObject({
    formula: 'clicks',
    version: 2,
  });
  expect((await asAnalyst('DELETE', `${COLUMNS}/${id}`)).status).toBe(200);
});

test('a name stands for one column, and a stale change is refused', async () => {
  const { id } = await made();
  const taken = await asAnalyst('POST', COLUMNS, { ...MARGIN, name: 'MARGIN' });
  expect([taken.status, taken.body.errors]).toEqual([409, { name: ['is already taken'] }]);
  expect((await t.call('PATCH', `${COLUMNS}/${id}`, { name: 'margin', version: 1 })).status).toBe(200);
  const stale = await t.call('PATCH', `${COLUMNS}/${id}`, { name: 'Other', version: 1 });
  expect([stale.status, stale.body.error]).toEqual([409, 'version_conflict']);
  const bad = await t.call('POST', COLUMNS, { ...MARGIN, name: 'Bad', formula: 'clik / 2' });
  expect(bad.body.errors).toEqual({ formula: ['At character 1: "clik" is no metric. Did you mean clicks?'] });
});

test('one person has so many columns and no more', async () => {
  for (let n = 0; n < MOST_OWN; n += 1) await made({ ...MARGIN, name: `Column ${n}` });
  expect((await t.call('POST', COLUMNS, MARGIN)).body.message).toContain('Delete one of them first.');
});

test('a link tells own columns as they were when it was made; a view shows the rest of what is gone', async () => {
  const [kept, alien] = [await made(), await made({ ...MARGIN, name: 'Hers' }, asAnalyst)];
  const query = `dimensions=source&metrics=clicks&own=${kept.id},${alien.id}&sortBy=own:${kept.id}`;
  const view = (await t.call('POST', VIEWS, { name: 'Margins', query: `${query}&${DAY}` })).body.data.id as number;
  const { link } = (await t.call('POST', `${VIEWS}/${view}/links`, {})).body as { link: string };
  const read = async () =>
    (await t.guest('GET', '/api/shared/report', undefined, { authorization: `Bearer ${link.split('#')[1]}` })).body
      .report;
  const first = await read();
  expect([first.own.map((one: OwnColumn) => one.name), first.own_missing]).toEqual([['Margin'], [alien.id]]);
  expect(first.totals.values[`own:${kept.id}`]).toBe((await ask(query)).body.totals.values[`own:${kept.id}`]);
  expect(first.totals.values[`own:${kept.id}`]).toBe('-0.777778');

  await t.call('PATCH', `${COLUMNS}/${kept.id}`, { formula: 'revenue_expected', name: 'All of it' });
  expect((await read()).totals).toEqual(first.totals);
  await t.call('DELETE', `${COLUMNS}/${kept.id}`);
  expect((await read()).own).toEqual(first.own);
  expect((await ask(query)).body).toMatchObject({ own: [], own_missing: [kept.id, alien.id], sorted_by: 'clicks' });
});
