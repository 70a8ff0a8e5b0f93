import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { conversionDesk } from '../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

let t: TestApp;
const now = new Date('2026-03-06T10:00:00Z');

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
});
afterAll(() => t.close());

const { rows, network: anyNetwork, click, hit } = conversionDesk(() => t);
const network = () => anyNetwork({ manager_name: 'Ann' });
type Net = Awaited<ReturnType<typeof network>>;
const conversions = async (net: Net) =>
  (await rows('conversions'))
    .filter((row) => row['network_id'] === net.id && row['voided_at'] === null)
    .map((row) => `${row['txid']} ${row['status']} ${row['payout_micros'] / 10_000n}`)
    .toSorted((a, b) => a.localeCompare(b));
/** What the reports would add up, over everything that was ever said to them. */
const ledger = async (net: Net) => {
  let sum = 0n;
  for (const { payload } of await rows('event_outbox'))
    if (payload.network_id === net.id && payload.status !== 'rejected' && payload.status !== 'reversed')
      sum += BigInt(payload.delta_micros);
  return sum;
};
const load = (net: Net, csv: string, given: object = {}) =>
  t.call('POST', '/api/admin/conversions/import', {
    network_id: net.id,
    csv,
    dry_run: false,
    file_name: 'march.csv',
    ...given,
  });

test('a file that does not name events speaks of the lead that is known, not of a sale beside it', async () => {
  const net = await network();
  const [a, b, c] = [await click(), await click(), await click()];
  await hit(net, { cid: a, txid: 'L', payout: '5', event: 'lead', status: 'pending' });
  await hit(net, { cid: b, payout: '7', event: 'lead', status: 'pending' });
  await hit(net, { cid: c, txid: 'M', payout: '3', event: 'lead', status: 'pending' });
  const csv = `Order ID,SubID,Status,Commission\nL,${a},approved,5.00\n,${b},approved,7.00\nM,,approved,3.00`;
  expect((await load(net, csv)).body).toMatchObject({ counts: { updated: 3, recorded: 0 } });
  expect(await conversions(net)).toEqual(['L approved 500', 'M approved 300', 'null approved 700']);
  expect(await ledger(net)).toBe(15_000_000n);
  // where it names them, a sale is a sale
  const named = `Order ID,SubID,Status,Commission,Goal\nL,${a},approved,9.00,sale`;
  expect((await load(net, named)).body).toMatchObject({ counts: { recorded: 1 } });
  expect(await ledger(net)).toBe(24_000_000n);
});

test('a dry run tells what would happen and writes nothing; the import does just that, and the same file twice counts once', async () => {
  const net = await network();
  const [a, b] = [await click(), await click()];
  await hit(net, { cid: a, txid: 'A', payout: '10', status: 'pending' });
  const csv = `Order ID;SubID;Commission;Status\nA;${a};10,00;approved\nB;${b};"1.234,50";approved\nC;unbekannt;3,00;approved\nD;${b};x;approved`;
  const before = [await conversions(net), await rows('conversion_batches')];
  const tried = await load(net, csv, { dry_run: true });
  expect(tried.body).toMatchObject({
    batch_id: null,
    counts: { recorded: 1, updated: 1, unchanged: 0, orphan: 1, refused: 1 },
    rows: [
      { line: 2, result: 'updated' },
      { line: 3, result: 'recorded', conversion_id: null },
      { line: 4, result: 'orphan' },
      { line: 5, result: 'refused', text: '"x" is no amount' },
    ],
  });
  expect([await conversions(net), await rows('conversion_batches')]).toEqual(before);
  const done = await load(net, csv);
  expect(done.body.counts).toEqual(tried.body.counts);
  expect(await conversions(net)).toEqual(['A approved 1000', 'B approved 123450', 'C approved 300']);
  expect((await load(net, csv)).body).toMatchObject({
    batch_id: null,
    counts: { recorded: 0, updated: 0, unchanged: 3 },
  });
  expect(await conversions(net)).toHaveLength(3);
});

test('taking an import back leaves what stood before it, keeps what happened since, and the same file may come again', async () => {
  const net = await network();
  const [a, b] = [await click(), await click()];
  await hit(net, { cid: a, txid: 'A', payout: '10', status: 'pending' });
  const [state, sum] = [await conversions(net), await ledger(net)];
  const csv = `txid,click_id,payout,status\nA,${a},10,approved\nB,${b},20,approved`;
  const { batch_id } = (await load(net, csv)).body;
  const undo = () => t.call('POST', `/api/admin/conversions/imports/${batch_id}/undo`);
  expect((await undo()).body.message).toBe('Import taken back. 2 conversions changed.');
  expect([await conversions(net), await ledger(net)]).toEqual([state, sum]);
  expect((await undo()).status).toBe(409);
  expect((await load(net, csv)).body.counts).toMatchObject({ recorded: 1, updated: 1 });
  expect(await conversions(net)).toEqual(['A approved 1000', 'B approved 2000']);
  const second = (await t.call('GET', '/api/admin/conversions/imports')).body.data[0];
  // the network confirms one of them itself: that stays
  await hit(net, { cid: b, txid: 'B', payout: '20', status: 'approved', ts: '1772700000' });
  await t.call('POST', `/api/admin/conversions/imports/${second.id}/undo`);
  expect(await conversions(net)).toEqual(['A pending 1000', 'B approved 2000']);
  expect(await ledger(net)).toBe(30_000_000n);
});

test('taking an import back leaves what was decided over its conversions since, where the decision says what they are worth', async () => {
  const net = await network();
  const [a, b, c] = [await click(), await click(), await click()];
  const { batch_id, rows: read } = (
    await load(net, `txid,click_id,payout,status\nA,${a},10,pending\nB,${b},20,pending\nC,${c},30,pending`)
  ).body;
  const decide = (at: number, change: object) =>
    t.call('PATCH', `/api/admin/conversions/${read[at].conversion_id}`, { reason: 'By phone', ...change });
  await decide(0, { status: 'approved', payout: '12' });
  await decide(1, { status: 'approved' });
  expect((await t.call('POST', `/api/admin/conversions/imports/${batch_id}/undo`)).status).toBe(200);
  expect([await conversions(net), await ledger(net)]).toEqual([['A approved 1200'], 12_000_000n]);
  // and the network may still speak of both
  await hit(net, { cid: a, txid: 'A', payout: '12', status: 'refund' });
  await hit(net, { cid: b, txid: 'B', payout: '20', status: 'approved' });
  expect(await conversions(net)).toEqual(['A reversed 1200', 'B approved 2000']);
  expect(await ledger(net)).toBe(20_000_000n);
});

test('a file sets known conversions only where it is told to, as a decision with its name', async () => {
  const net = await network();
  const a = await click();
  await hit(net, { cid: a, txid: 'A', payout: '10' });
  const dated = await load(net, 'txid,payout,status,date\nA,10.00,approved,2026-03-06');
  expect(dated.body.rows).toMatchObject([{ result: 'unchanged' }]);
  const csv = 'txid,payout,status\nA,12.00,approved';
  expect((await load(net, csv)).body.rows).toMatchObject([
    { result: 'unchanged', text: expect.stringMatching(/first amount was kept/) },
  ]);
  expect((await load(net, csv, { overwrite: true })).body.rows).toMatchObject([{ result: 'updated' }]);
  expect(await conversions(net)).toEqual(['A approved 1200']);
  expect((await rows('conversion_events')).filter((row) => row['kind'] === 'manual').at(-1)).toMatchObject({
    note: 'Import of march.csv, line 2.',
  });
  expect((await load(net, 'txid,payout\nNOBODY,1')).body.rows).toMatchObject([{ result: 'refused' }]);
  expect((await load(net, 'name,age\nx,1')).body.errors).toHaveProperty('csv');
});

test('a statement is set against the records: each row its finding, the missing sum, a message to send', async () => {
  const net = await network();
  for (const [txid, payout, status] of [
    ['OK', '10', 'approved'],
    ['GONE', '20.50', 'approved'],
    ['LESS', '30', 'approved'],
    ['BACK', '40', 'approved'],
  ] as const)
    await hit(net, { cid: await click(), txid, payout, status, ts: '1772532000' });
  const csv =
    'Transaction ID,Amount,Currency,Status,Date\nOK,10.00,USD,approved,2026-03-03\nLESS,25.00,USD,approved,2026-03-03\n' +
    'BACK,-40.00,USD,refund,2026-03-03\nNEW,5.00,USD,approved,2026-03-02\nOK,10.00,USD,approved,2026-03-03';
  const { body } = await t.call('POST', '/api/admin/conversions/reconcile', { network_id: net.id, csv });
  expect(body).toMatchObject({
    range: { from: '2026-03-02', to: '2026-03-03' },
    counts: { matched: 1, missing: 1, different: 1, reversed: 1, unknown: 1, repeated: 1 },
    missing_sum: [{ currency: 'USD', amount: '20.50' }],
    difference_sum: [{ currency: 'USD', amount: '5.00' }],
    reversed_sum: [{ currency: 'USD', amount: '40.00' }],
  });
  expect(body.understood).toMatchObject({ columns: { txid: 0, payout: 1, currency: 2, status: 3, time: 4 }, rows: 5 });
  expect(body.message).toMatch(/^Hello Ann,[^]*20\.50 USD in all[^]*transaction GONE[^]*transaction NEW/);
  expect(await conversions(net)).toHaveLength(4);
});

test('two files over the same clicks in opposite order, read at once, both come to an end and count once', async () => {
  const net = await network();
  const clicks: string[] = [];
  for (let i = 0; i < 60; i += 1) clicks.push(await click());
  const lines = clicks.map((id, i) => `T${i},${id},1.00,pending`);
  const file = (some: readonly string[]) => `txid,click_id,payout,status\n${some.join('\n')}`;
  const [there, back] = await Promise.all([load(net, file(lines)), load(net, file(lines.toReversed()))]);
  expect([there.status, back.status], JSON.stringify([there.body.message, back.body.message])).toEqual([200, 200]);
  expect(there.body.counts.recorded + back.body.counts.recorded).toBe(60);
  expect(there.body.counts.unchanged + back.body.counts.unchanged).toBe(60);
  expect(await conversions(net)).toHaveLength(60);
  // one that decides over what it finds by its transactions, against one that is taken back
  const batch = there.body.batch_id ?? back.body.batch_id;
  const approved = lines.map((line) => line.replace(/,01[^,]*,/, ',,').replace('pending', 'approved'));
  const [decided, undone] = await Promise.all([
    load(net, file(approved.toReversed()), { overwrite: true }),
    t.call('POST', `/api/admin/conversions/imports/${batch}/undo`),
  ]);
  expect([decided.status, undone.status], JSON.stringify([decided.body.message, undone.body.message])).toEqual([
    200, 200,
  ]);
  expect((await conversions(net)).every((line) => line.includes('approved 100'))).toBe(true);
});

test('a row about a click of another network is refused, and nothing of it is counted', async () => {
  const [own, other] = [await network(), await network()];
  const id = await click({ network_id: own.id });
  expect((await load(other, `Order ID,SubID,Commission\nA,${id},5.00`)).body).toMatchObject({
    counts: { recorded: 0, refused: 1 },
    rows: [{ line: 2, result: 'refused', text: expect.stringContaining('another network'), conversion_id: null }],
  });
  expect(await conversions(other)).toEqual([]);
});

const side = (amount: string, status: string) => ({ amount, currency: 'USD', status });

test('a dry run shows each conversion before and after, says refund, and by how much the money moves', async () => {
  const net = await network();
  const [a, b, c] = [await click(), await click(), await click()];
  await hit(net, { cid: a, txid: 'A', payout: '10' });
  await hit(net, { cid: b, txid: 'B', payout: '20', status: 'rejected' });
  const csv = `Order ID,SubID,Commission,Status\nA,${a},-10.00,approved\nB,${b},20.00,rejected\nC,${c},5.00,approved\nD,unknown,7.00,approved`;
  const { body } = await load(net, csv, { dry_run: true });
  expect(body.rows).toMatchObject([
    { line: 2, is_refund: true, before: side('10.00', 'approved'), after: { status: 'reversed' } },
    { line: 3, is_refund: false, before: side('20.00', 'rejected'), after: side('20.00', 'rejected') },
    { line: 4, is_refund: false, before: null, after: side('5.00', 'approved') },
    // without a click it counts for nothing yet
    { line: 5, result: 'orphan', before: null, after: side('7.00', 'approved') },
  ]);
  expect(body.change).toEqual([{ currency: 'USD', amount: '-5.00' }]);
  const sum = await ledger(net);
  await load(net, csv);
  expect((await ledger(net)) - sum).toBe(-5_000_000n);
});

const accept = (net: Net, items: object[], given: object = {}) =>
  t.call('POST', '/api/admin/conversions/reconcile/accept', {
    network_id: net.id,
    reason: 'March statement',
    dry_run: false,
    items,
    ...given,
  });
const compare = async (net: Net, csv: string) =>
  (await t.call('POST', '/api/admin/conversions/reconcile', { network_id: net.id, csv })).body.findings as {
    conversion_id: string;
    version: number;
    theirs: { status: string; amount: string; currency: string };
  }[];

test('findings are taken over as one batch, to the cent that its dry run said, and taken back as a whole', async () => {
  const net = await network();
  const [a, b] = [await click(), await click()];
  await hit(net, { cid: a, txid: 'A', payout: '10' });
  await hit(net, { cid: b, txid: 'B', payout: '20' });
  const csv = `Order ID,SubID,Commission,Status\nA,${a},10.00,rejected\nB,${b},15.00,approved`;
  const items = (await compare(net, csv)).map(({ conversion_id, version, theirs }) => ({
    conversion_id,
    version,
    ...theirs,
  }));
  expect(items).toHaveLength(2);
  const before = await ledger(net);
  const tried = await accept(net, items, { dry_run: true });
  expect(tried.body).toMatchObject({ batch_id: null, change: [{ currency: 'USD', amount: '-15.00' }] });
  expect(await ledger(net)).toBe(before);

  const done = await accept(net, items);
  expect(done.body).toMatchObject({ counts: { updated: 2 }, change: tried.body.change });
  expect((await ledger(net)) - before).toBe(-15_000_000n);
  expect(await conversions(net)).toEqual(['A rejected 1000', 'B approved 1500']);
  // compared again the two agree; the same findings again are old
  expect(await compare(net, csv)).toEqual([]);
  expect((await accept(net, items)).body).toMatchObject({ batch_id: null, counts: { refused: 2 }, change: [] });

  const undone = await t.call('POST', `/api/admin/conversions/imports/${done.body.batch_id}/undo`);
  expect(undone.status).toBe(200);
  expect(await conversions(net)).toEqual(['A approved 1000', 'B approved 2000']);
  expect(await ledger(net)).toBe(before);
});

test('only the statuses are taken over when the amounts are left out, and nothing of another network', async () => {
  const net = await network();
  const other = await network();
  await hit(net, { cid: await click(), txid: 'A', payout: '10', status: 'pending' });
  const [{ id, version } = { id: 0n, version: 0 }] = (await rows('conversions')).filter(
    (row) => row['network_id'] === net.id,
  );
  const item = { conversion_id: String(id), version, status: 'approved', amount: '99.00', currency: 'USD' };
  expect((await accept(other, [item])).body).toMatchObject({ counts: { refused: 1 }, batch_id: null });
  expect((await accept(net, [item], { takes_amounts: false })).body).toMatchObject({ counts: { updated: 1 } });
  expect(await conversions(net)).toEqual(['A approved 1000']);
});
