import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { SearchSource } from '../../../../platform/server/records/text-search.ts';
import { PUBLIC_STATUSES } from '../../../publishing/rules.ts';

// a snippet is read as HTML, so what is plain text in the table is escaped
const escaped = (column: string) => sql`replace(replace(${sql.ref(column)}, '&', '&amp;'), '<', '&lt;')`;

/** Guides that readers may see, by guides_words_idx: title, excerpt, description and method. */
export const guideSearchSource: SearchSource = {
  index: {
    from: sql`guides g`,
    id: sql`g.id`,
    where: sql`g.deleted_at is null and g.status in (${sql.join(PUBLIC_STATUSES)})`,
    words: sql`g.words`,
  },
  shown: {
    from: sql`guides g`,
    id: sql`g.id`,
    title: sql`g.title`,
    text: sql`concat_ws(' ', ${escaped('g.excerpt')}, g.description, g.methodology)`,
  },
};

/** The visible products of those guides, by guide_item_words_idx: the name of the product or its offer, brand, whom it is for and the summary. */
export const productSearchSource: SearchSource = {
  // a row for each that readers may see: triggers keep it
  index: { from: sql`guide_item_words w`, id: sql`w.item_id`, where: sql`true`, words: sql`w.words` },
  shown: {
    from: sql`guide_products p`,
    id: sql`p.id`,
    title: sql`p.name`,
    text: sql`concat_ws(' ', ${escaped('p.brand')}, ${escaped('p.summary')}, ${escaped('p.best_for')})`,
  },
};

/** In which guides products stand. */
export const listGuidesOfProducts = (
  db: Db,
  ids: number[],
): Promise<{ id: number; guide_id: number; guide_title: string; guide_slug: string | null }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .withTables<{
          guide_products: { id: number; guide_id: number; guide_title: string; guide_slug: string | null };
        }>()
        .selectFrom('guide_products')
        .select(['id', 'guide_id', 'guide_title', 'guide_slug'])
        .where('id', 'in', ids)
        .execute();
