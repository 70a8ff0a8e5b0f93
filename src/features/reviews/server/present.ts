import type { Deps } from '../../../platform/server/deps.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import type { Check } from '../../publishing/contract.ts';
import { blockersOf } from '../../publishing/gate.ts';
import { formerSlugs } from '../../publishing/server/service.ts';
import type { Review } from '../contract.ts';
import { isPublicStatus } from '../../publishing/rules.ts';
import * as checks from './checks.ts';
import { scoreOf, subScoresOf } from './scores.ts';
import type * as store from './store.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

/** Rows as the wire has them, with the numbers of later features. */
export async function presentRows(
  scope: Scope,
  rows: readonly store.ReviewRow[],
  views: ReadonlyMap<number, number>,
): Promise<Review[]> {
  const ids = rows.map((row) => row.id);
  const offers = await offersById(
    scope.db,
    rows.map((row) => row.offer_id),
  );
  const former = await formerSlugs(scope.db, 'review', ids);
  const problems = await problemsOf(scope, rows);
  return rows.map(({ shown_digest: _shown, revised_at: _revised, ...row }) => ({
    ...row,
    problems: problems.get(row.id) ?? [],
    score: scoreOf(row.score_tenths),
    sub_scores: subScoresOf(row),
    offer_name: offers.get(row.offer_id)!.name,
    former_slugs: former.get(row.id) ?? [],
    views_30d: views.get(row.id) ?? 0,
  }));
}

/** What keeps each of those back whose time to be public has come. */
async function problemsOf(scope: Scope, rows: readonly store.ReviewRow[]): Promise<Map<number, Check[]>> {
  const now = scope.clock().getTime();
  const late = rows.filter(
    ({ publish_at: from, status }) => from !== null && Date.parse(from) <= now && !isPublicStatus(status),
  );
  const found = new Map<number, Check[]>();
  for (const row of late) found.set(row.id, blockersOf(await checks.judgeReview(scope, row)));
  return found;
}
