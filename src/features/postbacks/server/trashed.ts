import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import type { TrashedNetwork } from '../unknown-contract.ts';
import { judge } from './receiving/judge.ts';
import * as logs from './store-trashed.ts';

/** Judged while somebody waits; the round of conversions takes the others. */
const AT_ONCE = 200;

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log'>;

/** Networks in the trash that messages came for: nothing of them is counted until the network is brought back. */
export async function listTrashedNetworks(db: Db): Promise<TrashedNetwork[]> {
  const rows = await logs.listTrashed(db);
  const networks = await networksById(
    db,
    rows.map((row) => row.network_id),
  );
  return rows.flatMap(({ network_id: id, ...row }) => {
    const { name, deleted_at: deletedAt } = networks.get(id) ?? {};
    return name && deletedAt ? [{ id, name, deleted_at: deletedAt, ...row }] : [];
  });
}

/** Judges what came for a network while it lay in the trash; call it once the network is back. @returns how many messages waited */
export async function replayTrashed(scope: Scope, networkId: number): Promise<number> {
  const ids = await inTransaction(scope.db, (trx) => logs.requeueTrashed(trx, networkId));
  for (const id of ids.slice(0, AT_ONCE)) {
    await judge(scope, id).catch((error: unknown) => {
      scope.log.error({ err: error, log_id: String(id) }, 'a stored postback could not be judged');
    });
  }
  return ids.length;
}

/** Puts up for judgement what waits for networks that came back while nobody replayed it. @returns how many messages */
export async function requeueReturned(db: Db): Promise<number> {
  const rows = await logs.listTrashed(db);
  const networks = await networksById(
    db,
    rows.map((row) => row.network_id),
  );
  let requeued = 0;
  for (const { network_id: id } of rows) {
    if (networks.get(id)?.deleted_at === null) requeued += (await logs.requeueTrashed(db, id)).length;
  }
  return requeued;
}
