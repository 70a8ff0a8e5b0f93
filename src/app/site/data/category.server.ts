import { PUBLIC_PAGE_SIZE } from '../../../features/guides/contract.ts';
import { categoryBySlug, publicCategories } from '../../../features/guides/server/categories.ts';
import { publicGuides } from '../../../features/guides/server/reading.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideCards } from './cards.server.ts';
import { listTags, type Shown } from './parts/shows.server.ts';
import type { CategoryProps, CategoryTile } from '../props.ts';

/** The categories that have a guide to show, in their order. */
export const categoryTiles = async (db: Db): Promise<CategoryTile[]> =>
  (await publicCategories(db))
    .filter((category) => category.guides_count > 0)
    .map(({ slug, name, description, guides_count: guides }) => ({ slug, name, description, guides }));

/** One page of a category; `missing` for an unknown one and beyond the last page. */
export async function loadCategory(
  db: Db,
  slug: string,
  page: number,
): Promise<'missing' | { movedTo: string } | Shown<CategoryProps>> {
  const category = await categoryBySlug(db, slug);
  if (!category) return 'missing';
  if ('movedTo' in category) return category;
  const guides = await publicGuides(db, { page, limit: PUBLIC_PAGE_SIZE, categoryId: category.id, isListed: true });
  if (page > Math.max(1, guides.pages)) return 'missing';
  const props = {
    category: { slug: category.slug, name: category.name, description: category.description },
    guides: await guideCards(db, guides.data),
    others: (await categoryTiles(db)).filter((tile) => tile.slug !== category.slug),
    page,
    pages: guides.pages,
    total: guides.total,
  };
  return { props, shows: listTags(guides.data) };
}
