import { z } from 'zod';
import { CHANNELS, type Channel } from './channels.ts';

/**
 * The only place that names the columns of `events` (migrations/columnar). Keys left out are null in the store.
 * Values are cut to 128 characters, an external id to 512.
 */

/** Why a request is no person's reading; the closed list. */
export const BOT_REASONS = ['bot_agent', 'no_agent', 'head', 'prefetch', 'preview'] as const;
export type BotReason = (typeof BOT_REASONS)[number];

/** Where a review has a button to the shop; the closed list. Links in its text are none of them. */
export const CTA_PLACES = ['verdict', 'sticky', 'end'] as const;
export type CtaPlace = (typeof CTA_PLACES)[number];

/** The quarters of a review's text, each by where it ends: percent of the text. */
export const READ_DEPTHS = [25, 50, 75, 100] as const;
export type ReadDepth = (typeof READ_DEPTHS)[number];

const words = z.record(z.string(), z.string());

/** What one page hands to the next without a cookie: sealed into `?v=`. */
export const Context = z.object({
  visit_id: z.string().optional(),
  view_id: z.string().optional(),
  link_id: z.int().optional(),
  destination_id: z.int().optional(),
  source_id: z.int().optional(),
  guide_id: z.int().optional(),
  review_id: z.int().optional(),
  /** The traffic source's own click id, in its own spelling. */
  external_id: z.string().optional(),
  /** Click ids of ad platforms by parameter: gclid, fbclid, ... */
  ad_ids: words.optional(),
  utm: words.optional(),
  subs: words.optional(),
  /** By which way the visit came, or without one whoever opened the page. */
  channel: z.enum(Object.keys(CHANNELS) as [Channel, ...Channel[]]).optional(),
  /** What the visit cost, for the macros of an offer: decimal and currency, such as `0.25 EUR`. The books read the visit itself. */
  paid: z.string().optional(),
  /** When it was sealed: ISO, UTC. */
  ts: z.string().optional(),
});
export type Context = z.infer<typeof Context>;

/** What a request tells of who sent it. `visitor` is undefined under Global Privacy Control and after an opt-out. */
export type VisitorFacts = {
  country?: string | undefined;
  region?: string | undefined;
  /** Only where the file of places has it. */
  city?: string | undefined;
  device?: string | undefined;
  os?: string | undefined;
  browser?: string | undefined;
  /** With the name of the system, such as `iOS 17.4`. */
  os_version?: string | undefined;
  /** With the name of the browser, and the first number alone, such as `Chrome 140`. */
  browser_version?: string | undefined;
  language?: string | undefined;
  referrer_host?: string | undefined;
  visitor?: string | undefined;
  is_bot: boolean;
  bot_reason?: BotReason | undefined;
  /** The name of an AI crawler, as a list has it. */
  crawler?: string | undefined;
  /** Who opted out, or the administrator's own browser: kept for attribution, in no count. */
  is_internal: boolean;
};

type Behaviour = VisitorFacts & Context & { ts: string };

/** An event of a request: what goes into the journal. Its own id is the one that its type mints. */
export type BehaviourEvent =
  | (Behaviour & {
      type: 'visit';
      visit_id?: string | undefined;
      params?: Record<string, string>;
      route_reason?: string;
      rule_id?: number | undefined;
      /** How its address had to be mended before it was understood: words, with commas between them. */
      mended?: string | undefined;
    })
  | (Behaviour & { type: 'view'; view_id?: string | undefined })
  | (Behaviour & { type: 'impression'; item_id: number; position?: number | undefined })
  /** A quarter of a review's text was in sight: each once a view, so that they add up. */
  | (Behaviour & { type: 'read'; depth: ReadDepth })
  /** A button of a review was in sight: each place once a view. */
  | (Behaviour & { type: 'cta_impression'; place: CtaPlace })
  /** The first button that a view of a review had in sight: places do not add up to views. */
  | (Behaviour & { type: 'cta_view' })
  | (Behaviour & {
      type: 'click';
      click_id: string;
      item_id?: number | undefined;
      position?: number | undefined;
      offer_id?: number | undefined;
      network_id?: number | undefined;
      /** The button of a review; undefined for every other way out. */
      place?: CtaPlace | undefined;
    });

/** The types of events of requests, each with whether it tells what of a page was in sight. */
const IS_SIGHT = {
  visit: false,
  view: false,
  impression: true,
  read: true,
  cta_impression: true,
  cta_view: true,
  click: false,
} satisfies Record<BehaviourEvent['type'], boolean>;
export const BEHAVIOUR_TYPES = Object.keys(IS_SIGHT) as BehaviourEvent['type'][];
export const SIGHT_TYPES = BEHAVIOUR_TYPES.filter((type) => IS_SIGHT[type]);

/** What is copied of an arrival to what came of it; undefined: not recorded. */
type Arrived = { params?: Record<string, string> | undefined; rule_id?: number | undefined };

/** A change of a conversion's sums: what goes into the outbox. A status move is two of them, one that takes and one that gives. */
export type ConversionDelta = Omit<Behaviour, 'is_bot' | 'is_internal' | 'crawler'> & {
  type: 'conversion';
  /** Unique; two deltas of one move have two. */
  event_id: string;
  conversion_id: string;
  click_id?: string | undefined;
  item_id?: number | undefined;
  position?: number | undefined;
  offer_id?: number | undefined;
  network_id: number;
  event_kind: 'lead' | 'sale' | 'upsell' | 'rebill' | 'refund' | 'chargeback' | 'custom';
  status: 'pending' | 'approved' | 'rejected' | 'reversed';
  delta_count: -1 | 0 | 1;
  /** Decimal text of a bigint, micros of `currency`. */
  delta_micros: string;
  currency: string;
  /** The same in the currency of the site by the rate of its day, where that is another one. Decimal text of a bigint. */
  base_micros?: string | undefined;
  base_currency?: string | undefined;
  /** When the click happened: ISO, UTC. */
  click_ts?: string | undefined;
  attribution: 'matched' | 'late' | 'orphan' | 'manual';
} & Arrived;

/** A part of what was paid for arrivals, on those that it was paid for. Negative where an estimate or an entry is taken back. */
export type CostShare = Omit<Behaviour, 'is_bot' | 'is_internal' | 'crawler'> & {
  type: 'cost';
  event_id: string;
  /** Decimal text of a bigint, micros of `cost_currency`. */
  cost_micros: string;
  cost_currency: string;
  cost_state: 'estimated' | 'confirmed';
  /** The same in the currency of the site by the rate of its day, where that is another one. Decimal text of a bigint. */
  base_micros?: string | undefined;
  base_currency?: string | undefined;
} & Arrived;

export type HourSums = {
  table: string;
  /** The columns of `events` that it keeps apart. */
  columns: readonly string[];
  /** The finer one that it is made from; `events` when left out. */
  from?: string;
  /** The only types of events that it keeps; all that are summed up when left out. */
  types?: readonly (typeof SUMMED_TYPES)[number][];
  /** Keeps when the last view was. */
  keepsLast?: true;
  /** The form of sums that brought it: hours that a release with a lesser one summed up have no right lines of it. */
  since?: number;
};

/** Written beside the sums of each hour, in `hours.totals`. A release that does not know it leaves 0 there. */
export const SUMS_FORM = 2;

/** What arrivals know of themselves, and what came of them. */
const OF_ARRIVALS = { types: ['visit', 'view', 'click', 'cost'], since: 1 } as const;

/** What the event store sums up by the hour (`hours.*` in migrations/columnar): coarse before fine, so that the first that fits is the least to read. */
export const HOUR_SUMS: readonly HourSums[] = [
  { table: 'hours.totals', columns: [], from: 'hours.guides', keepsLast: true },
  { table: 'hours.reviews', columns: ['review_id'], from: 'hours.content', keepsLast: true },
  { table: 'hours.readings', columns: ['review_id', 'place', 'depth'], from: 'hours.content' },
  { table: 'hours.guides', columns: ['guide_id'], from: 'hours.content', keepsLast: true },
  { table: 'hours.offers', columns: ['offer_id', 'network_id'], from: 'hours.content' },
  { table: 'hours.arrivals', columns: ['guide_id', 'source_id'], types: ['visit', 'cost'], since: 1 },
  { table: 'hours.channels', columns: ['source_id', 'channel'], ...OF_ARRIVALS },
  { table: 'hours.devices', columns: ['link_id', 'device'], from: 'hours.origin' },
  { table: 'hours.links', columns: ['source_id', 'link_id', 'destination_id'], from: 'hours.origin' },
  { table: 'hours.countries', columns: ['link_id', 'country'], from: 'hours.origin' },
  { table: 'hours.utm_contents', columns: ['source_id', 'utm_content'], ...OF_ARRIVALS },
  {
    table: 'hours.utm_campaigns',
    columns: ['source_id', 'utm_source', 'utm_medium', 'utm_campaign'],
    ...OF_ARRIVALS,
  },
  { table: 'hours.utm_terms', columns: ['source_id', 'utm_term'], ...OF_ARRIVALS },
  { table: 'hours.contents', columns: ['utm_content'], from: 'hours.words' },
  { table: 'hours.campaigns', columns: ['utm_source', 'utm_medium', 'utm_campaign'], from: 'hours.words' },
  { table: 'hours.terms', columns: ['utm_term'], from: 'hours.words' },
  {
    table: 'hours.content',
    columns: ['guide_id', 'review_id', 'item_id', 'position', 'offer_id', 'network_id', 'place', 'depth'],
    keepsLast: true,
  },
  { table: 'hours.origin', columns: ['source_id', 'link_id', 'destination_id', 'country', 'device'] },
  { table: 'hours.words', columns: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] },
  { table: 'hours.referrers', columns: ['link_id', 'referrer_host'], types: ['visit'] },
  { table: 'hours.referring', columns: ['source_id', 'referrer_host'], ...OF_ARRIVALS },
  { table: 'hours.languages', columns: ['source_id', 'language'], ...OF_ARRIVALS },
  { table: 'hours.browsers', columns: ['source_id', 'browser', 'browser_version'], ...OF_ARRIVALS },
  { table: 'hours.systems', columns: ['source_id', 'os', 'os_version'], ...OF_ARRIVALS },
  { table: 'hours.regions', columns: ['source_id', 'region', 'city'], ...OF_ARRIVALS },
  { table: 'hours.subs', columns: ['source_id', 'subs'], since: 2 },
  {
    table: 'hours.params',
    columns: ['source_id', 'link_id', 'rule_id', 'params'],
    types: ['visit', 'click', 'cost'],
    since: 2,
  },
];
/** The types of events that are summed up by the hour. */
export const SUMMED_TYPES = [...BEHAVIOUR_TYPES, 'cost'] as const;
/** Columns by whose values different people are told, of visits and views. */
export const PEOPLE_SCOPES = ['guide_id', 'review_id', 'link_id', 'source_id'] as const;
/** The columns of a conversion delta that `hours.conversions` keeps. Place and depth are always null there: no conversion knows them. */
export const CONVERSION_COLUMNS = [
  'ts',
  'click_ts',
  'type',
  'guide_id',
  'review_id',
  'item_id',
  'position',
  'offer_id',
  'network_id',
  'place',
  'depth',
  'source_id',
  'link_id',
  'destination_id',
  'country',
  'device',
  'os',
  'browser',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'event_kind',
  'status',
  'delta_count',
  'delta_micros',
  'currency',
  'base_micros',
  'base_currency',
  'region',
  'language',
  'referrer_host',
  'rule_id',
  'subs',
  'params',
  'channel',
  'city',
  'os_version',
  'browser_version',
] as const;
