import type { Admin } from '../../journey/http.ts';

type Made<T = object> = { data: { id: number } & T };

export const OFFERS = ['plain', 'other', 'capped', 'burst'] as const;
export type OfferKey = (typeof OFFERS)[number];
/** `sold` leads to a shop, `read` to a guide, `capped` and `burst` to an offer with a cap, `moved` to where the editor says. */
export const LINKS = ['sold', 'read', 'capped', 'burst', 'moved'] as const;
export type LinkKey = (typeof LINKS)[number];

/** What was set up, with the ids that the program gave. */
export type World = {
  postback: string;
  source: number;
  network: number;
  offers: Record<OfferKey, number>;
  links: Record<LinkKey, number>;
  guide: { id: number; items: number[] };
  /** The destination that an editor moves about. */
  moved: number;
};

export const hostOf = (offer: OfferKey): string => `${offer}.example`;
export const offerAt = (address: string): OfferKey | undefined =>
  OFFERS.find((offer) => hostOf(offer) === new URL(address).hostname);

/** What a visit of a link costs, in cents. */
export const VISIT_CENTS = 25n;

type Wanted = {
  /** Host and port of who is told of sales and alerts. */
  receiver: string;
  /** Clicks in all that the offers with a cap take. */
  caps: { capped: number; burst: number };
};

/** Sets a small site up through the API. */
export async function buildWorld(admin: Admin, { receiver, caps }: Wanted): Promise<World> {
  const { data: settings } = await admin.get<{ data: { version: number } }>('/settings');
  const alerts = { alert_webhook_url: `http://${receiver}/alerts`, alert_severity: 'info' };
  await admin.put('/settings', { ...alerts, version: settings.version });
  const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
    name: 'Network',
    click_param: 'cid',
  });
  const source = await admin.post<Made>('/admin/traffic-sources', {
    name: 'Source',
    click_id_param: 'xid',
    postback_enabled: true,
    postback_url: `http://${receiver}/told?t={txid}`,
    postback_statuses: ['approved'],
  });
  const offers = {} as World['offers'];
  for (const key of ['plain', 'other', 'capped', 'burst'] as const) {
    const cap = key === 'capped' || key === 'burst' ? caps[key] : undefined;
    const { data } = await admin.post<Made>('/admin/offers', {
      name: `Offer ${key}`,
      url: `https://${hostOf(key)}/`,
      network_id: network.data.id,
      ...(cap !== undefined && { cap_total: cap, overflow_offer_id: offers.other }),
    });
    offers[key] = data.id;
  }
  const guide = await addGuide(admin, [offers.plain, offers.other]);
  const links = {} as World['links'];
  let moved = 0;
  for (const slug of LINKS) {
    const link = await admin.post<Made>('/admin/tracking-links', {
      name: `Link ${slug}`,
      slug,
      traffic_source_id: source.data.id,
      fallback_url: '/',
      cost_model: 'cpc',
      cost_value: `0.${VISIT_CENTS}`,
    });
    links[slug] = link.data.id;
    const target = {
      sold: { type: 'offer', target_id: offers.plain },
      read: { type: 'listicle', target_id: guide.id },
      capped: { type: 'offer', target_id: offers.capped },
      burst: { type: 'offer', target_id: offers.burst },
      moved: { type: 'url', url: 'https://moved.example/0' },
    }[slug];
    const made = await admin.post<{ data: { id: number }[] }>(
      `/admin/tracking-links/${link.data.id}/destinations`,
      target,
    );
    if (slug === 'moved') moved = made.data[0]!.id;
  }
  return {
    postback: new URL(network.data.postback_url).pathname,
    source: source.data.id,
    network: network.data.id,
    offers,
    links,
    guide,
    moved,
  };
}

async function addGuide(admin: Admin, offers: readonly number[]): Promise<World['guide']> {
  const guide = await admin.post<Made>('/admin/listicles', {
    title: 'Title 0',
    description: '<p>What we compared, and how.</p>',
    author_name: 'The editors',
  });
  const items: number[] = [];
  for (const offer of offers) {
    const { data } = await admin.post<Made>(`/admin/listicles/${guide.data.id}/items`, {
      offer_id: offer,
      summary: 'Why it is on this list.',
      pros: ['Tastes of what it is made of'],
      cons: ['Sold in large bags only'],
    });
    items.push(data.id);
  }
  return { id: guide.data.id, items };
}

/** Guides that go up by themselves, one a moment, while instances come and go. @returns their ids */
export async function scheduleGuides(admin: Admin, offer: number, moments: readonly Date[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [n, at] of moments.entries()) {
    const { data } = await admin.post<Made>('/admin/listicles', {
      title: `Scheduled ${n}`,
      description: '<p>What we compared, and how.</p>',
      author_name: 'The editors',
      status: 'draft',
      publish_at: at.toISOString(),
    });
    await admin.post(`/admin/listicles/${data.id}/items`, {
      offer_id: offer,
      summary: 'Why it is on this list.',
      pros: ['Tastes of what it is made of'],
      cons: ['Sold in large bags only'],
    });
    ids.push(data.id);
  }
  return ids;
}
