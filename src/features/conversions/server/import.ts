import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { formatMicros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { routableSources } from '../../sources/server/service.ts';
import { REASON_WORDS } from '../manual-contract.ts';
import type { Said } from '../message.ts';
import type { Batch, ImportBody, ImportReply } from '../statement-contract.ts';
import { readFile, type FileRow } from '../statement-file.ts';
import { foreignTo } from './foreign-clicks.ts';
import { record } from './record-message.ts';
import { holdOffBills } from './paid-conversions.ts';
import { readClicksOf } from './click-records.ts';
import { decide, type ManualScope } from './manual.ts';
import type { Origin } from './remember.ts';
import { settle, write } from './settle.ts';
import * as batches from './store-batches.ts';
import * as costs from './store-costs.ts';
import * as traces from './store-traces.ts';
import * as store from './store.ts';

/** One transaction holds a lock for each of its clicks. */
const MAX_IMPORT_ROWS = 2000;
const MAX_BATCHES = 100;

type Network = NonNullable<Awaited<ReturnType<typeof networksById>> extends Map<number, infer Row> ? Row : never>;
type RowResult = ImportReply['rows'][number];

/** Verdicts on what was not known before. */
const RECORDED: ReadonlySet<string> = new Set(['recorded', 'late_click', 'offer_capped', 'not_counted']);

/** Ends a transaction that was only tried. */
class DryRun extends Error {}

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
  const refused = file.understood.problems.map(({ line, text }): RowResult => ({
    line,
    result: 'refused',
    text,
    conversion_id: null,
  }));
  let rows: RowResult[] = [];
  let batchId: bigint | null = null;
  try {
    await inTransaction(scope.db, async (trx) => {
      rows = [];
      const said = await holdClicks(trx, network, file.rows);
      const batch = await batches.insertBatch(trx, {
        network_id: network.id,
        file_name: body.file_name,
        rows_total: file.understood.rows,
        rows_recorded: 0,
        rows_updated: 0,
        rows_unchanged: 0,
        actor_name: actor.username,
        created_at: scope.clock().toISOString(),
      });
      const isEventSaid = file.understood.columns.event != null;
      const job = { batch_id: batch.id, body, isEventSaid };
      for (const row of said) rows.push(await importRow(trx, scope, actor, network, row, job));
      const count = (...results: RowResult['result'][]) => rows.filter((row) => results.includes(row.result)).length;
      const counts = {
        rows_recorded: count('recorded', 'orphan'),
        rows_updated: count('updated'),
        rows_unchanged: count('unchanged'),
      };
      await batches.updateBatch(trx, batch.id, counts);
      await recordAudit(trx, actor, {
        action: 'import',
        entity: 'conversion_batch',
        id: batch.id,
        name: body.file_name,
        after: counts,
      });
      if (body.dry_run || counts.rows_recorded + counts.rows_updated === 0) throw new DryRun();
      batchId = batch.id;
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    // what a dry run made is not there any more
    if (body.dry_run)
      rows = rows.map((row) =>
        row.result === 'recorded' || row.result === 'orphan' ? { ...row, conversion_id: null } : row,
      );
  }
  const all = [...rows, ...refused].toSorted((a, b) => a.line - b.line);
  const counts = { recorded: 0, updated: 0, unchanged: 0, orphan: 0, refused: 0 };
  for (const row of all) counts[row.result] += 1;
  const written = counts.recorded + counts.orphan + counts.updated;
  return {
    understood: file.understood,
    batch_id: batchId === null ? null : String(batchId),
    counts,
    rows: all,
    message: body.dry_run
      ? `Nothing was written. ${written} of ${all.length} rows would change something.`
      : `${written} of ${all.length} rows changed something.`,
  };
}

/**
 * Holds every click that a file may speak of, and the sources, whose bills would else wait for this file while it waits for them.
 * @returns the rows, each with the key under which its click is known
 */
async function holdClicks(trx: Db, network: Network, rows: readonly FileRow[]): Promise<FileRow[]> {
  await batches.waitPatiently(trx);
  const ids = [...new Set(rows.map(({ said }) => said.clickKey).filter((key) => key !== ''))];
  const txids = rows.map(({ said }) => said.txid).filter((txid) => txid !== null);
  const named = [...ids, ...(await traces.keysOfClicks(trx, ids)).values()];
  await store.lockClicks(trx, [
    ...named.map((clickKey) => ({ networkId: network.id, clickKey })),
    ...(await batches.clicksOf(trx, { networkId: network.id, txids })),
  ]);
  await costs.shareSources(
    trx,
    (await routableSources(trx)).map(({ id }) => id),
  );
  const keys = await traces.keysOfClicks(trx, ids);
  return rows.map(({ said, ...row }) => ({
    ...row,
    said: { ...said, clickKey: keys.get(said.clickKey) ?? said.clickKey },
  }));
}

type Job = { batch_id: bigint; body: ImportBody; isEventSaid: boolean };

async function importRow(
  trx: Db,
  scope: ManualScope,
  actor: Actor,
  network: Network,
  { line, said: read }: FileRow,
  { batch_id, body, isEventSaid }: Job,
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
      actor,
      target.id,
      { status: said.status, ...payout, reason: note },
      { batch_id },
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
    await batches.waitPatiently(trx);
    const batch = await batches.lockBatch(trx, id);
    if (!batch) throw notFound('Import');
    if (batch.undone_at !== null) throw new AppError('conflict', 'This import was taken back already.');
    const ids = await batches.listTouched(trx, id);
    const clicks = await batches.clicksOf(trx, { ids });
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
      await write(trx, scope, [await settle(trx, scope, records, { origin, without: id, given })]);
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
