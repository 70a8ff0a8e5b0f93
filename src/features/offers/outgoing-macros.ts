import type { MacroValues } from '../../platform/macros/macros.ts';

type OutgoingMacro = { name: string; means: string; sample: string };

const numbered = (count: number, make: (n: number) => OutgoingMacro) =>
  Array.from({ length: count }, (_, i) => make(i + 1));

/** Everything that an outgoing address may carry, with a sample for previews. No address, user agent or e-mail: see the privacy page. */
export const OUTGOING_MACROS: readonly OutgoingMacro[] = [
  { name: 'click_id', means: 'Our click id', sample: '01k3w8c5zqh2n7v4x9t6m0ag' },
  { name: 'visit_id', means: 'The visit through a tracking link', sample: '01k3w8c4ye5r8s2d7f1g3h6j' },
  { name: 'external_id', means: "The traffic source's own click id", sample: 'src-48213' },
  { name: 'gclid', means: 'Google click id', sample: 'EAIaIQobChMI' },
  { name: 'gbraid', means: 'Google app click id', sample: '0AAAAA' },
  { name: 'wbraid', means: 'Google web-to-app click id', sample: 'CjkKCQ' },
  { name: 'fbclid', means: 'Meta click id', sample: 'IwAR2x' },
  { name: 'ttclid', means: 'TikTok click id', sample: 'E.C.P.x' },
  { name: 'msclkid', means: 'Microsoft click id', sample: '7f3c1a' },
  ...numbered(10, (n) => ({ name: `sub${n}`, means: `Free sub id ${n}`, sample: `s${n}` })),
  { name: 'utm_source', means: 'Captured utm_source', sample: 'newsletter' },
  { name: 'utm_medium', means: 'Captured utm_medium', sample: 'email' },
  { name: 'utm_campaign', means: 'Captured utm_campaign', sample: 'spring' },
  { name: 'utm_term', means: 'Captured utm_term', sample: 'herbal tea' },
  { name: 'utm_content', means: 'Captured utm_content', sample: 'button' },
  { name: 'source.id', means: 'Traffic source', sample: '3' },
  { name: 'source.name', means: 'Name of the traffic source', sample: 'Newsletter' },
  { name: 'link.id', means: 'Tracking link', sample: '12' },
  { name: 'link.slug', means: 'Slug of the tracking link', sample: 'spring-tea' },
  { name: 'dest.id', means: 'Destination of the link', sample: '31' },
  { name: 'guide.id', means: 'The guide the reader was on', sample: '5' },
  { name: 'guide.slug', means: 'Its slug', sample: 'calm-teas' },
  { name: 'item.id', means: 'The product in the guide', sample: '44' },
  { name: 'rank', means: 'Its place in the guide', sample: '1' },
  { name: 'badge', means: 'Its badge', sample: 'best_overall' },
  { name: 'review.slug', means: 'The review the reader was on', sample: 'calm-tea-review' },
  { name: 'offer.id', means: 'This offer', sample: '7' },
  { name: 'offer.name', means: 'Its name', sample: 'Calm Tea' },
  { name: 'network.id', means: 'Its network', sample: '2' },
  { name: 'country', means: 'Country of the visitor', sample: 'DE' },
  { name: 'region', means: 'Region of the visitor', sample: 'BE' },
  { name: 'device', means: 'desktop, mobile or tablet', sample: 'mobile' },
  { name: 'os', means: 'Operating system', sample: 'Android' },
  { name: 'browser', means: 'Browser', sample: 'Chrome' },
  { name: 'lang', means: 'Language of the visitor', sample: 'de' },
  { name: 'cost', means: 'Cost of the click, if known', sample: '0.12' },
  { name: 'currency', means: 'Its currency', sample: 'USD' },
  { name: 'ts', means: 'Seconds since 1970', sample: '1772600767' },
  { name: 'ts_ms', means: 'Milliseconds since 1970', sample: '1772600767089' },
  { name: 'date', means: 'The date; {date:yyyy-MM-dd} formats it', sample: '2026-03-04T05:06:07.089Z' },
  { name: 'rand', means: 'A random text against caches', sample: 'k7w2q9' },
  { name: 'referrer_host', means: 'Host the visitor came from', sample: 'search.example' },
  { name: 'page_url', means: 'Canonical address of the page', sample: 'https://guides.example/listicles/5' },
];

const NAMES = new Set(OUTGOING_MACROS.map((macro) => macro.name));

/** Does the redirect know a value for this canonical name? */
export const isOutgoingMacro = (name: string): boolean => NAMES.has(name);

/** A sample value for every macro: what previews are rendered with. */
export const SAMPLE_MACROS: MacroValues = Object.fromEntries(OUTGOING_MACROS.map(({ name, sample }) => [name, sample]));
