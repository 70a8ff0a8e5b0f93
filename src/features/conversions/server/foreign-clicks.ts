import type { Db } from '../../../platform/server/postgres.ts';
import { findClicks, type ClickRow } from '../../events/server/service.ts';
import * as store from './store.ts';

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
