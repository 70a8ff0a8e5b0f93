import { z } from 'zod';
import { createGuide, deleteGuide, listGuides } from '../../../features/guides/server/service.ts';
import { addItem } from '../../../features/guides/server/items.ts';
import {
  createGuideCategory,
  deleteGuideCategory,
  listGuideCategories,
} from '../../../features/guides/server/categories.ts';
import { GuideQuery } from '../../../features/guides/contract.ts';
import { createLink, deleteLink, listLinks } from '../../../features/links/server/service.ts';
import { addDestination } from '../../../features/links/server/destinations.ts';
import { TO_GUIDE } from '../../../features/links/contract.ts';
import { LinkQuery } from '../../../features/links/list-contract.ts';
import { NetworkQuery } from '../../../features/networks/contract.ts';
import { createNetwork, deleteNetwork, listNetworks } from '../../../features/networks/server/service.ts';
import { OfferQuery } from '../../../features/offers/contract.ts';
import { createOffer, deleteOffer, listOffers } from '../../../features/offers/server/service.ts';
import { PersonQuery } from '../../../features/people/contract.ts';
import { createPerson, deletePerson, listPeople } from '../../../features/people/server/service.ts';
import { SourceQuery } from '../../../features/sources/contract.ts';
import { ReviewQuery } from '../../../features/reviews/contract.ts';
import { createReview, deleteReview, listReviews } from '../../../features/reviews/server/service.ts';
import { createSource, deleteSource, listSources } from '../../../features/sources/server/service.ts';
import { Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { SAMPLE_GUIDES, type SampleGuide, type SampleProduct } from './sample-data.ts';
import { SAMPLE_AUTHOR, SAMPLE_REVIEWER } from './sample-editorial.ts';
import { SAMPLE_REVIEWS } from './sample-reviews.ts';

const noNumbers = () => Promise.resolve(new Map());
const scopeOf = (deps: Deps, db: Db) => ({
  ...deps,
  db,
  origin: deps.config.publicUrl ?? '',
  count: noNumbers,
  countViews: noNumbers,
  outgoingAllow: [],
});

const everything = { limit: 'all' } as const;
const one = { limit: '1' } as const;

/** Puts the sample in when the site has no guide, offer or link of any kind; all of it or nothing. @returns whether it did */
export async function putSampleIn(deps: Deps): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    const scope = scopeOf(deps, trx);
    // one is enough to know, and a site that has a guide is asked for nothing else: this is in the way of each start
    if ((await listGuides(scope, GuideQuery.parse(one))).total > 0) return false;
    if ((await listOffers(scope, OfferQuery.parse(one))).total > 0) return false;
    if ((await listLinks(scope, LinkQuery.parse(one))).total > 0) return false;
    if ((await listNetworks(scope, NetworkQuery.parse(one))).total > 0) return false;
    const guides = await addGuides(scope);
    await addTraffic(scope, guides);
    return true;
  });
}

type Scope = ReturnType<typeof scopeOf>;

/** @returns the guides' ids */
async function addGuides(scope: Scope): Promise<number[]> {
  const network = await createNetwork(
    scope,
    undefined,
    { name: 'Sample network', template_key: 'generic', click_param: 'subid' },
    true,
  );
  const people: Credits = {
    author_id: (await createPerson(scope, undefined, SAMPLE_AUTHOR, true)).id,
    reviewer_id: (await createPerson(scope, undefined, SAMPLE_REVIEWER, true)).id,
    reviewed_at: scope.clock().toISOString(),
  };
  const guides: number[] = [];
  for (const sample of SAMPLE_GUIDES) {
    const { category, categoryDescription, change, ...editorial } = sample.editorial;
    const shelf = await createGuideCategory(
      scope,
      undefined,
      { name: category, description: categoryDescription },
      true,
    );
    const guide = await createGuide(
      scope,
      undefined,
      {
        title: sample.title,
        status: sample.status,
        description: sample.description,
        ...editorial,
        ...people,
        category_id: shelf.id,
        changes: [{ on: people.reviewed_at.slice(0, 10), note: change }],
      },
      true,
    );
    guides.push(guide.id);
    for (const product of sample.products)
      await addProduct(scope, product, { guideId: guide.id, networkId: network.id, rubric: editorial.rubric, people });
  }
  return guides;
}

type Credits = { author_id: number; reviewer_id: number; reviewed_at: string };
type Place = { guideId: number; networkId: number; rubric: SampleGuide['editorial']['rubric']; people: Credits };

/** An offer, its place in the guide, and the review of those that have one. */
async function addProduct(scope: Scope, product: SampleProduct, { guideId, networkId, rubric, people }: Place) {
  const { data: offer } = await createOffer(
    scope,
    undefined,
    {
      name: product.name,
      network_id: networkId,
      url: `https://merchant.example/${product.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      payout_amount: product.payout,
      brand: product.brand,
      price: product.price,
      price_currency: 'USD',
      price_checked_at: people.reviewed_at,
      attributes: product.attributes,
    },
    true,
  );
  const { summary, pros, cons, badge } = product;
  const scores = Object.fromEntries(rubric.map(({ key }, i) => [key, product.points[i]!]));
  const item = { offer_id: offer.id, summary, pros, cons, badge, scores, ...product.typed };
  const added = await addItem(scope, undefined, guideId, item);
  const written = SAMPLE_REVIEWS[product.name];
  if (!written) return;
  const { note, ...text } = written;
  await createReview(
    scope,
    undefined,
    {
      ...text,
      ...people,
      offer_id: offer.id,
      status: 'published',
      score: added.score ?? added.total_score,
      sub_scores: rubric.map(({ key, name }) => ({ name, score: scores[key]! })),
      pros,
      cons,
      changes: [{ on: people.reviewed_at.slice(0, 10), note }],
    },
    true,
  );
}

/** Two sources, and a link that splits the visitors of one between the guides. */
async function addTraffic(scope: Scope, guides: readonly number[]): Promise<void> {
  const search = await createSource(
    scope,
    undefined,
    {
      name: 'Sample: Google Ads',
      template_key: 'google-ads',
      type: 'search',
      click_id_param: 'gclid',
      utm_defaults: { utm_source: 'google' },
    },
    true,
  );
  await createSource(
    scope,
    undefined,
    {
      name: 'Sample: newsletter',
      template_key: 'email',
      type: 'email',
      click_id_param: null,
      utm_defaults: { utm_source: 'newsletter' },
    },
    true,
  );
  const link = await createLink(
    scope,
    undefined,
    { name: 'Sample ad', slug: 'sample-ad', traffic_source_id: search.id },
    true,
  );
  await addDestination(scope, undefined, link.id, { type: TO_GUIDE, target_id: guides[0]!, weight: 70 });
  await addDestination(scope, undefined, link.id, { type: TO_GUIDE, target_id: guides[1]!, weight: 30 });
}

/** Takes every sample record out, in one transaction; what you made from it (a guide with a sample offer) makes it refuse by name. */
async function removeSample(deps: Deps, actor: Actor): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const scope = scopeOf(deps, trx);
    const remove = async (
      list: Promise<{ data: { id: number; is_sample: boolean }[] }>,
      drop: (id: number) => Promise<void>,
    ) => {
      for (const row of (await list).data) if (row.is_sample) await drop(row.id);
    };
    await remove(listLinks(scope, LinkQuery.parse(everything)), (id) => deleteLink(scope, actor, id));
    await remove(listGuides(scope, GuideQuery.parse(everything)), (id) => deleteGuide(scope, actor, id));
    await remove(listReviews(scope, ReviewQuery.parse(everything)), (id) => deleteReview(scope, actor, id));
    await remove(
      listGuideCategories(trx).then((data) => ({ data })),
      (id) => deleteGuideCategory(scope, actor, id),
    );
    await remove(listPeople(scope, PersonQuery.parse(everything)), (id) => deletePerson(scope, actor, id));
    await remove(listOffers(scope, OfferQuery.parse(everything)), (id) => deleteOffer(scope, actor, id));
    await remove(listSources(scope, SourceQuery.parse(everything)), (id) => deleteSource(scope, actor, id));
    await remove(listNetworks(scope, NetworkQuery.parse(everything)), (id) => deleteNetwork(scope, actor, id));
  });
}

const SampleState = z.object({ data: z.object({ is_present: z.boolean() }) });

export function sampleRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/settings/sample',
    { access: 'signed-in', summary: 'Is the sample still there?', reply: SampleState },
    async () => {
      const scope = scopeOf(deps, deps.db);
      const lists = await Promise.all([
        listGuides(scope, GuideQuery.parse(everything)),
        listLinks(scope, LinkQuery.parse(everything)),
        listSources(scope, SourceQuery.parse(everything)),
      ]);
      return { data: { is_present: lists.some((list) => list.data.some((row) => row.is_sample)) } };
    },
  );

  route.delete(
    '/api/settings/sample',
    { access: 'admin', summary: 'Remove the sample', reply: Message },
    async ({ actor }) => {
      await removeSample(deps, actor);
      return { message: 'The sample is gone. The site is yours.' };
    },
  );
}
