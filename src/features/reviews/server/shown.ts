import type { Deps } from '../../../platform/server/deps.ts';
import { digestOf } from '../../publishing/server/service.ts';
import { isPublicStatus } from '../../publishing/rules.ts';
import * as store from './store.ts';

/**
 * Notes after a write what readers are shown of a review from now on; the time of the last change moves only when they read something
 * else than before. One that they do not see is left as they saw it last.
 * @param old as it was before the write; undefined for a new one
 */
export async function settleShown(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  old: store.ReviewRow | undefined,
  row: store.ReviewRow,
): Promise<store.ReviewRow> {
  // one that was public before digests were kept counts as shown as it was
  const before = row.shown_digest ?? (old && old.first_published_at !== null ? digestOfReview(old) : null);
  const isShown = isPublicStatus(row.status) && row.deleted_at === null;
  const after = isShown ? digestOfReview(row) : before;
  if (after === row.shown_digest) return row;
  return store.updateUnversioned(db, row.id, {
    shown_digest: after,
    ...(after !== before && { revised_at: clock().toISOString() }),
  });
}

/** What readers read: not its address, its status, what search engines get, nor which files its pictures are. */
const digestOfReview = (row: store.ReviewRow): string =>
  digestOf([
    row.offer_id,
    row.title,
    row.verdict,
    row.score_tenths,
    row.sub_scores,
    row.pros,
    row.cons,
    row.sections,
    row.author_name,
    row.author_id,
    row.reviewer_id,
    row.reviewed_at,
    row.tested,
    row.faq,
    row.sources,
    row.changes,
    row.main_image_alt,
    row.gallery.map(({ alt }) => alt),
  ]);
