import { AppError, invalid } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db, Trx } from '../../../platform/server/postgres/postgres.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { isReservedSlug, SLUG, SLUG_REST_MS } from '../slugs.ts';
import { auditLink } from './link-audit.ts';
import * as links from './store-links.ts';
import * as slugs from './store-slugs.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;
type Inside = Pick<Deps, 'clock'> & { db: Trx };

/** A link has another slug now: the old one leads to it for 90 days, so that ads that run keep working. @param old the link as it was */
export async function keepFormerSlug(
  { db, clock }: Scope,
  old: { id: number; slug: string },
  fresh: string,
): Promise<void> {
  await slugs.removeFormer(db, fresh);
  await slugs.upsertFormer(db, {
    slug: old.slug,
    link_id: old.id,
    until: new Date(clock().getTime() + SLUG_REST_MS).toISOString(),
  });
}

/**
 * Makes a slug that no link has lead to a link besides its own, for good.
 * @returns the name of the link
 * @throws AppError validation_failed for a link or slug that cannot be | slug_taken
 */
export async function giveSlug(
  { db: trx, clock }: Inside,
  actor: Actor,
  slug: string,
  linkId: number,
): Promise<string> {
  if (!SLUG.test(slug) || isReservedSlug(slug)) throw invalid('slug', 'cannot be the slug of a link');
  const link = await links.lock(trx, linkId);
  if (!link) throw invalid('link_id', 'does not exist');
  if ((await links.isSlugInUse(trx, slug)) || (await slugs.listTakenFormer(trx, [slug], clock(), linkId)).length > 0)
    throw new AppError('slug_taken', `/go/${slug} leads to a link already.`);
  await slugs.upsertFormer(trx, { slug, link_id: linkId, until: null });
  await auditLink(trx, { actor, action: 'update' }, link, { after: { leads_here: slug } });
  await contentChanged(trx);
  return link.name;
}

/** The slugs that some links had before and that still lead to them, the newest first. */
export async function formerSlugs(
  db: Db,
  linkIds: number[],
  now: Date,
): Promise<(linkId: number) => { slug: string; until: string | null }[]> {
  const byLink = Map.groupBy(await slugs.listFormer(db, linkIds, now), (row) => row.link_id);
  return (linkId) => (byLink.get(linkId) ?? []).map(({ slug, until }) => ({ slug, until }));
}

/** Forgets slugs whose time is over. */
export const forgetFormerSlugs = ({ db, clock }: Scope): Promise<void> => slugs.removeEnded(db, clock());
