import type { PublicGuide } from '../../../../features/guides/contract.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { loadPictures } from '../pictures.server.ts';
import type { Alternative } from '../../props.ts';

const MAX_ALTERNATIVES = 6;

/** The other products of these guides, in their order, each once, with the guide that names it. */
export async function alternativesIn(db: Db, guides: readonly PublicGuide[], offerId: number): Promise<Alternative[]> {
  const others = new Map<string, { item: PublicGuide['items'][number]; guide: PublicGuide }>();
  for (const guide of guides) {
    for (const item of guide.items) {
      const isSame = item.offer?.id === offerId && !item.is_fallback;
      // the same product in two guides goes by the name that readers see
      if (!isSame && item.offer && !others.has(item.title)) others.set(item.title, { item, guide });
    }
  }
  const shown = [...others.values()].slice(0, MAX_ALTERNATIVES);
  const picture = await loadPictures(
    db,
    shown.map(({ item }) => item.image_url),
  );
  return shown.map(({ item, guide }) => ({
    itemId: item.id,
    name: item.title,
    brand: item.is_fallback ? null : (item.offer?.brand ?? null),
    summary: item.summary,
    score: item.score,
    image: picture(item.image_url),
    guide: { id: guide.id, slug: guide.slug, title: guide.title },
  }));
}
