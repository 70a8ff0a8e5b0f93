import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../../../../platform/dice.ts';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { printFigures, sampleSize } from '../../../../../tests/support/figures.ts';
import { newEventId } from '../../../../platform/ids.ts';
import type { NetworkInput } from '../../../networks/contract.ts';
import { buildNetwork } from '../../../networks/server/testing.ts';
import { IN_REASONS, QUARANTINE, type InReason } from '../../../conversions/contract.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

/** The full figure is 10,000: `FUZZ_POSTBACKS=10000 vitest run src/features/postbacks/server/receiving/fuzz.test.ts`. */
const COUNT = sampleSize('FUZZ_POSTBACKS', 200, 600);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

let t: TestApp;
let now = Date.parse('2026-03-06T10:00:00Z');

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => new Date(now) });
});
afterAll(() => t.close());

const NETWORKS: Partial<NetworkInput>[] = [
  {},
  { duplicate_mode: 'ignore' },
  { duplicate_mode: 'add' },
  { duplicate_mode: 'add_payout' },
  { status_map: { '1': 'approved', '5': 'pending', junk: 'ignore' }, payout_currency: 'JPY' },
  { hmac_secret: 'fuzz-secret', hmac_param: 'sig' },
  { ip_allowlist: ['203.0.113.0/24'] },
  { attribution_window_days: 1, param_aliases: { click_id: ['my_click'], payout: ['money'] } },
];

const VALUES = {
  payout: [
    '10',
    '10',
    '10',
    '25.00',
    '10.5',
    '0',
    '-5',
    '1.234567',
    '1e3',
    '1,50',
    '',
    'abc',
    '{payout}',
    '99999999999999',
    ' 12.5 ',
    '٣',
    '\u0000',
  ],
  status: [
    '',
    'approved',
    'PENDING',
    'rejected',
    'refund',
    'chargeback',
    '1',
    '5',
    'junk',
    'wat',
    '#STATUS#',
    '__proto__',
  ],
  event: ['sale', 'lead', 'upsell', 'rebill', 'refund', 'purchase', 'trial', '🎉', '[[event]]'],
  currency: ['USD', 'eur', 'JPY', 'KWD', 'Dollar', '', '$', '{currency}'],
  ts: ['1772700000', '1772700000000', '2026-03-05T12:00:00Z', '9999999999', 'gestern', '-1'],
  test: ['1', '0', 'true'],
} as const;

test(`${COUNT} random postbacks: recorded + rejected + orphan = sent, each with its reason`, async () => {
  const random = seeded(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const networks = await Promise.all(
    NETWORKS.map(async (input) => ({ input, ...(await buildNetwork(t.deps, input)) })),
  );
  const clicks = Array.from({ length: Math.ceil(COUNT / 20) }, () =>
    newEventId(now - Math.floor(random() * 3 * 86_400_000)),
  );
  const rows = clicks.map((click_id, i) => ({ click_id, ts: new Date(now - (i % 4) * 86_400_000).toISOString() }));
  await t.deps.db.withTables<{ clicks: Record<string, unknown> }>().insertInto('clicks').values(rows).execute();

  const counted = { recorded: 0, rejected: 0, orphan: 0 };
  const byReason = new Map<string, number>();
  const unlogged: string[] = [];
  for (let i = 0; i < COUNT; i += 1) {
    now += 5;
    const network = pick(networks);
    const aliases = network.input.param_aliases;
    const pairs: [string, string][] = [];
    if (random() < 0.97)
      pairs.push([
        aliases?.click_id?.[0] ?? pick(['cid', 'subid', 'click_id', 'CLICKID']),
        random() < 0.8 ? pick(clicks) : pick(['x', 'ünbekannt', '{subid}', newEventId(now)]),
      ]);
    if (random() < 0.8) pairs.push(['txid', pick(['A', 'B', 'C', `T${i}`, 'x'.repeat(400)])]);
    for (const [key, values] of Object.entries(VALUES))
      if (random() < (key === 'payout' ? 0.8 : 0.2))
        pairs.push([key === 'payout' ? (aliases?.payout?.[0] ?? 'payout') : key, pick<string>(values)]);
    if (random() < 0.03) pairs.push(pick(pairs) ?? ['a', '1']);
    const query = new URLSearchParams(pairs).toString();
    const isSigned = network.input.hmac_secret !== undefined && random() < 0.8;
    const isPost = random() < 0.3;

    const sig = createHmac('sha256', 'fuzz-secret').update(query).digest('hex');
    const path = new URL(network.postback_url).pathname;
    const url = isPost
      ? `${path}${isSigned ? `?sig=${sig}` : ''}`
      : `${path}?${query}${isSigned ? `${query && '&'}sig=${sig}` : ''}`;
    const reply = await t.app.inject({
      method: isPost ? 'POST' : 'GET',
      url,
      remoteAddress: pick(['203.0.113.7', '198.51.100.9']),
      ...(isPost && {
        payload: query,
        headers: { 'content-type': pick(['application/x-www-form-urlencoded', 'text/weird']) },
      }),
    });
    const body = reply.json<{ ok?: boolean; reason?: string; result?: string; error?: string; id?: string | null }>();
    const reason = (body.reason ?? body.error)!;
    expect(IN_REASONS as readonly string[], `${reply.statusCode} ${reply.body} for ${url}`).toContain(reason);
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
    const isOrphan = reason === 'unmatched_click';
    if (isOrphan) counted.orphan += 1;
    else if (body.id) counted.recorded += 1;
    else counted.rejected += 1;
    if (body.id === undefined && reply.statusCode < 400) unlogged.push(reply.body);
  }
  const logs = await t.deps.db
    .withTables<{ postback_logs: { reason_code: InReason | null; state: string; conversion_id: bigint | null } }>()
    .selectFrom('postback_logs')
    .select(['reason_code', 'state', 'conversion_id'])
    .execute();
  process.stdout.write(
    `postbacks: ${COUNT} sent = ${counted.recorded} recorded + ${counted.rejected} rejected + ${counted.orphan} orphan; ` +
      `${[...byReason]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([reason, n]) => `${reason} ${n}`)
        .join(', ')}\n`,
  );
  printFigures('P6', { sent: COUNT, ...counted });
  expect(counted.recorded + counted.rejected + counted.orphan).toBe(COUNT);
  expect(unlogged).toEqual([]);
  // each is in the log with the verdict that was told, and whatever tells of money is a conversion or waits in quarantine
  const logged = Map.groupBy(logs, (log) => log.reason_code ?? 'none');
  expect(Object.fromEntries([...logged].map(([reason, all]) => [reason, all.length]))).toEqual(
    Object.fromEntries(byReason),
  );
  const lost = logs.filter(
    (log) =>
      log.conversion_id === null &&
      !(QUARANTINE as readonly string[]).includes(log.reason_code ?? '') &&
      !['bad_signature', 'ip_not_allowed'].includes(log.reason_code ?? ''),
  );
  expect(lost).toEqual([]);
  expect(byReason.size).toBeGreaterThan(12);
}, 600_000);
