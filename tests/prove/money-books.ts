import { sql } from 'kysely';
import { convert, type RateBook } from '../../src/features/rates/exchange.ts';
import { fold, isCopy } from '../../src/features/conversions/fold.ts';
import type { Message, State } from '../../src/features/conversions/rules.ts';
import { deltasBetween } from '../../src/features/conversions/server/conversion-columns.ts';
import {
  insertDeltas,
  conversionTables,
  type ConversionRow,
} from '../../src/features/conversions/server/store-conversions.ts';
import type { ConversionDelta } from '../../src/features/events/contract.ts';
import { newEventId } from '../../src/platform/ids.ts';
import { parseMicros } from '../../src/platform/money.ts';
import type { EventStore } from '../../src/platform/server/event-store/event-store.ts';
import { inTransaction, type Db } from '../../src/platform/server/postgres/postgres.ts';
import type { Scripted } from './money-histories.ts';

/** Count and micros, by currency and status. */
export type Books = Record<string, [count: string, micros: string]>;
type Line = { key: string; count: string; micros: string };
const booksOf = (lines: readonly Line[]): Books =>
  Object.fromEntries(lines.map(({ key, count, micros }) => [key, [count, micros]]));

/** What the scripts say. */
export function scriptedBooks(scripts: readonly Scripted[]): Books {
  const sums = new Map<string, [bigint, bigint]>();
  for (const { currency, end, micros, click } of scripts) {
    if (click === 'never') continue;
    const [count, sum] = sums.get(`${currency} ${end}`) ?? [0n, 0n];
    sums.set(`${currency} ${end}`, [count + 1n, sum + micros]);
  }
  return Object.fromEntries([...sums].map(([key, [count, sum]]) => [key, [String(count), String(sum)]]));
}

/** What PostgreSQL holds: the books, by status what they are worth in the site's currency, and what has no worth in it yet. */
export async function ledger(db: Db, site: string) {
  const { rows } = await sql<{
    currency: string;
    status: keyof typeof worth;
    base: string | null;
    count: string;
    micros: string;
    worth: string;
  }>`
    select payout_currency as currency, status, base_currency as base, count(*)::text as count, sum(payout_micros)::text as micros,
           coalesce(sum(payout_base_micros), 0)::text as worth
      from conversions where attribution <> 'orphan' group by 1, 2, 3`.execute(db);
  const worth = { pending: 0n, approved: 0n, rejected: 0n, reversed: 0n };
  const sums = new Map<string, [bigint, bigint]>();
  const unconverted = new Map<string, { expected: bigint; confirmed: bigint }>();
  for (const row of rows) {
    const key = `${row.currency} ${row.status}`;
    const micros = BigInt(row.micros);
    const [count, sum] = sums.get(key) ?? [0n, 0n];
    sums.set(key, [count + BigInt(row.count), sum + micros]);
    if (row.currency === site) worth[row.status] += micros;
    else if (row.base === site) worth[row.status] += BigInt(row.worth);
    else if (row.status === 'pending' || row.status === 'approved') {
      const line = unconverted.get(row.currency) ?? { expected: 0n, confirmed: 0n };
      line.expected += micros;
      if (row.status === 'approved') line.confirmed += micros;
      unconverted.set(row.currency, line);
    }
  }
  const books: Books = Object.fromEntries([...sums].map(([key, [count, sum]]) => [key, [String(count), String(sum)]]));
  return { books, worth, unconverted };
}

/** What the event store sums up. */
export const shippedBooks = async (eventStore: EventStore): Promise<Books> =>
  booksOf(
    await eventStore.query<Line>(
      `select currency || ' ' || status as key, sum(delta_count)::varchar as count, sum(delta_micros)::varchar as micros
         from events where type = 'conversion' group by all having sum(delta_count) <> 0 or sum(delta_micros) <> 0`,
    ),
  );

const STATUS_OF: Record<string, Message['status']> = { refund: 'reversed', chargeback: 'reversed' };
const TERMS = { payoutSource: 'postback', fixedMicros: null, fixedCurrency: null, networkCurrency: 'USD' } as const;
const NO_WORDS = { ad_ids: '{}', utm: '{}', subs: '{}' };
/** Above every id of a real history row. */
let lastId = 10n ** 12n;

/** The rows and the deltas that the rules make of a script; what is in another currency gets its worth at the end, as when rates come late. */
function rowsOf(script: Scripted, networkId: number, number: bigint, site: string, rates: RateBook) {
  const history: Message[] = [];
  const deltas: ConversionDelta[] = [];
  const isOrphan = script.click === 'never';
  let before: ConversionRow | undefined;
  const columns = (state: State) => ({
    status: state.status,
    original_status: state.word,
    payout_micros: state.payoutMicros,
    payout_currency: state.currency,
    occurred_at: state.occurredAt,
  });
  const empty = {
    view_id: null,
    visit_id: null,
    link_id: null,
    destination_id: null,
    source_id: null,
    guide_id: null,
    item_id: null,
    position: null,
    review_id: null,
    offer_id: null,
    external_id: null,
    country: null,
    device: null,
    os: null,
    browser: null,
    language: null,
    referrer_host: null,
    payout_base_micros: null,
    base_currency: null,
    fx_rate: null,
    fx_date: null,
    payout_source: TERMS.payoutSource,
    fixed_payout_micros: null,
    fixed_currency: null,
    allow_rebill: true,
    count_late: true,
    window_days: null,
    not_counted: null,
    is_contrary: false,
    is_at_risk: false,
    origin: 'postback' as const,
    cost_micros: null,
    cost_currency: null,
    cost_base_micros: null,
    cost_base_currency: null,
    cost_fx_day: null,
    cost_entry_id: null,
    voided_at: null,
    version: 1,
  };
  const click = newEventId(Date.parse(script.clickAt));
  for (const [n, said] of script.messages.entries()) {
    const message: Message = {
      id: (lastId += 1n),
      txid: said['txid']!,
      event: 'sale',
      status: STATUS_OF[said['status']!] ?? (said['status'] as Message['status']),
      word: said['status']!,
      payoutMicros: said['payout'] === undefined ? null : parseMicros(said['payout'])!,
      currency: script.currency,
      at: said['ts']!,
      receivedAt: said['ts']!,
      isManual: false,
    };
    if (history.some((old) => isCopy(old, message))) continue;
    history.push(message);
    const { state } = fold(
      history.map((one) => ({ ...one, part: one.txid })),
      TERMS,
    );
    const isUnknown = isOrphan || (script.click === 'later' && n < script.messages.length - 1);
    const row = {
      ...empty,
      ...columns(state),
      id: number,
      network_id: networkId,
      click_key: click,
      event_type: 'sale',
      txid: message.txid,
      attribution: isUnknown ? 'orphan' : 'matched',
      click_id: isUnknown ? null : click,
      click_at: isUnknown ? null : script.clickAt,
      is_test: false,
      ad_ids: {},
      utm: {},
      subs: {},
      params: null,
      rule_id: null,
      region: null,
      channel: null,
      city: null,
      os_version: null,
      browser_version: null,
      updated_at: said['ts']!,
      received_at: said['ts']!,
    } satisfies ConversionRow;
    deltas.push(...deltasBetween(before, row, message.id));
    before = row;
  }
  const last = before!;
  if (last.payout_currency === site) return { row: last, deltas };
  const worth = convert(
    rates,
    last.payout_micros,
    { from: last.payout_currency, to: site },
    last.occurred_at.slice(0, 10),
  )!;
  const row = {
    ...last,
    payout_base_micros: worth.micros,
    base_currency: worth.currency,
    fx_rate: worth.rate,
    fx_date: worth.day,
  };
  deltas.push(...deltasBetween(last, row, (lastId += 1n)));
  return { row, deltas };
}

/** Writes scripts into the books by the rules alone, a thousand at a time: the full number as postbacks would take hours. */
export async function bookInBulk(
  db: Db,
  scripts: readonly Scripted[],
  networkId: number,
  site: string,
  rates: RateBook,
): Promise<void> {
  for (let from = 0; from < scripts.length; from += 1000) {
    const made = scripts
      .slice(from, from + 1000)
      .map((script, n) => rowsOf(script, networkId, BigInt(from + n), site, rates));
    await inTransaction(db, async (trx) => {
      const rows = made.map(({ row: { id: _id, ad_ids: _ads, utm: _utm, subs: _subs, params: _params, ...row } }) => ({
        ...row,
        ...NO_WORDS,
      }));
      await conversionTables(trx).insertInto('conversions').values(rows).execute();
      const deltas = made.flatMap((one) => one.deltas);
      for (let at = 0; at < deltas.length; at += 2000) await insertDeltas(trx, deltas.slice(at, at + 2000));
    });
  }
}
