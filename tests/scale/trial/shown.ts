import type { Line, Recount } from './recount.ts';
import type { Ask } from './whole-site.ts';
import type { World } from './world.ts';

type Values = Record<string, string | number | null>;
type Row = Values & { id: number };
type Report = {
  data: { dims: Record<string, { value: number | string | null }>; values: Values }[];
  totals: { values: Values };
};

const COUNTS = ['visits', 'clicks', 'conversions', 'revenue_expected', 'revenue_confirmed'] as const;
const RANGE = 'days=2';

/** A line in the words of one screen; nothing on it: undefined, since some screens leave such a line out. */
const told = (line: Values | Line, names: readonly string[]): string | undefined => {
  const values = names.map((name) => (line as Values)[name]);
  return values.every((value) => value === 0 || value === '0.00' || value == null) ? undefined : values.join(' ');
};
const linesOf = (lines: readonly (readonly [key: string | number, line: Values | Line])[], names: readonly string[]) =>
  Object.fromEntries(
    lines.map(([key, line]) => [String(key), told(line, names)] as const).filter(([, text]) => text !== undefined),
  );

const report = (ask: Ask, dimension: string): Promise<Report> =>
  ask<Report>(
    `/admin/stats/report?${RANGE}&limit=1000&dimensions=${dimension}&metrics=${[...COUNTS, 'cost'].join(',')}`,
  );
const cut = ({ data }: Report, dimension: string) =>
  data.map(({ dims, values }) => [dims[dimension]!.value ?? 'none', values] as const);

/** By which one sees whether everything has come. */
export async function totalsShown(ask: Ask): Promise<Partial<Line>> {
  const { totals } = await report(ask, '');
  return Object.fromEntries(COUNTS.map((name) => [name, totals.values[name]]));
}

const COMMERCE = ['clicks', 'conversions', 'revenue_expected', 'revenue_confirmed'];
const OF_LINK_SCREEN = ['visits', 'clicks_out', 'conversions', 'revenue', 'revenue_confirmed', 'cost'];
const OF_LINK_LIST = ['visits_30d', 'clicks_30d', 'conversions_30d', 'revenue_30d', 'cost_30d'];

/** What the screens of one instance say, where the recount says something too. */
export async function shownBy(ask: Ask, { links, guide }: World): Promise<Record<string, unknown>> {
  const byLink = await report(ask, 'link');
  const offers = await ask<{ data: Row[]; totals: Values }>(`/admin/stats/offers?${RANGE}`);
  const { total, totals: conversions } = await ask<{ total: number; totals: Values & { by_status: Values } }>(
    `/admin/stats/conversions?${RANGE}`,
  );
  const screens: (readonly [number, Values])[] = [];
  for (const id of [links.sold, links.read])
    screens.push([id, (await ask<{ totals: Values }>(`/admin/tracking-links/${id}/stats?${RANGE}`)).totals]);
  const listed = async (path: string) => (await ask<{ data: Row[] }>(path)).data.map((row) => [row.id, row] as const);
  const guides = await ask<{ data: Row[] }>(`/admin/stats/listicles?${RANGE}`);
  return {
    totals: told(byLink.totals.values, [...COUNTS, 'cost']),
    byLink: linesOf(cut(byLink, 'link'), [...COUNTS, 'cost']),
    byOffer: linesOf(cut(await report(ask, 'offer'), 'offer'), COMMERCE),
    byDevice: linesOf(cut(await report(ask, 'device'), 'device'), COUNTS),
    bySource: linesOf(cut(await report(ask, 'source'), 'source'), [...COUNTS, 'cost']),
    byNetwork: linesOf(cut(await report(ask, 'network'), 'network'), COMMERCE),
    offerScreen: linesOf(
      offers.data.map((row) => [row.id, row]),
      COMMERCE,
    ),
    offerTotals: told(offers.totals, COMMERCE),
    guideScreen: linesOf(
      guides.data.map((row) => [row.id, row]),
      COMMERCE,
    )[guide.id],
    conversions: [total, conversions['count'], conversions['payout_expected'], conversions['payout_confirmed']],
    statuses: conversions.by_status,
    orphans: conversions['orphans'],
    linkScreens: linesOf(screens, OF_LINK_SCREEN),
    linkList: linesOf(await listed('/admin/tracking-links'), OF_LINK_LIST),
    sourceList: linesOf(await listed('/admin/traffic-sources'), ['visits_30d', 'cost_30d']),
    offerList: linesOf(await listed('/admin/offers'), ['clicks_7d', 'conv_7d']),
    networkList: linesOf(await listed('/admin/affiliate-networks'), ['conversions_30d']),
  };
}

/** What they must say. */
export function wantedBy(recount: Recount, world: World): Record<string, unknown> {
  const { source, network, guide } = world;
  const { totals, statuses } = recount;
  const [links, offers, devices] = [recount.links, recount.offers, recount.devices].map((lines) =>
    Object.entries(lines),
  ) as [[string, Line][], [string, Line][], [string, Line][]];
  const all = [...COUNTS, 'cost'];
  const sold = statuses.pending + statuses.approved + statuses.reversed;
  return {
    totals: told(totals, all),
    byLink: linesOf(links, all),
    byOffer: linesOf(offers, COMMERCE),
    byDevice: linesOf(devices, COUNTS),
    bySource: linesOf([[source, totals]], all),
    byNetwork: linesOf([[network, totals]], COMMERCE),
    offerScreen: linesOf(offers, COMMERCE),
    offerTotals: told(totals, COMMERCE),
    guideScreen: linesOf([[guide.id, recount.guide]], COMMERCE)[guide.id],
    conversions: [sold, sold, totals.revenue_expected, totals.revenue_confirmed],
    statuses: { ...statuses, rejected: 0 },
    orphans: 0,
    linkScreens: linesOf(
      links.filter(([id]) => [world.links.sold, world.links.read].includes(Number(id))),
      all,
    ),
    linkList: linesOf(links, ['visits', 'clicks', 'conversions', 'revenue_expected', 'cost']),
    sourceList: linesOf([[source, totals]], ['visits', 'cost']),
    offerList: linesOf(offers, ['clicks', 'conversions']),
    networkList: linesOf([[network, totals]], ['conversions']),
  };
}

/** Other screens, of which it is enough that every instance says the same. */
const SAME = [
  `/admin/stats/listicles?${RANGE}`,
  `/admin/stats/offer-content?${RANGE}`,
  `/admin/stats/ctr?${RANGE}`,
  `/admin/stats/attribution?${RANGE}`,
  `/admin/stats/cohorts?${RANGE}`,
  `/admin/stats/conversions?${RANGE}&itemsPerPage=100`,
  `/admin/stats/report?${RANGE}&dimensions=browser,os&metrics=visits,visit_visitors,views,clicks`,
  `/admin/stats/report?${RANGE}&dimensions=hour_of_day,listicle&metrics=visits,views,clicks,revenue_expected`,
  '/admin/stats/utm-values',
  '/admin/listicles?itemsPerPage=100',
  '/admin/offers?itemsPerPage=100',
  '/admin/images',
  '/admin/alerts',
  '/admin/conversions/orphans',
  '/settings/audit',
];

export async function othersShown(ask: Ask): Promise<Record<string, unknown>> {
  const screens: Record<string, unknown> = {};
  for (const path of SAME) screens[path] = { ...(await ask<object>(path)), generated_at: undefined };
  return screens;
}
