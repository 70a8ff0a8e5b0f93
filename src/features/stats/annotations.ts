import { formatMicros } from '../../platform/money.ts';
import { localDayOf } from '../../platform/time.ts';
import type { ANNOTATION_KINDS } from './annotation-contract.ts';

/** A change on record: what differed, before and after. */
export type Change = {
  id: bigint | number;
  action: string;
  entity: string;
  entity_id: string;
  entity_name: string | null;
  actor_name: string;
  before: unknown;
  after: unknown;
  created_at: string;
};

type Kind = (typeof ANNOTATION_KINDS)[number];
type Fields = Record<string, unknown>;
/** One thing that a change did: a value became another, or some fields got another content, or neither. */
type Deed = { kind: Kind; label: string; from?: string; to?: string; fields?: readonly string[] };

export type Annotation = {
  id: string;
  at: string;
  day: string;
  kind: Kind;
  entity: string;
  entity_id: string;
  subject: string;
  text: string;
  changes: number;
  actor: string;
};

/** Records whose changes may move a curve. */
export const ANNOTATED = ['guide', 'guide_item', 'review', 'offer', 'destination', 'link', 'settings'] as const;

const PAYOUT = /^payout/;
const PRICE = /^(price|list_price|coupon)/;
/** Of no matter to readers, or a shadow of another field. */
const QUIET =
  /^(notes$|tags$|cap_|created_|deleted_at$|first_published_at$|is_sample$|price_checked_at$|version$|updated_at$)/;
const WORDS: Readonly<Record<string, string>> = {
  create: 'Added',
  duplicate: 'Added as a copy',
  delete: 'Taken out',
  restore: 'Put back',
};

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** What a change did to content, prices, ranks, weights and payouts; nothing where readers cannot feel it. */
export function deedsOf({
  action,
  entity,
  before,
  after,
}: Pick<Change, 'action' | 'entity' | 'before' | 'after'>): Deed[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  if (entity === 'settings') return siteDeeds(old, fresh);
  if (entity === 'guide' && action === 'reorder') return [rankDeed(old['items'], fresh['items'])];
  const kind: Kind = entity === 'destination' || entity === 'link' ? 'weight' : 'content';
  const word = WORDS[action];
  if (word !== undefined) return [{ kind, label: word }];
  const keys = Object.keys(fresh).filter((key) => !QUIET.test(key));
  const deeds: Deed[] = [];
  const value = (key: string, label: string, of: Kind, format: (value: unknown) => string = String): void => {
    if (!keys.includes(key)) return;
    deeds.push({ kind: of, label, from: told(old[key], format), to: told(fresh[key], format) });
  };
  value('status', 'Status', kind);
  value('weight', 'Weight', 'weight');
  if (entity === 'offer') {
    value('payout_micros', 'Payout', 'payout', amount);
    value('price_micros', 'Price', 'price', amount);
    value('list_price_micros', 'List price', 'price', amount);
    if (keys.some((key) => PAYOUT.test(key)) && !keys.includes('payout_micros'))
      deeds.push({ kind: 'payout', label: 'Payout rules changed' });
    if (keys.some((key) => key.startsWith('coupon'))) deeds.push({ kind: 'price', label: 'Coupon changed' });
  }
  const rest = keys.filter((key) => !['status', 'weight'].includes(key) && !PAYOUT.test(key) && !PRICE.test(key));
  if (rest.length > 0) deeds.push({ kind, label: 'Edited', fields: rest });
  return deeds;
}

/** What moves the numbers of the past: they are counted anew in another zone, and told in another currency. */
function siteDeeds(old: Fields, fresh: Fields): Deed[] {
  const [zone, currency] = [fresh['time_zone'], fresh['currency']].map((one) => (typeof one === 'string' ? one : ''));
  return [
    ...(zone && zone !== old['time_zone']
      ? [{ kind: 'content' as const, label: `Days are in ${zone} since this day; older days were counted anew` }]
      : []),
    ...(currency && currency !== old['currency']
      ? [{ kind: 'content' as const, label: `Sums are told in ${currency} since this day` }]
      : []),
  ];
}

const amount = (micros: unknown): string =>
  /^-?\d+$/.test(String(micros)) ? formatMicros(BigInt(String(micros))) : '';
const told = (value: unknown, format: (value: unknown) => string): string =>
  value === null || value === undefined || value === '' ? 'none' : format(value);

function listed(keys: readonly string[]): string {
  const words = keys.map((key) => key.replace(/_(id|micros|tenths)$/, '').replaceAll('_', ' '));
  return words.length > 3 ? `${words.slice(0, 2).join(', ')} and ${words.length - 2} more` : words.join(', ');
}

function rankDeed(before: unknown, after: unknown): Deed {
  const [old, fresh] = [before, after].map((one) => (Array.isArray(one) ? (one as unknown[]) : []));
  const moved = fresh!.flatMap((id, i) => (id === old![i] ? [] : [i + 1]));
  const places = moved.length > 4 ? `${moved.length} positions` : `positions ${moved.join(', ')}`;
  return { kind: 'rank', label: `New order: ${places}` };
}

/**
 * Changes as marks for charts, the latest first. What was done to one record in one day is one mark: it tells the value of the morning
 * and that of the evening.
 * @param nameOf better names than those on record, where there are any
 */
export function annotationsOf(
  changes: readonly Change[],
  zone: string,
  nameOf: (change: Change) => string | undefined = () => undefined,
): Annotation[] {
  const marks = new Map<string, Annotation & { deed: Deed }>();
  const inOrder = changes.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || Number(a.id) - Number(b.id));
  for (const change of inOrder) {
    const day = localDayOf(new Date(change.created_at), zone);
    for (const deed of deedsOf(change)) {
      const what = deed.kind === 'rank' ? '' : deed.label;
      const key = JSON.stringify([day, change.entity, change.entity_id, deed.kind, what]);
      const earlier = marks.get(key);
      const merged = earlier ? joined(earlier.deed, deed) : deed;
      const count = (earlier?.changes ?? 0) + 1;
      marks.set(key, {
        id: `${change.id}-${deed.kind}-${deed.label}`,
        at: change.created_at,
        day,
        kind: deed.kind,
        entity: change.entity,
        entity_id: change.entity_id,
        subject: nameOf(change) ?? change.entity_name ?? `${change.entity} ${change.entity_id}`,
        text: textOf(merged, count),
        changes: count,
        actor: change.actor_name,
        deed: merged,
      });
    }
  }
  return [...marks.values()]
    .filter(({ deed }) => deed.from === undefined || deed.from !== deed.to)
    .map(({ deed: _deed, ...mark }) => mark)
    .toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
}

const joined = (earlier: Deed, later: Deed): Deed => ({
  ...later,
  ...(earlier.from !== undefined && { from: earlier.from }),
  ...(later.fields && { fields: [...new Set([...(earlier.fields ?? []), ...later.fields])] }),
});

function textOf({ label, from, to, fields }: Deed, count: number): string {
  const what = from === undefined ? fields && listed(fields) : `${from} → ${to}`;
  return (what === undefined ? label : `${label}: ${what}`) + (count > 1 ? ` (${count} changes)` : '');
}
