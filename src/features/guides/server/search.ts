import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { searchText, type Hit, type Looking } from '../../../platform/server/records/text-search.ts';
import { addressSlug } from '../rules.ts';
import * as searchStore from './finding/store-search.ts';
import * as store from './store.ts';

/** A guide that was found, with what stands after the id in its address. */
type GuideHit = Hit & { slug: string };

/** A product that was found, with the guide in which it stands. */
type ItemHit = Hit & { guide_id: number; guide_slug: string; guide_title: string };

/** Guides that the public reads, the best first; spelling mistakes are forgiven. */
export async function searchGuides(db: Db, query: string, limit: number, how: Looking = {}): Promise<GuideHit[]> {
  const hits = await searchText(db, searchStore.guideSearchSource, query, { ...how, limit });
  const rows = await store.listAll(
    db,
    hits.map((hit) => hit.id),
  );
  const slugs = new Map(rows.map((row) => [row.id, addressSlug(row)]));
  return hits.flatMap((hit) => {
    const slug = slugs.get(hit.id);
    return slug === undefined ? [] : [{ ...hit, slug }];
  });
}

/** Visible products of guides that the public reads, the best first; spelling mistakes are forgiven. */
export async function searchItems(db: Db, query: string, limit: number, how: Looking = {}): Promise<ItemHit[]> {
  const hits = await searchText(db, searchStore.productSearchSource, query, { ...how, limit });
  const rows = await searchStore.listGuidesOfProducts(
    db,
    hits.map((hit) => hit.id),
  );
  const guides = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap((hit) => {
    const guide = guides.get(hit.id);
    if (!guide) return [];
    const { guide_id, guide_title } = guide;
    return [{ ...hit, guide_id, guide_title, guide_slug: addressSlug({ slug: guide.guide_slug, title: guide_title }) }];
  });
}
