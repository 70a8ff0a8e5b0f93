import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import type { EventType, Source } from '../contract.ts';

const choices = (words: Record<string, string>): readonly Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The wire's words with the words that people read. */
export const STATUS_CHOICES: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

const TYPES: Record<Source['type'], string> = {
  native: 'Native',
  search: 'Search',
  social: 'Social',
  push: 'Push',
  email: 'E-mail',
  organic: 'Organic',
  influencer: 'Influencer',
  other: 'Other',
};
export const TYPE_CHOICES = choices(TYPES);

const COST_MODELS: Record<Source['cost_model'], string> = {
  cpc: 'Per click (CPC)',
  cpm: 'Per 1,000 impressions (CPM)',
  cpa: 'Per conversion (CPA)',
  flat: 'Flat',
  none: 'No cost',
};
export const COST_CHOICES = choices(COST_MODELS);

export const METHOD_CHOICES: readonly Choice[] = [
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
];

const EVENTS: Record<EventType, string> = {
  lead: 'Lead',
  sale: 'Sale',
  upsell: 'Upsell',
  rebill: 'Rebill',
  refund: 'Refund',
  chargeback: 'Chargeback',
  custom: 'Custom',
};
export const EVENT_CHOICES = choices(EVENTS);

/** Macros of a postback with what they mean and a sample, in the order of their chips. */
export const POSTBACK_MACROS: readonly { name: string; means: string; sample: string }[] = [
  { name: 'external_id', means: "The source's own click id", sample: 'abc123XYZ' },
  { name: 'event', means: 'The event, in their words', sample: 'sale' },
  { name: 'status', means: 'The status, in their words', sample: 'approved' },
  { name: 'payout', means: 'What we earn', sample: '25.00' },
  { name: 'currency', means: 'Currency of the payout', sample: 'USD' },
  { name: 'txid', means: "The network's transaction id", sample: 'T-1001' },
  { name: 'click_id', means: 'Our click id', sample: '01jq8zk3v7abcdefghjkmnpq' },
  { name: 'conversion_id', means: 'Our number of the conversion', sample: '1001' },
  { name: 'payout_base', means: "The payout, where it is in the site's currency", sample: '25.00' },
  { name: 'cost', means: 'What the click cost, in the currency of the payout, if known', sample: '0.12' },
  { name: 'profit', means: 'The payout less the cost, if known', sample: '24.88' },
  { name: 'ts', means: 'When it happened, in seconds', sample: '1772359200' },
  { name: 'ts_ms', means: 'When it happened, in milliseconds', sample: '1772359200000' },
  { name: 'click_ts', means: 'When the click happened, in seconds', sample: '1772355600' },
  { name: 'gclid', means: 'Click id of Google Ads', sample: 'Cj0KCQ' },
  { name: 'fbclid', means: 'Click id of Meta', sample: 'IwAR0' },
  { name: 'ttclid', means: 'Click id of TikTok', sample: 'E.C.P.' },
  { name: 'msclkid', means: 'Click id of Microsoft', sample: '0a1b2c' },
  { name: 'utm_campaign', means: 'The campaign of the visit', sample: 'spring' },
  { name: 'sub1', means: 'A free sub id; also sub2 to sub10', sample: 'one' },
  { name: 'source.id', means: 'Our number of this source', sample: '1' },
  { name: 'source.name', means: 'Name of this source', sample: 'Newsletter' },
  { name: 'link.id', means: 'Our number of the tracking link', sample: '1' },
  { name: 'link.slug', means: 'Slug of the tracking link', sample: 'spring-tea' },
  { name: 'country', means: 'Country of the visitor', sample: 'US' },
  { name: 'device', means: 'Kind of device', sample: 'mobile' },
  { name: 'lang', means: 'Language of the visitor', sample: 'de' },
];
