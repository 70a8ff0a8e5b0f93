import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admin } from './http.ts';

type Saved<T = object> = { data: T & { id: number } };

/** Everything that was set up, with the ids that the program gave. The recount reads it as `world.json`. */
export type World = {
  networks: { key: string; id: number; postbackPath: string }[];
  offers: { id: number; network: string; host: string; name: string }[];
  guides: { id: number; title: string; items: { id: number; offer_id: number | null; is_visible: boolean }[] }[];
  review: { id: number; slug: string; offer_id: number; title: string };
  sources: { key: string; id: number; name: string; postback_statuses: string[] }[];
  links: {
    id: number;
    slug: string;
    source: string | null;
    destinations: { id: number; type: string; target_id: number; weight: number }[];
  }[];
};

/** A link without destinations: once the router knows it, it knows everything that was made before. */
export const LAST_SLUG = 'made-last';

const NETWORKS = [
  ['clickbank', 'ClickBank', ['slumberroot', 'calmhour', 'brightgut']],
  ['digistore24', 'Digistore24', ['schlafgut', 'ruhepol']],
  ['cake', 'A network on CAKE', ['oakvita', 'mossline']],
  ['tune', 'A network on TUNE', ['riverpure', 'fernroot']],
] as const;

/** Products by the host of their offer; null is an editorial mention, `-` before the host hides the product. */
const GUIDES: readonly [title: string, products: readonly (string | null)[]][] = [
  ['Magnesium for sleep, compared', ['slumberroot', 'schlafgut', null, 'oakvita', 'riverpure']],
  ['Evening teas, compared', ['calmhour', '-ruhepol', 'mossline', 'schlafgut', 'fernroot']],
  ['Probiotics for beginners', ['brightgut', 'ruhepol', 'fernroot', 'oakvita']],
];

type Target = readonly ['listicle' | 'review' | 'offer', index: number, weight: number];
const LINKS: readonly [source: string, slug: string, targets: readonly Target[]][] = [
  [
    'google-ads',
    'g-magnesium',
    [
      ['listicle', 0, 50],
      ['listicle', 1, 30],
      ['review', 0, 20],
    ],
  ],
  [
    'meta',
    'm-evening',
    [
      ['listicle', 1, 3],
      ['listicle', 2, 2],
    ],
  ],
  [
    'taboola',
    't-native',
    [
      ['listicle', 0, 40],
      ['listicle', 2, 25],
      ['offer', 0, 35],
    ],
  ],
];

/** Sets the site up through the API, as an administrator would, from the shipped templates. @param receiver host and port of the ad platform */
export async function buildWorld(admin: Admin, origin: string, receiver: string, folder: string): Promise<World> {
  const world: World = {
    networks: [],
    offers: [],
    guides: [],
    review: { id: 0, slug: '', offer_id: 0, title: '' },
    sources: [],
    links: [],
  };
  for (const [key, name, hosts] of NETWORKS) {
    const made = await admin.post<Saved<{ postback_url: string }>>('/admin/affiliate-networks', {
      name,
      template_key: key,
    });
    const postbackPath = made.data.postback_url.replace(origin, '').split('?')[0]!;
    world.networks.push({ key, id: made.data.id, postbackPath });
    for (const host of hosts) await addOffer(admin, world, key, made.data.id, host);
  }
  for (const [title, products] of GUIDES) await addGuide(admin, world, title, products);
  await addReview(admin, world);
  await addSources(admin, world, receiver);
  for (const [source, slug, targets] of LINKS) await addLink(admin, world, source, slug, targets);
  const last = await admin.post<Saved>('/admin/tracking-links', {
    name: 'Made last',
    slug: LAST_SLUG,
    fallback_url: '/',
  });
  world.links.push({ id: last.data.id, slug: LAST_SLUG, source: null, destinations: [] });
  writeFileSync(join(folder, 'world.json'), JSON.stringify(world));
  return world;
}

async function addOffer(admin: Admin, world: World, network: string, networkId: number, name: string): Promise<void> {
  const host = `${name}.example`;
  const { data } = await admin.post<Saved>('/admin/offers', {
    name,
    network_id: networkId,
    // a query of its own, a macro that is filled, one that mostly is not, and the network's own click id behind them
    url: `https://${host}/order?aff=4711&src={utm_source}&place={guide.id}-{rank}&kw={utm_term}`,
  });
  world.offers.push({ id: data.id, network, host, name });
}

async function addGuide(
  admin: Admin,
  world: World,
  title: string,
  products: readonly (string | null)[],
): Promise<void> {
  const guide = await admin.post<Saved>('/admin/listicles', {
    title,
    description: '<p>What we compared, and how.</p>',
    author_name: 'The editors',
  });
  const items: World['guides'][number]['items'] = [];
  for (const product of products) {
    const isVisible = !product?.startsWith('-');
    const offer = world.offers.find((one) => one.name === product?.replace('-', ''));
    const { data } = await admin.post<Saved>(`/admin/listicles/${guide.data.id}/items`, {
      offer_id: offer?.id ?? null,
      is_visible: isVisible,
      summary: 'Why it is on this list.',
      pros: ['Tastes of what it is made of'],
      cons: ['Sold in large bags only'],
      ...(!offer && { title: 'A walk before bed' }),
    });
    items.push({ id: data.id, offer_id: offer?.id ?? null, is_visible: isVisible });
  }
  world.guides.push({ id: guide.data.id, title, items });
}

async function addReview(admin: Admin, world: World): Promise<void> {
  const offer = world.offers.find((one) => one.name === 'mossline')!;
  const title = 'Mossline, reviewed';
  const { data } = await admin.post<Saved<{ slug: string }>>('/admin/offer-content', {
    offer_id: offer.id,
    title,
    status: 'published',
    verdict: 'A plain tea.',
    pros: ['Smells of hay'],
    cons: ['Sold in tins only'],
    sections: [{ heading: 'In the cup', body: '<p>Brown, and soon cold.</p>' }],
  });
  world.review = { id: data.id, slug: data.slug, offer_id: offer.id, title };
}

async function addSources(admin: Admin, world: World, receiver: string): Promise<void> {
  const { data: templates } = await admin.get<{ data: { key: string; postback_url: string | null }[] }>(
    '/admin/traffic-sources/templates',
  );
  for (const key of ['google-ads', 'meta', 'taboola']) {
    const url = templates.find((one) => one.key === key)!.postback_url;
    const postback_statuses = ['approved', 'reversed'];
    const name = `Ads at ${key}`;
    const { data } = await admin.post<Saved>('/admin/traffic-sources', {
      name,
      template_key: key,
      // the address of the template, but for the machine behind it; the status tells a sale from its refund
      ...(url && {
        postback_url: `${url.replace(/^https:\/\/[^/]+/, `http://${receiver}`)}&status={status}`,
        postback_enabled: true,
        postback_statuses,
        event_map: { sale: 'make_purchase', refund: 'refund' },
      }),
    });
    world.sources.push({ key, id: data.id, name, postback_statuses: url ? postback_statuses : [] });
  }
}

async function addLink(
  admin: Admin,
  world: World,
  source: string,
  slug: string,
  targets: readonly Target[],
): Promise<void> {
  const { data: link } = await admin.post<Saved>('/admin/tracking-links', {
    name: slug,
    slug,
    traffic_source_id: world.sources.find((one) => one.key === source)!.id,
    fallback_url: '/',
  });
  const destinations: World['links'][number]['destinations'] = [];
  for (const [type, index, weight] of targets) {
    const target_id = { listicle: world.guides[index]?.id, review: world.review.id, offer: world.offers[index]?.id }[
      type
    ]!;
    const { data } = await admin.post<{ data: { id: number; type: string; target_id: number }[] }>(
      `/admin/tracking-links/${link.id}/destinations`,
      { type, target_id, weight },
    );
    const { id } = data.find((one) => one.type === type && one.target_id === target_id)!;
    destinations.push({ id, type, target_id, weight });
  }
  world.links.push({ id: link.id, slug, source, destinations });
}
