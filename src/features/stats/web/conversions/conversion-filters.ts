import type { ConversionRow } from '../../contract.ts';

/** Filters that links to the list set, in the order of their chips, with what each is called and how a row names its value. */
const LINKED = {
  listicle_id: ['Guide', (row: ConversionRow) => row.listicle],
  item_id: ['Product', (row: ConversionRow) => row.offer],
  offer_id: ['Offer', (row: ConversionRow) => row.offer],
  network_id: ['Network', (row: ConversionRow) => row.network],
  source_id: ['Source', (row: ConversionRow) => row.source],
  link_id: ['Tracking link', () => null],
  country: ['Country', () => null],
  utm_medium: ['utm_medium', () => null],
  utm_campaign: ['utm_campaign', () => null],
  utm_content: ['utm_content', () => null],
} as const;
type Linked = keyof typeof LINKED;

/** Each of them unset. */
export const LINKED_FILTERS: Record<Linked, string> = {
  listicle_id: '',
  item_id: '',
  offer_id: '',
  network_id: '',
  source_id: '',
  link_id: '',
  country: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
};

export const isLinked = (key: string): key is Linked => key in LINKED;

/** Those that are set, named by the rows where these know a name. */
export const linkedChips = (
  filters: Readonly<Record<Linked, string>>,
  rows: readonly ConversionRow[],
): { key: Linked; label: string }[] =>
  (Object.keys(LINKED_FILTERS) as Linked[])
    .filter((key) => filters[key] !== '')
    .map((key) => {
      const [label, nameOf] = LINKED[key];
      const name = rows[0] && nameOf(rows[0]);
      return { key, label: `${label}: ${name ?? filters[key]}` };
    });
