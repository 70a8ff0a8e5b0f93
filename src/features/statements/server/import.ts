import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { formatMicros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, waitPatiently, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { routableSources } from '../../sources/server/service.ts';
import { REASON_WORDS } from '../../conversions/manual-contract.ts';
import type { Said } from '../../conversions/message.ts';
import type { Batch, ImportBody, ImportReply } from '../contract.ts';
import { readFile, type FileRow } from '../statement-file.ts';
import { batchMessage, runBatch, type RowOutcome } from './batch.ts';
import { foreignTo } from '../../conversions/server/match.ts';
import { record } from '../../conversions/server/record-message.ts';
import { holdOffBills } from '../../conversions/server/paid-conversions.ts';
import { readClicksOf } from '../../conversions/server/click-records.ts';
import { decide, type ManualScope } from '../../conversions/server/manual.ts';
import type { Origin } from '../../conversions/server/note-changes.ts';
import { planSettlement, writeSettlements } from '../../conversions/server/settle.ts';
import * as batches from './store.ts';
import { shareSources } from '../../costs/server/store-bills.ts';
import { listKeysOfClicks } from '../../events/server/store-erased.ts';
import * as store from '../../conversions/server/store-conversions.ts';

/** One transaction holds a lock for each of its clicks. */
const MAX_IMPORT_ROWS = 2000;
const MAX_BATCHES = 100;

type Network = NonNullable<Awaited<ReturnType<typeof networksById>> extends Map<number, infer Row> ? Row : never>;
type RowResult = Omit<RowOutcome, 'is_refund'>;

/** Verdicts on what was not known before. */
const RECORDED: ReadonlySet<string> = new Set(['recorded', 'late_click', 'offer_capped', 'not_counted']);

/**
 * Takes a network's file into the records, row by row, all in one transaction: each row is judged like a message of the network, so a
 * file that was imported twice counts once. A dry run does the very same and takes it back. Rows that cannot be read are told and left out.
 */
export async function importFile(scope: ManualScope, actor: Actor, body: ImportBody): Promise<ImportReply> {
  const network = (await networksById(scope.db, [body.network_id])).get(body.network_id);
  if (!network) throw notFound('Affiliate network');
  const file = readFile(body.csv, network, scope.clock(), body);
  if ('problem' in file) throw invalid('csv', file.problem);
  if (file.rows.length > MAX_IMPORT_ROWS) throw invalid('csv', `More than ${MAX_IMPORT_ROWS} rows. Split the file.`);
  const { understood } = file;
  const refused = understood.problems.map(({ line, text }) => ({ ...refusal(line, text), before: null, after: null }));
  const given = {
    networkId: network.id,
    fileName: body.file_name,
    action: 'import',
    total: understood.rows,
    isDry: body.dry_run,
  };
  const done = await runBatch(scope, actor, given, async (trx, batchId) => {
    const { said, clicks } = await holdClicks(trx, network, file.rows);
    const job = { actor, network, batch_id: batchId, body, isEventSaid: understood.columns.event != null };
    async function* each(): AsyncGenerator<RowOutcome> {
      for (const row of said) {
        const isLoss = row.said.status === 'reversed' || (row.said.payoutMicros ?? 0n) < 0n;
        yield { ...(await importRow(trx, scope, row, job)), is_refund: isLoss };
      }
    }
    return { clicks, each };
  });
  const rows = [...done.rows, ...refused].toSorted((one, other) => one.line - other.line);
  const counts = { ...done.counts, refused: done.counts.refused! + refused.length };
  return { ...done, rows, counts, understood, message: batchMessage({ counts, rows }, body.dry_run) };
}

const refusal = (line: number, text: string): RowOutcome => ({
  line,
  result: 'refused',
  text,
  conversion_id: null,
  is_refund: false,
});

/**
 * Holds every click that a file may speak of, and the sources, whose bills would else wait for this file while it waits for them.
 * @returns the clicks, and the rows, each with the key under which its click is known
 */
async function holdClicks(
  trx: Db,
  network: Network,
  rows: readonly FileRow[],
): Promise<{ said: FileRow[]; clicks: store.ClickOfNetwork[] }> {
  const ids = [...new Set(rows.map(({ said }) => said.clickKey).filter((key) => key !== ''))];
  const txids = rows.map(({ said }) => said.txid).filter((txid) => txid !== null);
  const named = [...ids, ...(await listKeysOfClicks(trx, ids)).values()];
  const clicks = [
    ...named.map((clickKey) => ({ networkId: network.id, clickKey })),
    ...(await batches.listClicks(trx, { networkId: network.id, txids })),
  ];
  await store.lockClicks(trx, clicks);
  await shareSources(
    trx,
    (await routableSources(trx)).map(({ id }) => id),
  );
  const keys = await listKeysOfClicks(trx, ids);
  const said = rows.map((row) => ({
    ...row,
    said: { ...row.said, clickKey: keys.get(row.said.clickKey) ?? row.said.clickKey },
  }));
  return { said, clicks };
}

type Job = { actor: Actor; network: Network; batch_id: bigint; body: ImportBody; isEventSaid: boolean };

async function importRow(
  trx: Db,
  scope: ManualScope,
  { line, said: read }: FileRow,
  { actor, network, batch_id, body, isEventSaid }: Job,
): Promise<RowResult> {
  const known =
    read.txid === null
      ? await store.listOfClick(trx, network.id, read.clickKey)
      : await batches.listOfTxid(trx, network.id, read.txid);
  const said = isEventSaid ? read : withEvent(known, read);
  // a file that names no click speaks of the one that the transaction belongs to
  const clickKey = said.clickKey || known[0]?.click_key;
  if (clickKey === undefined) {
    const text = 'There is no conversion of this transaction, and the row names no click.';
    return { line, result: 'refused', text, conversion_id: null };
  }
  const note = `Import of ${body.file_name}, line ${line}.`;
  const target = body.overwrite
    ? known.find((row) => row.voided_at === null && (row.event_type === said.eventType || known.length === 1))
    : undefined;
  if (target) {
    const payout =
      said.payoutMicros === null || said.payoutMicros < 0n
        ? {}
        : { payout: formatMicros(said.payoutMicros), currency: said.currency };
    const { isChanged, row } = await decide(
      trx,
      scope,
      { actor, id: target.id, batch: { batch_id } },
      { status: said.status, ...payout, reason: note },
    );
    const text = isChanged
      ? `Set to ${row.status}, ${formatMicros(row.payout_micros)} ${row.payout_currency}.`
      : 'Agrees with what we have.';
    return { line, result: isChanged ? 'updated' : 'unchanged', text, conversion_id: String(row.id) };
  }
  const [isForeign] = await foreignTo(trx, [{ networkId: network.id, clickKey }]);
  if (isForeign) return { line, result: 'refused', text: REASON_WORDS.foreign_click, conversion_id: null };
  // held already, unless the conversion came while the file was read
  await store.lockClick(trx, network.id, clickKey);
  const origin: Origin = {
    id: null,
    created_at: scope.clock().toISOString(),
    by: 'csv',
    actor_name: actor.username,
    note,
    batch_id,
  };
  // a bare day says less than what is known of the moment
  const isBareDay = said.at?.endsWith('T00:00:00.000Z') ?? false;
  const taken: Said = { ...said, clickKey, at: known.length > 0 && isBareDay ? null : said.at };
  const { conversion, reason } = await record(trx, scope, { network, said: taken, origin });
  const isNew = conversion.origin === 'csv' && conversion.received_at === origin.created_at;
  const result =
    reason === 'unmatched_click' && isNew
      ? 'orphan'
      : RECORDED.has(reason)
        ? 'recorded'
        : reason === 'updated' || reason === 'unmatched_click'
          ? 'updated'
          : 'unchanged';
  return { line, result, text: REASON_WORDS[reason], conversion_id: String(conversion.id) };
}

/** A file that does not tell leads from sales speaks of the one that is known, or it would count a second time. */
function withEvent(known: readonly store.ConversionRow[], said: Said): Said {
  const same = known.filter(
    (row) =>
      row.txid === said.txid && (said.clickKey === '' || row.click_key === said.clickKey) && row.voided_at === null,
  );
  return same.length === 1 ? { ...said, eventType: same[0]!.event_type, isEventSaid: true } : said;
}

/** The last imports, newest first. */
export async function listBatches(db: Db): Promise<Batch[]> {
  const rows = await batches.listBatches(db, MAX_BATCHES);
  const networks = await networksById(
    db,
    rows.map((row) => row.network_id),
  );
  return rows.map(({ id, actor_name: actor, ...row }) => ({
    ...row,
    id: String(id),
    actor,
    network: networks.get(row.network_id)?.name ?? `Network ${row.network_id}`,
  }));
}

/**
 * Takes an import back: the states become what the remaining messages make of them, and what only the import told of is in no list and
 * no sum any more. What happened since stays. @throws AppError not_found | conflict @returns how many conversions changed
 */
export async function undoBatch(scope: ManualScope, actor: Actor, id: bigint): Promise<number> {
  return inTransaction(scope.db, async (trx) => {
    await waitPatiently(trx);
    const batch = await batches.lockBatch(trx, id);
    if (!batch) throw notFound('Import');
    if (batch.undone_at !== null) throw new AppError('conflict', 'This import was taken back already.');
    const ids = await batches.listTouched(trx, id);
    const clicks = await batches.listClicks(trx, { ids });
    await store.lockClicks(trx, clicks);
    const rows = await store.listOfClicks(trx, clicks);
    await holdOffBills(trx, rows);
    const touched = new Set(ids);
    for (const records of await readClicksOf(trx, rows)) {
      const given = records.rows
        .filter((row) => touched.has(row.id))
        .map((row) => ({ id: row.id, columns: {}, kind: 'undone' as const }));
      const origin: Origin = {
        id: null,
        created_at: scope.clock().toISOString(),
        by: 'csv',
        actor_name: actor.username,
        note: `Import ${id} was taken back.`,
        batch_id: id,
      };
      await writeSettlements(trx, scope, [await planSettlement(trx, scope, records, { origin, without: id, given })]);
    }
    const now = scope.clock().toISOString();
    await batches.updateBatch(trx, id, { undone_at: now, undone_by: actor.username });
    await recordAudit(trx, actor, {
      action: 'undo',
      entity: 'conversion_batch',
      id,
      name: batch.file_name,
      after: { conversions: ids.length },
    });
    return ids.length;
  });
}
