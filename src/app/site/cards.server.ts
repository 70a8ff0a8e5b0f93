import type { GuideCard as Guide } from '../../features/guides/contract.ts';
import type { GuideCard } from './props.ts';

/** A guide of a public list as the site's cards show it. */
export const guideCard = (guide: Guide): GuideCard => ({
  id: guide.id,
  title: guide.title,
  excerpt: guide.excerpt ?? '',
  author: guide.author_name,
  updatedAt: guide.updated_at,
  image: guide.main_image_url,
  products: guide.items_count,
  isFeatured: guide.status === 'featured',
});
