import type { PublicGuide } from '../../../features/guides/contract.ts';
import { routableGuides, routableItems } from '../../../features/guides/server/service.ts';
import { publicGuide } from '../../../features/guides/server/reading.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { loadPictures } from './pictures.server.ts';
import type { Alternative } from '../props.ts';

const MAX_GUIDES = 3;
const MAX_ALTERNATIVES = 6;

/** The guides that the public reads in which an offer stands, the newest first. */
export async function guidesHolding(db: Db, offerId: number, now: Date): Promise<PublicGuide[]> {
  const readable = new Set((await routableGuides(db)).filter((guide) => guide.isPublic).map((guide) => guide.id));
  const ids = (await routableItems(db))
    .filter((item) => item.offer_id === offerId && item.is_visible && readable.has(item.guide_id))
    .map((item) => item.guide_id);
  const guides: PublicGuide[] = [];
  for (const id of [...new Set(ids)].toSorted((a, b) => b - a).slice(0, MAX_GUIDES)) {
    const guide = await publicGuide(db, id, now);
    if (typeof guide !== 'string') guides.push(guide);
  }
  return guides;
}

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
