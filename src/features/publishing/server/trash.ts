import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { brokenConstraint, inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { keepNothing } from '../../../platform/server/kept-rows/kept-rows.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { isOfContent } from '../rules.ts';
import { TRASH_KINDS, type TrashEntry, type TrashKind, type TrashQuery } from '../contract.ts';
import { forgetHistory } from './history.ts';
import * as store from './store-trash.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const KEPT_MS = 30 * 24 * 3_600_000;

const BASES: Record<TrashKind, string> = {
  guide: '/api/admin/listicles',
  guide_item: '/api/admin/guide-products',
  review: '/api/admin/offer-content',
  offer: '/api/admin/offers',
  network: '/api/admin/affiliate-networks',
  source: '/api/admin/traffic-sources',
  link: '/api/admin/tracking-links',
  person: '/api/settings/people',
};

/** What a file of the trash tells of each. */
export const TRASH_COLUMNS = ['kind', 'id', 'name', 'deleted_by', 'deleted_at', 'waiting', 'purged_after'] as const;

/** What was deleted in the last 30 days, of what the caller may see, the last first, with who did it; what messages wait for stays longer. */
export async function listTrash(
  { db, clock }: Scope,
  { permissions }: Pick<Actor, 'permissions'>,
  query: TrashQuery,
): Promise<Paged<TrashEntry>> {
  const kinds = TRASH_KINDS.filter((kind) => isOfContent(kind) || permissions.has('read:commerce'));
  const page = pageFrom(query, 25, 'desc');
  const since = new Date(clock().getTime() - KEPT_MS);
  const rows = await store.list(db, { ...query, kinds }, page, since);
  const data = rows.map((row) => ({
    ...row,
    restore_path: `${BASES[row.kind]}/${row.id}/restore`,
    purged_after: new Date(Date.parse(row.deleted_at) + KEPT_MS).toISOString(),
  }));
  return paged(data, await store.count(db, { ...query, kinds }, since), page);
}

/**
 * Removes for good what lies in the trash for 30 days, with its history. What a record or the past still names stays: numbers keep
 * their names, and a page that was public keeps answering 410.
 * @returns how many went
 */
export async function emptyTrash({ db, clock }: Scope): Promise<number> {
  const before = new Date(clock().getTime() - KEPT_MS);
  let removed = 0;
  let isNewRound = true;
  // a record may have been held by one that goes in the same round
  while (isNewRound) {
    isNewRound = false;
    for (const { kind, id } of await store.listForgotten(db, before)) {
      if (!(await removeOne(db, kind, id))) continue;
      removed += 1;
      isNewRound = true;
    }
  }
  return removed;
}

async function removeOne(db: Deps['db'], kind: TrashKind, id: number): Promise<boolean> {
  try {
    await inTransaction(db, async (trx) => {
      // what was kept for 30 days is not kept for another 30
      await keepNothing(trx);
      const items = kind === 'guide' ? await store.listItems(trx, id) : [];
      await store.remove(trx, kind, id);
      await store.removeSlugs(trx, kind, id);
      if (kind === 'guide' || kind === 'review') await forgetHistory(trx, { kind, id });
      if (kind === 'guide_item') await forgetHistory(trx, { kind: 'guide item', id });
      for (const item of items) await forgetHistory(trx, { kind: 'guide item', id: item });
    });
    return true;
  } catch (error) {
    if (brokenConstraint(error) === undefined) throw error;
    return false;
  }
}
