import { sql } from 'kysely';
import { createGuideCategory } from '../../src/features/guides/server/categories.ts';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildNetwork } from '../../src/features/networks/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { buildPerson } from '../../src/features/people/server/testing.ts';
import { buildReview } from '../../src/features/reviews/server/testing.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import type { Db } from '../../src/platform/server/postgres/postgres.ts';

export type Dice = { random: () => number; pick: <T>(list: readonly T[]) => T };

export const diceOf = (random: () => number): Dice => ({
  random,
  pick: (list) => list[Math.floor(random() * list.length)]!,
});

/** A site on which every kind of record is named by some other: guides of up to four products, every second offer with a review. */
export async function buildSite(deps: Deps, guides: number, { random, pick }: Dice): Promise<void> {
  const scope = { ...deps, countViews: () => Promise.resolve(new Map<number, number>()) };
  const networks = [await buildNetwork(deps), await buildNetwork(deps)];
  const people = [await buildPerson(deps, { name: 'Ada Reed' }), await buildPerson(deps, { name: 'Ben Lund' })];
  const shelves = await Promise.all(
    ['Sleep', 'Teas', 'Empty'].map((name) => createGuideCategory(deps, undefined, { name })),
  );
  await sql`insert into images (hash, key, mime, width, height, bytes)
    select 'hash' || n, 'edit/' || n || '.png', 'image/png', 40, 30, 9 from generate_series(0, 3) n`.execute(deps.db);
  const offers: number[] = [];
  for (let n = 0; n < Math.ceil(guides / 2) + 4; n += 1) {
    const network = pick([...networks, undefined]);
    const offer = await buildOffer(deps, network && { network_id: network.id });
    offers.push(offer.id);
    if (n % 2 === 0)
      await buildReview(scope, {
        offer_id: offer.id,
        slug: `review-${n}`,
        author_id: pick(people).id,
        title: `Review ${n}`,
      });
  }
  for (let n = 0; n < guides; n += 1) {
    const guide = await buildGuide(deps, { category_id: pick(shelves.slice(0, 2)).id, author_id: pick(people).id });
    for (let place = 0; place < pick([0, 1, 2, 4]); place += 1) {
      const given = random() < 0.8 ? { offer_id: pick(offers), fallback_offer_id: pick(offers) } : {};
      await buildItem(deps, guide.id, given).catch(() => undefined);
    }
  }
}

const STAMPS = ['-30 days', '-1 hour', '2 hours', '1 day', '9 days'];
const WORDS = ['plain', 'calm', 'deep "quoted"', 'thé & <b>', 'x'];

/** Columns that some page or redirect reads, and values that each may get. */
const EDITS: Record<string, Record<string, (dice: Dice) => string>> = {
  guides: {
    title: ({ pick }) => text(`Guide ${pick(WORDS)}`),
    excerpt: ({ pick }) => pick([text(pick(WORDS)), 'null']),
    status: ({ pick }) => text(pick(['draft', 'published', 'featured', 'archived'])),
    deleted_at: ({ pick }) => pick(['now()', 'null', 'null', 'null']),
    category_id: ({ pick }) => pick(['null', one('guide_categories'), one('guide_categories')]),
    author_id: ({ pick }) => pick(['null', one('people')]),
    reviewer_id: ({ pick }) => pick(['null', one('people')]),
    reviewed_at: ({ pick }) => pick(['null', 'now()']),
    noindex: ({ pick }) => pick(['true', 'false']),
    main_image_url: ({ pick }) => pick(['null', picture(pick([0, 1, 2, 3]))]),
    first_published_at: ({ pick }) => `now() + interval ${text(pick(['-9 days', '-2 days', '-1 hour']))}`,
    changes: ({ pick }) => `${text(JSON.stringify([{ on: '2026-01-02', note: pick(WORDS) }]))}::jsonb`,
  },
  guide_items: {
    title: ({ pick }) => pick(['null', text(`Product ${pick(WORDS)}`)]),
    is_visible: ({ pick }) => pick(['true', 'false']),
    deleted_at: ({ pick }) => pick(['now()', 'null', 'null']),
    offer_id: ({ pick }) => pick(['null', one('offers'), one('offers')]),
    fallback_offer_id: ({ pick }) => pick(['null', one('offers')]),
    image_url: ({ pick }) => pick(['null', picture(pick([0, 1, 2, 3]))]),
    badge: ({ pick }) => pick(['null', text('best_value')]),
    summary: ({ pick }) => text(pick(WORDS)),
    score_tenths: ({ pick }) => pick(['null', '81', '40']),
  },
  reviews: {
    title: ({ pick }) => text(`Review ${pick(WORDS)}`),
    slug: ({ random }) => text(`review-${Math.floor(random() * 1e6)}`),
    status: ({ pick }) => text(pick(['draft', 'published', 'featured', 'archived'])),
    deleted_at: ({ pick }) => pick(['now()', 'null', 'null']),
    verdict: ({ pick }) => text(pick(WORDS)),
    score_tenths: ({ pick }) => pick(['null', '90']),
    author_id: ({ pick }) => pick(['null', one('people')]),
    offer_id: () => one('offers'),
    noindex: ({ pick }) => pick(['true', 'false']),
    first_published_at: ({ pick }) => `now() + interval ${text(pick(['-9 days', '-1 hour']))}`,
  },
  offers: {
    name: ({ pick }) => text(`Offer ${pick(WORDS)}`),
    brand: ({ pick }) => pick(['null', text(pick(WORDS))]),
    status: ({ pick }) => text(pick(['draft', 'active', 'active', 'paused'])),
    deleted_at: ({ pick }) => pick(['now()', 'null', 'null', 'null']),
    network_id: ({ pick }) => pick(['null', one('networks')]),
    starts_at: ({ pick }) => pick(['null', `now() + interval ${text(pick(STAMPS))}`]),
    ends_at: ({ pick }) => pick(['null', `now() + interval ${text(pick(STAMPS))}`]),
    is_full: ({ pick }) => pick(['true', 'false']),
    is_link_dead: ({ pick }) => pick(['true', 'false', 'false']),
    image_url: ({ pick }) => pick(['null', picture(pick([0, 1, 2, 3]))]),
    coupon_ends_at: ({ pick }) => pick(['null', `now() + interval ${text(pick(STAMPS))}`]),
    coupon_code: ({ pick }) => pick(['null', text('SAVE5')]),
    price_micros: ({ pick }) => pick(['null', '12000000']),
    price_currency: () => text('USD'),
    price_checked_at: ({ pick }) => pick(['null', `now() + interval ${text(pick(['-40 days', '-6 days', '0']))}`]),
  },
  networks: { status: ({ pick }) => text(pick(['active', 'paused'])), name: ({ pick }) => text(`Net ${pick(WORDS)}`) },
  people: {
    name: ({ pick }) => text(`${pick(['Ada', 'Bea'])} ${pick(WORDS)}`),
    photo_url: ({ pick }) => pick(['null', picture(pick([0, 1, 2, 3]))]),
    bio: ({ pick }) => text(pick(WORDS)),
  },
  guide_categories: {
    name: ({ random }) => text(`Shelf ${random()}`),
    sort_order: ({ pick }) => pick(['1', '2', '3']),
  },
  images: { width: ({ pick }) => pick(['40', '80']) },
  settings: { brand: ({ pick }) => text(pick(WORDS)), time_zone: ({ pick }) => text(pick(['UTC', 'Asia/Tokyo'])) },
  links: {
    name: ({ pick }) => text(pick(WORDS)),
    slug: ({ random }) => text(`link-${Math.floor(random() * 40)}`),
    status: ({ pick }) => text(pick(['active', 'paused'])),
    deleted_at: ({ pick }) => pick(['now()', 'null', 'null']),
    source_id: ({ pick }) => pick(['null', one('sources')]),
    click_limit: ({ pick }) => pick(['null', '5']),
  },
  destinations: {
    weight: ({ pick }) => pick(['0', '100', '300']),
    cap_daily_clicks: ({ pick }) => pick(['0', '7']),
    status: ({ pick }) => text(pick(['active', 'paused'])),
  },
  link_rules: { is_enabled: ({ pick }) => pick(['true', 'false']), name: ({ pick }) => text(pick(WORDS)) },
  link_slugs: { link_id: () => one('links') },
  sources: {
    name: ({ random }) => text(`Source ${random()}`),
    click_id_param: ({ pick }) => text(pick(['cid', 'sub'])),
  },
};

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const picture = (n: number): string => text(`/media/edit/${n}.png`);
/** The place of a number that is drawn when the statement is made. */
const DRAWN = '<drawn>';
/** Some rows of a table: those that a drawn number points to. */
const some = (table: string, column: string, limit: number): string =>
  `(select ${column} from ${table} order by 1 offset floor(${DRAWN} * (select count(*) from ${table})) limit ${limit})`;
const one = (table: string): string => some(table, 'id', 1);

/** Tables whose rows may be removed for good. */
const REMOVED = ['destinations', 'link_rules', 'link_slugs'];

/**
 * One statement that changes some row in a way that a public page or a redirect may show. What a constraint refuses changes nothing.
 * @param tables only these
 * @returns what was done, as SQL
 */
export async function editSomething(db: Db, dice: Dice, tables = Object.keys(EDITS)): Promise<string> {
  const table = dice.pick(tables);
  const columns = EDITS[table]!;
  const names = Object.keys(columns);
  const set = [...new Set([dice.pick(names), dice.pick(names)])].map((name) => `${name} = ${columns[name]!(dice)}`);
  const key = table === 'link_slugs' ? 'slug' : table === 'settings' ? 'only_row' : 'id';
  const rows = `${key} in ${some(table, key, dice.random() < 0.9 ? 1 : 3)}`;
  const isRemoval = REMOVED.includes(table) && dice.random() < 0.1;
  const statement = (
    isRemoval ? `delete from ${table} where ${rows}` : `update ${table} set ${set.join(', ')} where ${rows}`
  )
    .split(DRAWN)
    .reduce((before, after) => before + dice.random() + after);
  await sql
    .raw(statement)
    .execute(db)
    .catch(() => undefined);
  return statement;
}
