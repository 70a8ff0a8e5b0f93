import { isOwed } from '../../../networks/conversion-statuses.ts';
import { AppError, invalid, notFound } from '../../../../platform/errors.ts';
import { formatMicros, parseMicros } from '../../../../platform/money.ts';
import { paged, pageFrom, type Paged } from '../../../../platform/paging.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { networksById } from '../../../networks/server/service.ts';
import type {
  Ambiguous,
  AmbiguousList,
  Contrary,
  ContraryQuery,
  PlaceBody,
  RefoldedPage,
  RefoldedQuery,
} from '../../decisions-contract.ts';
import { fold } from '../../fold.ts';
import type { Message, Terms } from '../../rules.ts';
import { foldClick, nameOf, type Ledger } from '../../targets.ts';
import { readClicksOf, wordsOf, type ClickRecords } from '../click-records.ts';
import { keyOf } from '../settling/click-terms.ts';
import { lockConversion } from '../settling/lock-conversion.ts';
import type { ManualScope } from '../manual.ts';
import { presentAll } from '../present.ts';
import { isCounted } from '../../counted.ts';
import { termsOf } from '../conversion-columns.ts';
import { noteUntoldChanges, type Origin } from '../note-changes.ts';
import { planSettlement, writeSettlements } from '../settle.ts';
import * as decisions from './store-decisions.ts';
import * as store from '../store-conversions.ts';

const PAGE_SIZE = 20;
const MAX_AT_RISK = 1000;

const saidOf = ({ status, word, payoutMicros, currency, at, receivedAt }: Message) => ({
  status,
  word,
  payout: payoutMicros === null ? null : formatMicros(payoutMicros),
  currency,
  at,
  received_at: receivedAt,
});

/** Conversions with contrary words, each with everything that was said of it. */
export async function listContrary(db: Db, query: ContraryQuery): Promise<Paged<Contrary>> {
  const page = pageFrom(query, PAGE_SIZE);
  const [rows, total] = [await decisions.listContrary(db, query, page), await decisions.countContrary(db)];
  const said = new Map<string, ReturnType<typeof saidOf>[]>();
  for (const records of await readClicksOf(db, rows))
    for (const [name, row] of ledgerOf(records).rows) {
      const conversion = records.rows.find((one) => nameOf(keyOf(one)) === name);
      if (conversion) said.set(String(conversion.id), row.messages.filter((one) => !one.isManual).map(saidOf));
    }
  const data = (await presentAll(db, rows)).map((row) => ({ ...row, said: said.get(row.id) ?? [] }));
  return paged(data, total, page);
}

/** The same as lines of a file, with what was said in words. */
export async function listContraryLines(db: Db, query: ContraryQuery) {
  const { data, ...page } = await listContrary(db, query);
  const inWords = ({ status, payout, currency }: Contrary['said'][number]) =>
    payout === null ? status : `${status} ${payout} ${currency}`;
  return { ...page, data: data.map((row) => ({ ...row, said: row.said.map(inWords) })) };
}

/** As the click stands, by the terms of its rows. */
const ledgerOf = (records: ClickRecords): Ledger =>
  foldClick(wordsOf(records), {
    isSummed: records.network.duplicate_mode === 'add_payout',
    isOneSale: false,
    termsOf: (key): Terms =>
      termsOf(records.rows.find((row) => nameOf(keyOf(row)) === nameOf(key)) ?? records.rows[0]!, records.network),
  });

/** Messages against the money of which nobody can tell what they are about, with everything that they may mean. */
export async function listAmbiguous(db: Db): Promise<AmbiguousList> {
  const data: Ambiguous[] = [];
  const risk = new Map<string, bigint>();
  for (const records of await readClicksOf(db, await decisions.listAtRisk(db, MAX_AT_RISK))) {
    const found = ambiguousOf(records);
    data.push(...found);
    const counted = new Set(records.rows.filter(isCounted).map((row) => String(row.id)));
    for (const [currency, micros] of riskOf(found, counted)) risk.set(currency, (risk.get(currency) ?? 0n) + micros);
  }
  const at_risk = [...risk].map(([currency, micros]) => ({ currency, amount: formatMicros(micros) }));
  return { data, total: data.length, at_risk };
}

function ambiguousOf(records: ClickRecords): Ambiguous[] {
  const { rows, open } = ledgerOf(records);
  const words = wordsOf(records);
  return [...open].map(([id, targets]) => {
    const word = words.find((one) => one.id === id)!;
    return {
      ...saidOf(word),
      id: String(id),
      network: records.network.name,
      click_key: records.clickKey,
      txid: word.txid,
      candidates: targets.flatMap(({ key, part }) => {
        const conversion = records.rows.find((one) => nameOf(keyOf(one)) === nameOf(key));
        const row = rows.get(nameOf(key));
        if (!conversion || !row) return [];
        const own = row.messages.filter((one) => one.part === part);
        const { state } = own.length < row.messages.length ? fold(own, termsOf(conversion, records.network)) : row;
        return [
          {
            conversion_id: String(conversion.id),
            event_type: key.event,
            txid: part,
            status: state.status,
            payout: formatMicros(state.payoutMicros),
            payout_currency: state.currency,
          },
        ];
      }),
    };
  });
}

/** Each message takes the dearest of its candidates at worst, and together not more than there is. @param counted ids of those in the sums */
function riskOf(found: readonly Ambiguous[], counted: ReadonlySet<string>): Map<string, bigint> {
  const worst = new Map<string, bigint>();
  const there = new Map<string, bigint>();
  const seen = new Set<string>();
  for (const { candidates } of found) {
    const dearest = new Map<string, bigint>();
    for (const { conversion_id: id, txid, status, payout, payout_currency: currency } of candidates) {
      if (!isOwed(status) || !counted.has(id)) continue;
      const micros = parseMicros(payout)!;
      if (micros > (dearest.get(currency) ?? 0n)) dearest.set(currency, micros);
      const name = `${id} ${txid}`;
      if (!seen.has(name)) there.set(currency, (there.get(currency) ?? 0n) + micros);
      seen.add(name);
    }
    for (const [currency, micros] of dearest) worst.set(currency, (worst.get(currency) ?? 0n) + micros);
  }
  return new Map(
    [...worst].map(([currency, micros]) => [currency, micros < there.get(currency)! ? micros : there.get(currency)!]),
  );
}

/** Decides what a message is about; it then counts there as if it had said so. @throws AppError not_found | conflict | validation_failed */
export async function placeMessage(scope: ManualScope, actor: Actor, id: bigint, body: PlaceBody): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const message = await store.findEvent(trx, id);
    if (!message) throw notFound('Message');
    const home = await lockConversion(trx, message.conversion_id);
    const [records] = await readClicksOf(trx, [home]);
    const candidates = ambiguousOf(records!).find((one) => one.id === String(id))?.candidates;
    if (!candidates) throw new AppError('conflict', 'What this message is about is known by now.');
    const chosen =
      body.conversion_id === null
        ? null
        : candidates.find(
            (one) => one.conversion_id === body.conversion_id && (body.txid === undefined || one.txid === body.txid),
          );
    if (chosen === undefined) throw invalid('conversion_id', 'must be one of those that the message may be about');
    const row = chosen === null ? home : records!.rows.find((one) => String(one.id) === chosen.conversion_id)!;
    const origin: Origin = {
      id: null,
      created_at: scope.clock().toISOString(),
      by: 'manual',
      actor_name: actor.username,
      note: body.reason,
    };
    const kind = chosen === null ? 'set_aside' : 'placed';
    const about = { id, part: chosen?.txid ?? null };
    const line = await noteUntoldChanges(trx, [{ before: row, after: row, kind, origin, about }]);
    const fresh = { ...records!, events: [...records!.events, ...line] };
    await writeSettlements(trx, scope, [await planSettlement(trx, scope, fresh, { origin })]);
    await recordAudit(trx, actor, {
      action: 'decide',
      entity: 'conversion',
      id: row.id,
      name: `Conversion ${row.id}`,
      after: { message: String(id), target: body.conversion_id, reason: body.reason, decided_at: origin.created_at },
    });
  });
}

/** What the round over older records has changed, newest first. */
export async function listRefolded(db: Db, query: RefoldedQuery): Promise<RefoldedPage> {
  const page = pageFrom(query, PAGE_SIZE);
  const [rows, total] = [await decisions.listRefoldChanges(db, query, page), await decisions.countRefoldChanges(db)];
  const networks = await networksById(
    db,
    rows.map((row) => row.network_id),
  );
  const data = rows.map((row) => ({
    id: String(row.id),
    conversion_id: String(row.conversion_id),
    network: networks.get(row.network_id)?.name ?? `Network ${row.network_id}`,
    click_key: row.click_key,
    event_type: row.event_type,
    txid: row.txid,
    old_status: row.old_status,
    new_status: row.new_status,
    not_counted: row.not_counted,
    old_sum: formatMicros(row.old_micros),
    old_currency: row.old_currency,
    new_sum: formatMicros(row.new_micros),
    new_currency: row.new_currency,
    created_at: row.created_at,
  }));
  return { ...paged(data, total, page), is_done: (await decisions.findRound(db)).done_at !== null };
}
