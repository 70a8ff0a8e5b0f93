import pg from 'pg';
import { SAMPLE_GUIDES } from '../../src/app/server/sample/sample-data.ts';
import { slugFrom } from '../../src/platform/text/slug.ts';
import { type Dice, diceOf } from '../demo/random.ts';
import { paragraphs, points, productOf, sentences, titleOf } from './invented-texts.ts';

/** How many records a site is given beyond the sample. */
export type Sizes = { offers: number; guides: number; reviews: number; links: number };

/** Records that others name: ids in the order in which they were made. */
type Made = { networks: number[]; sources: number[] };

export const PRODUCTS_PER_GUIDE = 10;
const SHELVES = 20;
const PEOPLE = 20;
const IMAGES_PER_OFFER = 0.2;
const CONVERSIONS_PER_OFFER = 2;
/** One link of so many has a rule, and a destination of its own for those whom the rule takes. */
const RULED_EVERY = 20;
const SEED = 17;
/** Rows of one statement. */
const BATCH = 5000;
const MINUTE_MS = 60_000;
const TO_GUIDE = 'listicle';

/** The first ids of what was made. */
export type First = Record<'guide' | 'offer' | 'link', number>;

type Row = Record<string, unknown>;

/** Stores rows of one table by few statements. Keys that a row leaves out take the table's default, so all rows have the same. @returns ids in order */
async function put(client: pg.Client, table: string, rows: readonly Row[]): Promise<number[]> {
  const ids: number[] = [];
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let from = 0; from < rows.length; from += BATCH) {
    const { rows: stored } = await client.query<{ id: number }>(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) returning id`,
      [JSON.stringify(rows.slice(from, from + BATCH))],
    );
    ids.push(...stored.map(({ id }) => id));
  }
  return ids;
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: Math.round(count) }, (_, n) => make(n));

/** As old as its place in the list says, so that lists by date have an order. */
const agoOf = (n: number): string => new Date(Date.now() - (n + 1) * MINUTE_MS).toISOString();

/**
 * Fills a site that has the sample by bulk: statements of thousands of rows, in the order in which rows name each other. Everything is
 * public, live and complete, by what the program's own forms would have stored.
 * @param made networks and sources, which only the program can make: their keys are sealed
 * @returns the first of the ids of each kind; the others follow
 */
export async function fillSite(database: string, sizes: Sizes, made: Made): Promise<First> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const dice = diceOf(SEED);
    await client.query('begin');
    const offers = await putOffers(client, dice, sizes.offers, made.networks);
    const people = await put(
      client,
      'people',
      times(PEOPLE, (n) => personOf(dice, n)),
    );
    const guides = await putGuides(client, dice, sizes.guides, { people, offers });
    const reviews = await put(
      client,
      'reviews',
      offers.slice(0, sizes.reviews).map((offer, n) => reviewOf(dice, n, { offer, author: people[n % PEOPLE]! })),
    );
    const links = await putLinks(client, sizes.links, { guides, reviews, offers, sources: made.sources });
    await put(client, 'images', times(sizes.offers * IMAGES_PER_OFFER, imageOf));
    await putConversions(client, dice, { offers, guides, networks: made.networks });
    await client.query('commit');
    // a site of this size has long been looked at by autovacuum
    await client.query('vacuum analyze');
    return { guide: guides[0]!, offer: offers[0]!, link: links[0]! };
  } finally {
    await client.end();
  }
}

async function putOffers(client: pg.Client, dice: Dice, count: number, networks: readonly number[]): Promise<number[]> {
  const shelves = await put(
    client,
    'offer_categories',
    times(SHELVES, (n) => ({ name: `Shelf ${n + 1}`, slug: `shelf-${n + 1}`, sort_order: n })),
  );
  const ids = await put(
    client,
    'offers',
    times(count, (n) => ({
      ...productOf(dice, n + 1),
      network_id: networks[n % networks.length],
      category_id: shelves[n % SHELVES],
      url: `https://merchant.example/bench/${n + 1}`,
      status: 'active',
      payout_micros: dice.whole(1, 60) * 500_000,
      payout_currency: 'USD',
      price_micros: dice.whole(5, 400) * 1_000_000,
      price_currency: 'USD',
      price_checked_at: agoOf(n % 600),
      attributes: { Weight: `${dice.whole(60, 2400)} g`, Warranty: `${dice.whole(1, 5)} years` },
      link_status: 'ok',
      link_checked_at: agoOf(n % 600),
      // none is looked at while others are measured
      link_due_at: new Date(Date.now() + 10_000 * MINUTE_MS).toISOString(),
      created_at: agoOf(n),
      updated_at: agoOf(n),
    })),
  );
  await client.query(`insert into offer_payouts (offer_id, payout_type, payout_micros, payout_percent_bp, payout_currency, payout_source)
    select id, payout_type, payout_micros, payout_percent_bp, payout_currency, payout_source from offers where not is_sample`);
  return ids;
}

const personOf = (dice: Dice, n: number): Row => ({
  name: `Author ${n + 1}`,
  slug: `bench-author-${n + 1}`,
  credentials: 'invented credentials',
  job_title: 'Writes about what stands in a house',
  bio: sentences(dice, 4),
});

type Around = { people: readonly number[]; offers: readonly number[] };

/** Guides with the editorial parts of the sample and texts of their own, each with its products. @returns ids of the guides */
async function putGuides(client: pg.Client, dice: Dice, count: number, { people, offers }: Around): Promise<number[]> {
  const shelves = await put(
    client,
    'guide_categories',
    times(SHELVES, (n) => ({ name: `Bench ${n + 1}`, slug: `bench-${n + 1}`, description: sentences(dice, 2) })),
  );
  const ids = await put(
    client,
    'guides',
    times(count, (n) => {
      const { rubric, faq, sources, methodology } = SAMPLE_GUIDES[n % SAMPLE_GUIDES.length]!.editorial;
      const title = titleOf(dice, n + 1);
      return {
        title,
        slug: slugFrom(title),
        description: paragraphs(dice, 3),
        excerpt: sentences(dice, 2),
        meta_description: sentences(dice, 1),
        status: n % 50 === 0 ? 'featured' : 'published',
        first_published_at: agoOf(n),
        methodology,
        rubric,
        faq,
        sources,
        changes: [{ on: agoOf(n).slice(0, 10), note: 'First published.' }],
        author_id: people[n % PEOPLE],
        reviewer_id: people[(n + 1) % PEOPLE],
        reviewed_at: agoOf(n),
        category_id: shelves[n % SHELVES],
        created_at: agoOf(n),
        updated_at: agoOf(n),
        revised_at: agoOf(n),
      };
    }),
  );
  for (let from = 0; from < ids.length; from += BATCH / PRODUCTS_PER_GUIDE)
    await put(
      client,
      'guide_items',
      ids
        .slice(from, from + BATCH / PRODUCTS_PER_GUIDE)
        .flatMap((id, n) => productsOf(dice, { id, n: from + n, offers })),
    );
  return ids;
}

/** Ten offers in a row, each worse than the one before, so that the order of the guide explains itself. */
function productsOf(dice: Dice, { id, n, offers }: { id: number; n: number; offers: readonly number[] }): Row[] {
  const { rubric } = SAMPLE_GUIDES[n % SAMPLE_GUIDES.length]!.editorial;
  return times(PRODUCTS_PER_GUIDE, (place) => ({
    guide_id: id,
    offer_id: offers[(n * PRODUCTS_PER_GUIDE + place) % offers.length],
    rank: place + 1,
    badge: place === 0 ? 'best_overall' : null,
    summary: sentences(dice, 2),
    body: paragraphs(dice, 1),
    pros: points(dice, 3),
    cons: points(dice, 1),
    scores: Object.fromEntries(rubric.map(({ key }) => [key, 96 - place * 5 - dice.whole(0, 3)])),
    created_at: agoOf(n),
    updated_at: agoOf(n),
  }));
}

function reviewOf(dice: Dice, n: number, { offer, author }: { offer: number; author: number }): Row {
  const { name } = productOf(dice, n + 1);
  const title = `${name}, a month later`;
  return {
    offer_id: offer,
    title,
    slug: slugFrom(title),
    status: 'published',
    verdict: sentences(dice, 2),
    score_tenths: dice.whole(50, 96),
    pros: points(dice, 3),
    cons: points(dice, 2),
    sections: ['What it is', 'Living with it', 'Price and refund', 'How we judged it'].map((heading) => ({
      heading,
      body: paragraphs(dice, 2),
    })),
    author_id: author,
    first_published_at: agoOf(n),
    created_at: agoOf(n),
    updated_at: agoOf(n),
    revised_at: agoOf(n),
  };
}

type Targets = Record<'guides' | 'reviews' | 'offers' | 'sources', readonly number[]>;

/** The address of a link by its number, from 1. */
export const slugOfLink = (number: number): string => `bench-link-${number}`;

/** Whether a link of that number has a rule. */
const isRuled = (number: number): boolean => number % RULED_EVERY === 0;

/** @returns ids of the links */
async function putLinks(
  client: pg.Client,
  count: number,
  { guides, reviews, offers, sources }: Targets,
): Promise<number[]> {
  const links = await put(
    client,
    'links',
    times(count, (n) => ({
      name: `Ad ${n + 1}, group ${(n % 97) + 1}`,
      slug: slugOfLink(n + 1),
      traffic_source_id: sources[n % sources.length],
      utm: { utm_campaign: `campaign-${n % 500}` },
      created_at: agoOf(n),
      updated_at: agoOf(n),
    })),
  );
  const ruled = links.filter((_, n) => isRuled(n + 1));
  const rules = await put(
    client,
    'link_rules',
    ruled.map((link) => ({
      link_id: link,
      place: 1,
      name: 'Phones',
      conditions: [{ type: 'device', op: 'is', values: ['mobile'], include_unknown: false }],
    })),
  );
  const to = (type: string, given: Row): Row => ({
    type,
    guide_id: null,
    review_id: null,
    offer_id: null,
    url: null,
    ...given,
  });
  const targetOf = (n: number): Row => {
    if (n % 10 === 7 && reviews.length > 0) return to('review', { review_id: reviews[n % reviews.length] });
    if (n % 10 === 8) return to('offer', { offer_id: offers[n % offers.length] });
    if (n % 10 === 9) return to('url', { url: `https://shop-${n}.example/p` });
    return to(TO_GUIDE, { guide_id: guides[n % guides.length] });
  };
  await put(
    client,
    'destinations',
    links.map((link, n) => ({ link_id: link, ...targetOf(n), rule_id: null })),
  );
  await put(
    client,
    'destinations',
    ruled.map((link, n) => ({ link_id: link, ...targetOf(n), rule_id: rules[n] })),
  );
  return links;
}

const imageOf = (n: number): Row => ({
  hash: `bench-${n}`,
  key: `bench-${n}.png`,
  mime: 'image/png',
  width: 1200,
  height: 800,
  bytes: 180_000,
  alt: `Picture ${n + 1} on a table`,
  // nothing is left to be made of a file that is not there
  variants_made_at: agoOf(n),
  created_at: agoOf(n),
});

async function putConversions(
  client: pg.Client,
  dice: Dice,
  { offers, guides, networks }: Record<'offers' | 'guides' | 'networks', readonly number[]>,
): Promise<void> {
  await put(
    client,
    'conversions',
    times(offers.length * CONVERSIONS_PER_OFFER, (n) => {
      const at = n % offers.length;
      const click = dice.text(24);
      return {
        network_id: networks[at % networks.length],
        click_key: click,
        click_id: click,
        event_type: 'sale',
        txid: `bench-${n}`,
        status: n % 3 === 0 ? 'pending' : 'approved',
        payout_micros: dice.whole(1, 60) * 500_000,
        payout_currency: 'USD',
        attribution: 'matched',
        offer_id: offers[at],
        guide_id: guides[at % guides.length],
        occurred_at: agoOf(n),
        received_at: agoOf(n),
      };
    }),
  );
}
