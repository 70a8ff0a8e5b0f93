import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { SLUG_REST_MS } from '../slugs.ts';
import * as slugs from './store-slugs.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

/** A link has another slug now: the old one leads to it for 90 days, so that ads that run keep working. @param old the link as it was */
export async function keepFormerSlug(
  { db, clock }: Scope,
  old: { id: number; slug: string },
  fresh: string,
): Promise<void> {
  await slugs.removeFormer(db, fresh);
  await slugs.putFormer(db, {
    slug: old.slug,
    link_id: old.id,
    until: new Date(clock().getTime() + SLUG_REST_MS).toISOString(),
  });
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
