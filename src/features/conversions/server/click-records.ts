import { isOwed } from '../../networks/conversion-statuses.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { readMessage, type Said } from '../message.ts';
import type { Message } from '../rules.ts';
import type { Target, Word } from '../targets.ts';
import { bodyPairs } from '../pairs.ts';
import * as logs from './store-logs.ts';
import * as store from './store-conversions.ts';
import type { NetworkRow } from '../../networks/server/network-row.ts';

/** The place of what is said now: after everything that is stored. */
export const LAST = 2n ** 63n - 1n;

/** A click by the words of a network. */
export type ClickOf = { network: NetworkRow; clickKey: string };

/** What is stored about one: its rows, tests apart from what counts, and their histories. The caller holds the click. */
export type ClickRecords = ClickOf & { isTest: boolean; rows: store.ConversionRow[]; events: store.EventRow[] };

/** In the order asked for; a click of which nothing is known has no rows. */
export async function readClicks(trx: Db, asked: readonly (ClickOf & { isTest: boolean })[]): Promise<ClickRecords[]> {
  const clicks = asked.map(({ network, clickKey }) => ({ networkId: network.id, clickKey }));
  const rows = await store.listOfClicks(trx, clicks);
  const events = await store.listEvents(
    trx,
    rows.map((row) => row.id),
  );
  const networks = new Map(asked.map(({ network }) => [network.id, network]));
  await readOldWords(trx, rows, events, networks);
  return asked.map(({ network, clickKey, isTest }) => {
    const own = rows.filter(
      (row) => row.network_id === network.id && row.click_key === clickKey && row.is_test === isTest,
    );
    const ids = new Set(own.map((row) => row.id));
    return { network, clickKey, isTest, rows: own, events: events.filter((event) => ids.has(event.conversion_id)) };
  });
}

/** The same of all clicks of some conversions, as they are; nobody holds them. */
export async function readClicksOf(db: Db, rows: readonly store.ConversionRow[]): Promise<ClickRecords[]> {
  const networks = await networksById(
    db,
    rows.map((row) => row.network_id),
  );
  const clicks = new Map(
    rows.map((row) => [
      JSON.stringify([row.network_id, row.click_key, row.is_test]),
      { network: networks.get(row.network_id)!, clickKey: row.click_key, isTest: row.is_test },
    ]),
  );
  return readClicks(db, [...clicks.values()]);
}

/**
 * Messages of before it was kept whether they name an event: the log still says so for some time; without it, one that stands in a sale
 * named none, and one that stands elsewhere meant that.
 */
async function readOldWords(
  trx: Db,
  rows: readonly store.ConversionRow[],
  events: store.EventRow[],
  networks: ReadonlyMap<number, NetworkRow>,
): Promise<void> {
  for (const [i, event] of events.entries()) {
    if (event.said_status === null || event.said_event !== null) continue;
    const row = rows.find((one) => one.id === event.conversion_id)!;
    const log = event.log_id === null || isOwed(event.said_status) ? undefined : await logs.findLog(trx, event.log_id);
    const network = networks.get(row.network_id)!;
    const reading =
      log && readMessage(log.request_query ?? [], bodyPairs(log.request_body ?? ''), network, new Date(log.created_at));
    const said_event =
      reading && 'said' in reading
        ? eventOf(reading.said)
        : isOwed(event.said_status) || row.event_type !== 'sale'
          ? row.event_type
          : 'none';
    await store.noteEvent(trx, event.id, said_event);
    events[i] = { ...event, said_event };
  }
}

const eventOf = (said: Said) => aboutOf(said) ?? 'none';

/** The event that a message is about; null where it has to look for it. A bare word for money is about a sale. */
export const aboutOf = ({ status, eventType, isEventSaid }: Said): Message['event'] =>
  isOwed(status) || isEventSaid ? eventType : null;

/** Tests never share a row with what counts; in mode `add_payout` all transactions of a click share one. */
export function txidOfRow(txid: string | null, isTest: boolean, mode: NetworkRow['duplicate_mode']): string | null {
  if (isTest) return `test:${txid ?? ''}`;
  return mode === 'add_payout' ? null : txid;
}

/** Decisions that were taken back, by the ids of their lines: their words and the targets that they named count no more. */
export const takenBack = (events: readonly store.EventRow[]): ReadonlySet<bigint> =>
  new Set(events.flatMap(({ kind, about_id: about }) => (kind === 'undone' && about !== null ? [about] : [])));

/** What the messages of a click said, for `foldClick`; those of an import or a decision that was taken back say nothing any more. */
export function wordsOf({ network, isTest, rows, events }: ClickRecords, without?: bigint): Word[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const keyOf = (id: bigint) => ({ event: byId.get(id)!.event_type, txid: byId.get(id)!.txid });
  const undone = new Set(events.filter((event) => event.kind === 'undone').map((event) => event.batch_id));
  if (without !== undefined) undone.add(without);
  const gone = takenBack(events);
  const pins = new Map<bigint, Target | null>();
  for (const { id: line, kind, about_id: about, conversion_id: id, txid } of events)
    if (about !== null && kind !== 'undone' && !gone.has(line))
      pins.set(about, kind === 'set_aside' ? null : { key: keyOf(id), part: txid });
  return events
    .filter((event) => event.said_status !== null && !gone.has(event.id))
    .filter((event) => !(event.batch_id !== null && undone.has(event.batch_id)))
    .map((event): Word => {
      const isManual = event.kind === 'manual';
      const named = event.said_event === 'none' ? null : event.said_event;
      const own = keyOf(event.conversion_id);
      return {
        id: event.id,
        txid: event.txid,
        event: isManual ? null : named,
        status: event.said_status!,
        word: event.said_word,
        payoutMicros: event.said_payout_micros,
        currency: event.said_currency ?? event.currency,
        at: event.said_at,
        receivedAt: event.created_at,
        isManual,
        // older rules may have put a word about one event into the row of another
        home:
          isManual || named === own.event
            ? own
            : { event: named ?? 'sale', txid: txidOfRow(event.txid, isTest, network.duplicate_mode) },
        pin: pins.get(event.id),
      };
    });
}
