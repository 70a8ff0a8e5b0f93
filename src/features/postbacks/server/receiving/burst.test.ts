import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { buildOffer } from '../../../offers/server/testing.ts';
import { recoverReceived } from '../service.ts';
import { conversionDesk } from '../testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

/**
 * Postbacks that come all at once share their transactions. Seen red: a second message about a click that was judged by what was known
 * before the first one (deltas twice), and a cap that counted what came after it in the same transaction.
 */

let t: TestApp;
const now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
});
afterAll(() => t.close());

const { rows, network, click, hit } = conversionDesk(() => t);
const rowsOf = async (table: string, networkId: number) =>
  (await rows(table))
    .filter((row) => row['network_id'] === networkId)
    .toSorted((a, b) => Number(a['id']) - Number(b['id']));

/** What the deltas of a network add up to, by status. */
async function sumsOf({ id }: { id: number }): Promise<Record<string, [count: number, micros: bigint]>> {
  const sums: Record<string, [count: number, micros: bigint]> = {};
  for (const { payload } of await rows('event_outbox')) {
    if (payload.network_id !== id) continue;
    const [count, micros] = sums[payload.status] ?? [0, 0n];
    sums[payload.status] = [count + payload.delta_count, micros + BigInt(payload.delta_micros)];
  }
  return sums;
}

test('a burst of firsts, repeats, changes and refunds ends where the same messages end one by one', async () => {
  const offer = await buildOffer(t.deps);
  const clicks = await Promise.all(Array.from({ length: 12 }, () => click({ offer_id: offer.id })));
  const sale = (cid: string) => ({ cid, txid: 'A', payout: '10', status: 'pending' });
  const firsts = clicks.flatMap((cid, i) => [sale(cid), ...(i % 2 === 0 ? [sale(cid)] : [])]);
  firsts.push({ cid: 'nobody-knows-this-one', txid: 'C', payout: '1', status: 'approved' });
  const later = clicks.flatMap((cid, i) => [
    ...(i % 3 === 0 ? [{ ...sale(cid), status: 'approved' }] : []),
    ...(i % 4 === 0 ? [{ ...sale(cid), status: 'refunded' }] : []),
    ...(i % 5 === 0 ? [{ cid, txid: 'B', payout: '2.50', status: 'approved' }] : []),
  ]);
  const messages = [...firsts, ...later];
  const [burst, calm] = [await network(), await network()];
  const replies = [
    ...(await Promise.all(firsts.map((said) => hit(burst, said)))),
    ...(await Promise.all(later.map((said) => hit(burst, said)))),
  ];
  for (const message of messages) await hit(calm, message);
  expect(replies.map(({ status }) => status)).toEqual(messages.map(() => 200));
  const stateOf = async ({ id }: { id: number }) =>
    (await rowsOf('conversions', id))
      .map(({ click_key, txid, status, payout_micros, attribution, offer_id }) => [
        click_key,
        txid,
        status,
        payout_micros,
        attribution,
        offer_id,
      ])
      .toSorted((a, b) => `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`));
  expect(await stateOf(burst)).toEqual(await stateOf(calm));
  expect(await sumsOf(burst)).toEqual(await sumsOf(calm));
  const logs = await rowsOf('postback_logs', burst.id);
  expect(logs.map((log) => log['state'])).toEqual(messages.map(() => 'done'));
  // each answer is about its own message
  const keys = new Map((await rowsOf('conversions', burst.id)).map((row) => [String(row['id']), row['click_key']]));
  expect(replies.map(({ body }) => keys.get(body.id))).toEqual(messages.map(({ cid }) => cid));
});

test('a message that cannot be written harms no other of the same burst, and is counted once it can', async () => {
  const net = await network();
  await sql`create function refuse_poison() returns trigger language plpgsql as
    $$ begin if new.txid = 'poison' then raise exception 'poison'; end if; return new; end $$`.execute(t.deps.db);
  await sql`create trigger refuse_poison before insert on conversions for each row execute function refuse_poison()`.execute(
    t.deps.db,
  );
  const clicks = await Promise.all(Array.from({ length: 20 }, () => click()));
  const replies = await Promise.all(
    clicks.map((cid, i) => hit(net, { cid, txid: i === 7 ? 'poison' : `T${i}`, payout: '3' })),
  );
  expect(replies.map(({ status }) => status)).toEqual(clicks.map((_, i) => (i === 7 ? 503 : 200)));
  expect(await rowsOf('conversions', net.id)).toHaveLength(19);
  await sql`drop trigger refuse_poison on conversions`.execute(t.deps.db);
  expect(await recoverReceived(t.deps, 'all')).toBe(1);
  expect(await rowsOf('conversions', net.id)).toHaveLength(20);
});

test('of a burst as many as the offer takes in a day are within its cap', async () => {
  const net = await network();
  const other = await buildOffer(t.deps);
  const offer = await buildOffer(t.deps, { cap_conversions_daily: 4, overflow_offer_id: other.id });
  const clicks = await Promise.all(Array.from({ length: 12 }, () => click({ offer_id: offer.id })));
  const replies = await Promise.all(clicks.map((cid, i) => hit(net, { cid, txid: `T${i}`, payout: '3' })));
  const capped = replies.filter(({ body }) => body.reason === 'offer_capped');
  // two transactions at once do not see each other, so that one may be within a cap that both have filled
  expect(capped.length).toBeGreaterThanOrEqual(2);
  expect(capped.length).toBeLessThanOrEqual(8);
});
