import { expect, test } from 'vitest';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import type { EventRow } from '../../../platform/server/event-store/event-store.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import { seeded } from '../../../platform/dice.ts';
import { runReport } from './store-report.ts';

/** Deltas of conversions. LEDGER_ROWS asks for more; a release run takes 1,000,000. */
const ROWS = Number(process.env['LEDGER_ROWS'] ?? 20_000);
const BATCH = 5000;
/** Currencies by their decimals. */
const DECIMALS = { USD: 2, EUR: 2, GBP: 2, CHF: 2, JPY: 0, KRW: 0, KWD: 3, BHD: 3 } as const;
const CURRENCIES = Object.keys(DECIMALS) as (keyof typeof DECIMALS)[];
const STATUSES = ['pending', 'approved', 'rejected', 'reversed'] as const;
const START = Date.parse('2026-06-01T00:00:00Z');
const DAYS = 6;
const DAY_MS = 86_400_000;

type Sums = Record<(typeof STATUSES)[number], bigint>;

test('the reports hold the money of the ledger to the micro, in eight currencies, summed up or not', async () => {
  const events = await testEventStore();
  const roll = seeded(41);
  const any = (most: number) => Math.floor(roll() * most);
  const ledger = new Map<string, Sums>(
    CURRENCIES.map((currency) => [currency, { pending: 0n, approved: 0n, rejected: 0n, reversed: 0n }]),
  );
  const delta = (): EventRow => {
    const currency = CURRENCIES[any(CURRENCIES.length)]!;
    const status = STATUSES[any(STATUSES.length)]!;
    // from a cent to amounts whose sums no float holds
    const minor = BigInt(any(2) === 0 ? any(100_000) : any(2 ** 31)) * (any(5) === 0 ? -1n : 1n);
    const micros = minor * 10n ** BigInt(6 - DECIMALS[currency]);
    ledger.get(currency)![status] += micros;
    const ts = new Date(START + any(DAYS * DAY_MS)).toISOString();
    const more = { status, currency, delta_count: 1, delta_micros: String(micros), offer_id: any(7) + 1 };
    return { type: 'conversion', ts, is_bot: false, is_internal: false, ...more };
  };
  for (let done = 0; done < ROWS; done += BATCH)
    await events.append({
      cursor: 'ledger',
      position: String(done),
      table: 'events',
      rows: Array.from({ length: Math.min(BATCH, ROWS - done) }, delta),
    });
  const check = async () => {
    for (const currency of CURRENCIES) {
      const own = ledger.get(currency)!;
      for (const dimensions of [[], ['offer', 'day']] as const) {
        const rows = await runReport(events, {
          dimensions,
          metrics: ['revenue_expected', 'revenue_confirmed', 'revenue_rejected', 'revenue_reversed'],
          filters: [],
          range: { from: new Date(START), to: new Date(START + DAYS * DAY_MS) },
          zone: 'Asia/Kathmandu',
          timeBasis: 'conversion',
          currency,
        });
        const sum = (metric: keyof (typeof rows)[number]['sums']) =>
          rows.reduce((all, row) => all + row.sums[metric], 0n);
        expect([currency, sum('revenue_expected')]).toEqual([currency, own.pending + own.approved]);
        expect([currency, sum('revenue_confirmed')]).toEqual([currency, own.approved]);
        expect([currency, sum('revenue_rejected')]).toEqual([currency, own.rejected]);
        expect([currency, sum('revenue_reversed')]).toEqual([currency, own.reversed]);
      }
    }
  };
  await check();
  await sumUpHours({ eventStore: events, clock: () => new Date(START + 3.5 * DAY_MS) });
  await check();
  await sumUpHours({ eventStore: events, clock: () => new Date(START + 40 * DAY_MS) });
  await check();
  console.info(`ledger: ${ROWS} rows, ${CURRENCIES.length} currencies, no difference`);
  await events.close();
}, 900_000);
