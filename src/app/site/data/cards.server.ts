import type { GuideCard as Guide } from '../../../features/guides/contract.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { loadPictures, type PictureOf } from './pictures.server.ts';
import type { GuideCard } from '../props.ts';

/** Guides of a public list as the site's cards show them. */
export async function guideCards(db: Db, guides: readonly Guide[]): Promise<GuideCard[]> {
  const picture = await loadPictures(
    db,
    guides.map((guide) => guide.main_image_url),
  );
  return guides.map((guide) => guideCard(guide, picture));
}

const guideCard = (guide: Guide, picture: PictureOf): GuideCard => ({
  id: guide.id,
  slug: guide.slug,
  title: guide.title,
  excerpt: guide.excerpt ?? '',
  category: guide.category,
  author: guide.author?.name ?? guide.author_name,
  updatedAt: guide.updated_at,
  // its title says what it is about
  image: picture(guide.main_image_url),
  products: guide.items_count,
  isFeatured: guide.status === 'featured',
});
