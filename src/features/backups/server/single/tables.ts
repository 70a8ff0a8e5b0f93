/** What of a site can come back alone, by the word that the command takes. */
export const KINDS = { guide: 'guides', link: 'links', offer: 'offers', review: 'reviews' } as const;
export type Kind = keyof typeof KINDS;

/** A column that names another record. `without`: what becomes of the row when that is not there any more. */
type Reference = { column: string; to: string; without: 'empty' | 'left_out' | 'refused' };

type RecordTable = {
  /** As people call one. */
  word: string;
  /** Rows that belong to it, and nowhere else. */
  parts: readonly { table: string; by: string }[];
  references: readonly Reference[];
  /** What was deleted for good came by the trash, and comes back by it. */
  hasTrash: boolean;
  /** What a record of the same slug is taken for, whichever id it has. */
  isSameBySlug?: boolean;
  /** What goes with a record that is deleted for good, and is not put back with its columns: rows by the column that names it. */
  history: readonly { table: string; by: string; kind?: string }[];
};

const record = (word: string, rest: Partial<RecordTable>): RecordTable => ({
  word,
  parts: [],
  references: [],
  hasTrash: true,
  history: [],
  ...rest,
});

const redirectsOf = (kind: string) => ({ table: 'slug_redirects', by: 'target_id', kind });
const revisionsOf = (kind: string) => ({ table: 'revisions', by: 'entity_id', kind });
const people: readonly Reference[] = [
  { column: 'author_id', to: 'people', without: 'empty' },
  { column: 'reviewer_id', to: 'people', without: 'empty' },
];

/** The tables that a record is in, or names. */
export const RECORDS: Readonly<Record<string, RecordTable>> = {
  guides: record('guide', {
    parts: [{ table: 'guide_items', by: 'guide_id' }],
    references: [{ column: 'category_id', to: 'guide_categories', without: 'empty' }, ...people],
    history: [redirectsOf('guide'), revisionsOf('guide')],
  }),
  guide_items: record('product', {
    references: [
      { column: 'offer_id', to: 'offers', without: 'left_out' },
      { column: 'fallback_offer_id', to: 'offers', without: 'empty' },
    ],
    history: [revisionsOf('guide item')],
  }),
  reviews: record('review', {
    references: [{ column: 'offer_id', to: 'offers', without: 'refused' }, ...people],
    history: [redirectsOf('review'), revisionsOf('review')],
  }),
  offers: record('offer', {
    references: [
      { column: 'network_id', to: 'networks', without: 'empty' },
      { column: 'category_id', to: 'offer_categories', without: 'refused' },
      { column: 'overflow_offer_id', to: 'offers', without: 'empty' },
    ],
    history: [{ table: 'offer_payouts', by: 'offer_id' }],
  }),
  links: record('link', {
    parts: [
      { table: 'link_rules', by: 'link_id' },
      { table: 'destinations', by: 'link_id' },
    ],
    references: [{ column: 'traffic_source_id', to: 'sources', without: 'empty' }],
    history: [{ table: 'link_slugs', by: 'link_id' }],
  }),
  link_rules: record('rule', { hasTrash: false }),
  destinations: record('destination', {
    hasTrash: false,
    references: [
      { column: 'guide_id', to: 'guides', without: 'left_out' },
      { column: 'review_id', to: 'reviews', without: 'left_out' },
      { column: 'offer_id', to: 'offers', without: 'left_out' },
    ],
  }),
  networks: record('network', {}),
  sources: record('traffic source', {}),
  people: record('person', { history: [redirectsOf('person')] }),
  guide_categories: record('category', { hasTrash: false, isSameBySlug: true }),
  offer_categories: record('category', { hasTrash: false, isSameBySlug: true }),
};

/** Every table that is read out of a backup. */
export const READ: readonly string[] = [
  ...Object.keys(RECORDS),
  ...new Set(Object.values(RECORDS).flatMap(({ history }) => history.map(({ table }) => table))),
  'images',
].map((name) => `public.${name}`);
