import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { readClicksOf } from './click-records.ts';
import { attributionOf, dimsOf, type RecordScope } from './conversion-columns.ts';
import { costDims } from './paid-conversions.ts';
import type { Origin } from './note-changes.ts';
import { planSettlement, writeSettlements } from './settle.ts';
import { rulesOfClick } from './settling/click-terms.ts';
import * as store from './store-conversions.ts';
import { findClick, findClicks, type ClickRow } from '../../events/server/store-events.ts';

/** How long a click may still turn up after its conversion. */
export const MATCH_WINDOW_MS = 72 * 3_600_000;
const BATCH = 500;
/** Each is a transaction, whose wait for the disk the others use. */
const AT_ONCE = 4;

type Scope = RecordScope & Pick<Deps, 'db'>;

/** Looks for the clicks of all orphans of the last 72 hours. @returns how many were found */
export async function matchOrphans(scope: Scope): Promise<number> {
  const since = new Date(scope.clock().getTime() - MATCH_WINDOW_MS);
  let matched = 0;
  for (let after = 0n; ;) {
    const orphans = await store.listOrphans(scope.db, since, after, BATCH);
    matched += await matchKnown(scope, orphans);
    if (orphans.length < BATCH) return matched;
    after = orphans.at(-1)!.id;
  }
}

/** Those of these orphans whose clicks are known by now, some at once. @returns how many */
export async function matchKnown(scope: Scope, orphans: readonly Orphan[]): Promise<number> {
  const found = await findClicks(
    scope.db,
    orphans.map((row) => row.click_key),
  );
  const known = new Set(found.map((click) => click.click_id));
  const waiting = orphans.filter((row) => known.has(row.click_key)).values();
  let matched = 0;
  const work = async (): Promise<void> => {
    for (const orphan of waiting) if (await matchOrphan(scope, orphan)) matched += 1;
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return matched;
}

type Orphan = { id: bigint; network_id: number; click_key: string };

/** A decision of the administrator about which click it was. */
type ByHand = { clickId: string; actor_name: string; note: string };

/**
 * Ties an orphan to its click: dimensions, terms of the offer, the first deltas, the postback to the source. In one transaction.
 * @returns false when it is no orphan (any more), or its click is not known or, without a decision, another network's
 */
export async function matchOrphan(
  scope: Scope,
  { id, network_id: networkId, click_key: clickKey }: Orphan,
  byHand?: ByHand,
): Promise<boolean> {
  const clickId = byHand?.clickId ?? clickKey;
  if (!(await findClick(scope.db, clickId))) return false;
  return inTransaction(scope.db, async (trx) => {
    await store.lockClick(trx, networkId, clickKey);
    const [before, click] = [await store.findConversion(trx, id), await findClick(trx, clickId)];
    if (before?.attribution !== 'orphan' || !click) return false;
    if (!byHand && isForeign(click, networkId)) return false;
    const [records] = await readClicksOf(trx, [before]);
    const { network } = records!;
    const sibling = records!.rows.find((row) => row.attribution !== 'orphan');
    const terms = { ...(await dimsOf(trx, click)), ...(sibling && rulesOfClick(sibling)) };
    const columns = {
      ...terms,
      ...(await costDims(trx, click, before.occurred_at)),
      attribution: byHand ? ('manual' as const) : attributionOf(terms, before.occurred_at, network),
    };
    const origin: Origin = {
      id: null,
      created_at: scope.clock().toISOString(),
      by: 'manual',
      actor_name: byHand?.actor_name,
      note: byHand?.note,
    };
    const news = { origin, given: [{ id, columns, kind: 'matched' as const }] };
    await writeSettlements(trx, scope, [await planSettlement(trx, scope, records!, news)]);
    return true;
  });
}

/** Was a click written with another network? One that was written without a network belongs to whoever reports on it. */
export const isForeign = (click: Pick<ClickRow, 'network_id'>, networkId: number): boolean =>
  click.network_id !== null && click.network_id !== networkId;

/**
 * Those of these messages that speak of a click which went out to another network. What a network has told of a click before the click
 * was known to be another's stays its own to change, or nobody could take it back.
 */
export async function foreignTo<Asked extends store.ClickOfNetwork>(
  trx: Db,
  asked: readonly Asked[],
): Promise<Set<Asked>> {
  const clicks = new Map(
    (
      await findClicks(
        trx,
        asked.map(({ clickKey }) => clickKey),
      )
    ).map((click) => [click.click_id, click]),
  );
  const foreign = asked.filter(({ networkId, clickKey }) => {
    const click = clicks.get(clickKey);
    return click !== undefined && isForeign(click, networkId);
  });
  if (foreign.length === 0) return new Set();
  const told = (await store.listOfClicks(trx, foreign)).filter((row) => row.attribution !== 'orphan');
  return new Set(
    foreign.filter(
      ({ networkId, clickKey }) => !told.some((row) => row.network_id === networkId && row.click_key === clickKey),
    ),
  );
}
