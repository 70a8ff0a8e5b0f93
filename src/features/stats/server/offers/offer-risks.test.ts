import { afterEach, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import { buildClick, buildDelta, buildRow } from '../../../events/server/testing.ts';
import { buildGuide, buildItem } from '../../../guides/server/testing.ts';
import { buildNetwork } from '../../../networks/server/testing.ts';
import { updateOffer } from '../../../offers/server/service.ts';
import { buildOffer } from '../../../offers/server/testing.ts';
import { statsRoutes } from '../routes.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const DAY_MS = 86_400_000;
let t: TestApp;
let appended = 0;

beforeEach(async () => {
  const eventStore = await testEventStore();
  t = await testApp(statsRoutes, { eventStore, clock: () => NOW });
});
afterEach(async () => {
  await t.deps.eventStore.close();
  await t.close();
});

type Offer = { id: number; network_id: number | null };
/** Clicks of one day, the first of which convert the day after at 10.00 each. */
async function traffic(offer: Offer, daysAgo: number, clicks: number, conversions = 0): Promise<void> {
  const ts = new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString();
  const of = { offer_id: offer.id, ...(offer.network_id && { network_id: offer.network_id }) };
  const rows = [
    ...Array.from({ length: clicks }, () => buildRow(buildClick({ ts, ...of }))),
    ...Array.from({ length: conversions }, () =>
      buildRow(
        buildDelta({
          ts: new Date(Date.parse(ts) + DAY_MS).toISOString(),
          click_ts: ts,
          delta_micros: '10000000',
          ...of,
        }),
      ),
    ),
  ];
  await t.deps.eventStore.append({ cursor: 't', position: String((appended += 1)), table: 'events', rows });
}
const risks = async (query = '') => (await t.call('GET', `/api/admin/stats/offers/at-risk?tz=UTC&${query}`)).body;

test('a paused offer puts at risk what its clicks of the week would earn at its EPC of the weeks before', async () => {
  const network = await buildNetwork(t.deps);
  const offer = await buildOffer(t.deps, { name: 'Cork Mat', network_id: network.id });
  const guide = await buildGuide(t.deps, { title: 'Best Mats' });
  await buildItem(t.deps, guide.id, { offer_id: offer.id });
  await traffic(offer, 20, 100, 5);
  await traffic(offer, 3, 40);
  // outside of both spans
  await traffic(offer, 40, 500, 400);
  expect((await risks()).data).toEqual([]);

  await updateOffer({ ...t.deps, count: () => Promise.resolve(new Map()) }, t.actor, offer.id, { status: 'paused' });
  const { data, expected, week, before } = await risks();
  expect(data).toEqual([
    {
      id: offer.id,
      name: 'Cork Mat',
      risk: 'status',
      clicks: 40,
      epc: '0.50',
      epc_of: 'offer',
      expected: '20.00',
      silence: null,
      places: [{ listicle_id: guide.id, listicle: 'Best Mats', item_id: expect.any(Number), rank: 1 }],
    },
  ]);
  expect(expected).toBe('20.00');
  expect([week.from, week.to, before.from]).toEqual([
    '2026-03-24T12:00:00.000Z',
    '2026-03-31T12:00:00.000Z',
    '2026-02-24T12:00:00.000Z',
  ]);
  // a period that ended before its clicks of the week
  expect((await risks('date_from=2026-03-01&date_to=2026-03-20')).data).toEqual([]);
});

test('what puts most money at risk comes first, then what nobody can put a price on', async () => {
  for (const [name, clicks] of [
    ['Middle', 40],
    ['Most', 60],
    ['Least', 20],
  ] as const) {
    const offer = await buildOffer(t.deps, { name, status: 'paused' });
    await traffic(offer, 20, 100, 5);
    await traffic(offer, 3, clicks);
  }
  // what it earned has no worth here
  const unpriced = await buildOffer(t.deps, { name: 'Unpriced', status: 'paused' });
  const [ts, of] = ['2026-03-10T12:00:00Z', { offer_id: unpriced.id, currency: 'CHF' }];
  const rows = [buildClick({ ts, ...of }), buildDelta({ ts, click_ts: ts, ...of })].map(buildRow);
  await t.deps.eventStore.append({ cursor: 't', position: String((appended += 1)), table: 'events', rows });
  await traffic(unpriced, 3, 90);
  const { data } = await risks();
  expect(data.map(({ name, expected }: { name: string; expected: string }) => [name, expected])).toEqual([
    ['Most', '30.00'],
    ['Middle', '20.00'],
    ['Least', '10.00'],
    ['Unpriced', null],
  ]);
});

test('no conversion is told where the others make it unlikely, and not where it may be chance', async () => {
  const network = await buildNetwork(t.deps);
  const make = (name: string) => buildOffer(t.deps, { name, network_id: network.id });
  const [good, silent, small] = [await make('Good'), await make('Silent'), await make('Small')];
  await traffic(good!, 15, 500, 10);
  await traffic(silent!, 15, 150);
  await traffic(silent!, 2, 150);
  await traffic(small!, 2, 100);
  const { data, undecided } = await risks();
  expect(undecided).toBe(1);
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    name: 'Silent',
    risk: 'no_conversions',
    clicks: 150,
    // what the others of the network earned before: 100.00 with 500 clicks
    epc: '0.20',
    epc_of: 'network',
    expected: '30.00',
    silence: { clicks: 300, usual_of: 'network' },
  });
  // 10 of 600 clicks of the others
  expect(data[0].silence.usual_cr).toBeCloseTo(10 / 600, 12);
  expect(data[0].silence.chance).toBeCloseTo((1 - 10 / 600) ** 300, 12);

  // a rejected one shows that the way is open
  const ts = new Date(NOW.getTime() - 3 * DAY_MS).toISOString();
  const refused = buildDelta({ ts, click_ts: ts, offer_id: silent!.id, network_id: network.id, status: 'rejected' });
  await t.deps.eventStore.append({
    cursor: 't',
    position: String((appended += 1)),
    table: 'events',
    rows: [buildRow(refused)],
  });
  expect((await risks()).data).toEqual([]);
});

test('nothing is guessed where nothing says what a click earns', async () => {
  const offer = await buildOffer(t.deps, { name: 'Alone', status: 'paused' });
  await traffic(offer, 2, 12);
  const { data, expected } = await risks();
  expect(data).toMatchObject([{ risk: 'status', clicks: 12, epc: null, epc_of: null, expected: null }]);
  expect(expected).toBe('0.00');
  expect((await t.call('GET', '/api/admin/stats/offers/at-risk?wings=1')).status).toBe(400);
});
