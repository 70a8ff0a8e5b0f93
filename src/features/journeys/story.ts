import type { GapReason, TimelineStep } from './contract.ts';

/** Everything that is stored about one way from an ad to the bank. Rows that were not found are undefined. */
export type Story = {
  now: string;
  visitId: string | null;
  visit: VisitFacts | undefined;
  /** Undefined: the store of behaviour did not answer. `isExpected`: the visit was led to a page of ours. */
  pages: { views: PageFacts[]; seen: SeenFacts[]; isExpected: boolean } | undefined;
  /** The click id as it is known, from the click or from what a network sent. */
  clickKey: string | null;
  click: ClickFacts | undefined;
  /** Was there a click once, whose row has gone by its age? */
  isClickRemoved: boolean;
  /** Were the traces of the click deleted on request? */
  isErased: boolean;
  attributionDays: number | undefined;
  conversions: ConversionFacts[];
  messages: MessageFacts[];
  /** By traffic source. */
  targets: ReadonlyMap<number, Target>;
  siteCurrency: string;
  logDays: number;
  names: Names;
};

export type Names = {
  link: (id: number) => string;
  source: (id: number) => string;
  page: (guideId: number | null, reviewId: number | null) => string;
  item: (id: number) => string;
  offer: (id: number) => string;
  network: (id: number) => string;
};

export type VisitFacts = {
  ts: string;
  link_id: number | null;
  source_id: number | null;
  external_id: string | null;
  utm: Readonly<Record<string, string>>;
  country: string | null;
  device: string | null;
  browser: string | null;
  is_bot: boolean;
  is_internal: boolean;
  route_reason: string | null;
};
export type PageFacts = { ts: string; guide_id: number | null; review_id: number | null; is_bot: boolean };
export type SeenFacts = { ts: string; item_id: number; position: number | null };
export type ClickFacts = {
  click_id: string;
  ts: string;
  guide_id: number | null;
  review_id: number | null;
  item_id: number | null;
  position: number | null;
  offer_id: number | null;
  network_id: number | null;
  source_id: number | null;
};
export type ConversionFacts = {
  id: bigint;
  event_type: string;
  txid: string | null;
  status: string;
  payout_micros: bigint;
  payout_currency: string;
  base_currency: string | null;
  attribution: string;
  is_test: boolean;
  not_counted: string | null;
  is_at_risk: boolean;
  received_at: string;
  source_id: number | null;
  history: HistoryFacts[];
  attempts: Attempt[];
};
export type HistoryFacts = {
  id: bigint;
  kind: string;
  created_at: string;
  actor_name: string | null;
  note: string | null;
  old_status: string | null;
  new_status: string | null;
  old_payout_micros: bigint | null;
  new_payout_micros: bigint | null;
  currency: string;
};
export type MessageFacts = {
  id: bigint;
  created_at: string;
  state: string;
  reason_code: string | null;
  network_id: number | null;
  conversion_id: bigint | null;
  url_masked: string;
  said: readonly (readonly [string, string])[];
};

/** What a traffic source wants to be told. */
export type Target = { name: string; postback_enabled: boolean; statuses: readonly string[] };

/** One attempt to tell it. */
export type Attempt = {
  id: bigint;
  event_key: string | null;
  attempt: number;
  state: string;
  reason_code: string | null;
  response_status: number | null;
  next_attempt_at: string | null;
  url_masked: string;
  created_at: string;
};

/** A step of which only some parts are worth a word. */
export const step = (given: Pick<TimelineStep, 'kind' | 'title' | 'text'> & Partial<TimelineStep>): TimelineStep => ({
  at: null,
  reason: null,
  tone: 'ok',
  facts: [],
  conversion_id: null,
  log_id: null,
  ...given,
});

export const gap = (reason: GapReason, text: string, given: Partial<TimelineStep> = {}): TimelineStep =>
  step({ kind: 'gap', title: 'Gap', text, reason, tone: 'warn', ...given });
