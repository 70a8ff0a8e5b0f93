import { guideNames } from '../../src/features/guides/server/service.ts';
import { addItem } from '../../src/features/guides/server/items.ts';
import { listItems } from '../../src/features/guides/server/items.ts';
import { TO_GUIDE } from '../../src/features/links/contract.ts';
import { createLink } from '../../src/features/links/server/service.ts';
import { addDestination } from '../../src/features/links/server/destinations.ts';
import { createNetwork, getNetwork } from '../../src/features/networks/server/service.ts';
import { createOffer } from '../../src/features/offers/server/service.ts';
import { offersById } from '../../src/features/offers/server/offer-facts.ts';
import { getReview, reviewNames } from '../../src/features/reviews/server/service.ts';
import { createSource } from '../../src/features/sources/server/service.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import { diceOf } from './random.ts';
import type { Link, Site } from './traffic.ts';

/** The paid traffic of the demo: who brings many, and who brings good ones. */
const SOURCES: readonly [
  name: string,
  template: string,
  utm: string,
  medium: string,
  share: number,
  quality: number,
  mobile: number,
][] = [
  ['Demo: Taboola', 'taboola', 'taboola', 'native', 34, 1.05, 0.78],
  ['Demo: Google Ads', 'google-ads', 'google', 'cpc', 28, 1.2, 0.5],
  ['Demo: Meta', 'meta', 'facebook', 'paid_social', 24, 0.9, 0.88],
  ['Demo: Newsletter', 'email', 'newsletter', 'email', 9, 1.75, 0.42],
];
const TERMS = ['water bottle', 'steel bottle', 'sleep mask', 'yoga mat', 'best yoga mat', 'travel mat', 'light bottle'];
const OVERSEAS = [
  ['Aldermoor Cork Mat', 'Aldermoor', '31.00'],
  ['Weidental Flask 700', 'Weidental', '6.40'],
] as const;

const none = () => Promise.resolve(new Map());

/** Adds to the sample what a busy site has, and says what visitors can come to. @returns also the postback address of each network */
export async function makeDemoSite(deps: Deps): Promise<{ site: Site; postbackUrls: Map<number, string> }> {
  const scope = { ...deps, origin: '', count: none, countViews: none, outgoingAllow: [] };
  const dice = diceOf(11);
  const abroad = await createNetwork(
    scope,
    undefined,
    { name: 'Demo network overseas', template_key: 'generic', click_param: 'subid', payout_currency: 'EUR' },
    true,
  );
  const guides = (await guideNames(deps.db)).filter((guide) => !guide.deleted);
  for (const [i, [name, brand, payout]] of OVERSEAS.entries()) {
    const { data: offer } = await createOffer(
      scope,
      undefined,
      {
        name,
        brand,
        network_id: abroad.id,
        url: `https://overseas.example/${i}`,
        payout_amount: payout,
        payout_currency: 'EUR',
      },
      true,
    );
    await addItem(deps, undefined, guides[i]!.id, {
      offer_id: offer.id,
      summary: 'Added for the demo; the brand is invented.',
      pros: ['Comes in three colours'],
      cons: ['Takes a week to arrive'],
    });
  }
  const lists = await Promise.all(guides.map((guide) => listItems(deps, guide.id)));
  const offers = await offersById(
    deps.db,
    lists.flat().flatMap((item) => item.offer_id ?? []),
  );
  const networkIds = [...new Set([...offers.values()].flatMap((offer) => offer.network_id ?? []))];
  // well clicked, so that one sees that nothing comes of it
  const silent = lists[0]?.[1]?.offer_id;
  const placed = (item: { id: number; offer_id: number | null }) => {
    const offer = offers.get(item.offer_id!)!;
    return {
      id: item.id,
      offer_id: offer.id,
      network_id: offer.network_id!,
      appeal: 0.65 + 0.8 * dice.next(),
      payout: Number(offer.payout_micros ?? 4_000_000n),
      currency: offer.payout_currency,
      isSilent: offer.id === silent,
    };
  };
  const site: Site = {
    guides: guides.map((guide, g) => ({
      id: guide.id,
      share: 1 / (g + 1),
      items: lists[g]!.filter((item) => item.offer_id !== null).map(placed),
    })),
    reviews: [],
    links: [],
    brokenNetwork: networkIds.find((id) => id !== abroad.id)!,
  };
  for (const { id } of await reviewNames(deps.db)) {
    const { offer_id: offerId } = await getReview(scope, id);
    const item = site.guides.flatMap((guide) => guide.items).find((one) => one.offer_id === offerId);
    if (item) site.reviews.push({ id, item });
  }
  for (const [name, template_key, utm_source, utm_medium, share, quality, mobile] of SOURCES) {
    const source = await createSource(scope, undefined, { name, template_key, utm_defaults: { utm_source } }, true);
    const slug = `demo-${utm_source}`;
    const link = await createLink(scope, undefined, { name: `${name} ad`, slug, traffic_source_id: source.id }, true);
    let destinations: Link['destinations'] = [];
    for (const [g, weight] of [60, 30, 10].entries()) {
      if (!guides[g]) continue;
      const list = await addDestination(scope, undefined, link.id, {
        type: TO_GUIDE,
        target_id: guides[g].id,
        weight,
      });
      destinations = list.map((one) => ({ id: one.id, guide_id: one.target_id!, weight: one.weight }));
    }
    site.links.push({
      id: link.id,
      source_id: source.id,
      utm: { utm_source, utm_medium },
      campaigns: ['autumn', 'brand', 'broad'],
      terms: utm_medium === 'cpc' ? TERMS : [],
      destinations,
      share,
      quality,
      mobile,
      ...(template_key === 'taboola' && { weakSite: 'kettle-news.example' }),
    });
  }
  const postbackUrls = new Map<number, string>();
  for (const id of networkIds) postbackUrls.set(id, (await getNetwork(scope, id)).postback_url);
  return { site, postbackUrls };
}
