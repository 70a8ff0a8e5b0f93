import { EVENT_ID } from '../../platform/ids.ts';
import { isCurrency } from '../../platform/currencies.ts';
import { holdsLiteralMacro } from '../../platform/macros/literal-macro.ts';
import { parseMicros, type Micros } from '../../platform/money.ts';
import type { PostbackField } from '../networks/contract.ts';
import type { ConversionStatus } from '../networks/conversion-statuses.ts';
import type { EventType } from '../sources/contract.ts';

/** Pairs as they came, repeats included. */
export type Pairs = readonly (readonly [key: string, value: string])[];

/** How one network speaks. */
export type Dialect = {
  param_aliases: Partial<Record<PostbackField, string[]>>;
  status_map: Record<string, ConversionStatus | 'ignore'>;
  default_status: ConversionStatus;
  payout_currency: string;
};

/** How somebody speaks whom we do not know. */
export const ANY_DIALECT: Dialect = {
  param_aliases: {},
  status_map: {},
  default_status: 'approved',
  payout_currency: 'USD',
};

/** A postback that could be read. */
export type Said = {
  /** As the network sent it; ids of ours in lower case. */
  clickKey: string;
  txid: string | null;
  eventType: EventType;
  /** Does it name that event? A refund or a chargeback is none. */
  isEventSaid: boolean;
  status: ConversionStatus;
  /** The network's own word for the status. */
  word: string | null;
  /** Null when none was sent. Negative only for `reversed`. */
  payoutMicros: Micros | null;
  currency: string;
  /** When it happened, as the network says: ISO, UTC. Null when it does not say, or not credibly. */
  at: string | null;
  isTest: boolean;
};

/** Why a postback counts nothing. It stays in the log; all but the first two can be judged again. */
export type Objection =
  | 'parameter_pollution'
  | 'missing_click_id'
  | 'literal_macro'
  | 'unmapped_status'
  | 'ignored_status'
  | 'bad_amount'
  | 'bad_currency';

/** `word`: the status that nobody has explained yet. */
export type Reading = { said: Said } | { objection: Objection; clickKey: string | null; word?: string };

/** Names under which networks send each field, first match wins. */
const ALIASES: Record<PostbackField, readonly string[]> = {
  click_id: ['click_id', 'clickid', 'cid', 'subid', 'sub_id', 'sub1', 'aff_sub', 's2'],
  payout: ['payout', 'revenue', 'amount', 'sum', 'commission', 'value'],
  txid: ['txid', 'tid', 'transaction_id', 'order_id', 'orderid', 'oid', 'lead_id', 'event_id'],
  status: ['status', 'cnv_status', 'conv_status', 'state', 'event_type'],
  event: ['event', 'et', 'goal', 'type', 'goal_id', 'event_type'],
  currency: ['currency', 'cur'],
  time: ['ts', 'time', 'conversion_time'],
  test: ['test'],
};

const words = <T extends string>(lists: Record<T, string>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries<string>(lists).flatMap(([means, list]) =>
      list.split(' ').map((word) => [word, means as T] as const),
    ),
  );

/** What the words of networks mean where their own map is silent. Numbers mean something else at each, so none is here. */
const STATUS_WORDS = words<ConversionStatus | 'ignore'>({
  approved: 'approved approve accepted confirmed paid sale purchase payment completed complete success upsell rebill',
  pending: 'pending hold on_hold waiting new open processing lead',
  rejected: 'rejected reject declined decline denied cancelled canceled invalid trash fraud',
  reversed: 'reversed reversal refund refunded rfnd chargeback charged_back chargedback cgbk',
  ignore: 'ignore',
});
const EVENT_WORDS = words<EventType>({
  sale: 'sale purchase order payment deposit ftd conversion',
  lead: 'lead signup sign_up registration install trial',
  upsell: 'upsell',
  rebill: 'rebill recurring renewal',
  refund: 'refund refunded rfnd',
  chargeback: 'chargeback charged_back chargedback cgbk',
  custom: 'custom',
});

const MAX_KEY = 200;
const CLOCK_SKEW_MS = 5 * 60_000;
const EARLIEST = Date.UTC(2000, 0);

/**
 * Reads a postback. Names and words in any case; money as exact decimals only.
 * @param query a key that appears twice in it, or again in the body with another value, is refused
 * @param receivedAt a time after it (and 5 minutes) is not believed
 */
export function readMessage(query: Pairs, body: Pairs, dialect: Dialect, receivedAt: Date): Reading {
  const values = collect(query, body);
  if (!values) return { objection: 'parameter_pollution', clickKey: clicksNamed(query, body, dialect)[0] ?? null };
  const find = (field: PostbackField): { key: string; value: string } | undefined => {
    for (const key of namesOf(field, dialect)) {
      const value = values.get(key);
      if (value) return { key, value };
    }
    return undefined;
  };
  const click = find('click_id')?.value;
  if (!click) return { objection: 'missing_click_id', clickKey: null };
  const clickKey = keyOf(click);
  const refuse = (objection: Objection): Reading => ({ objection, clickKey });

  const found = { payout: find('payout'), txid: find('txid'), status: find('status'), currency: find('currency') };
  const event = eventOf(find('event'), found.status, dialect);
  const isLiteral = [click, event.word, ...Object.values(found).map((one) => one?.value)].some(
    (value) => value !== undefined && holdsLiteralMacro(value),
  );
  if (isLiteral) return refuse('literal_macro');
  const status = statusOf(event.isStatus ? undefined : found.status?.value, event.type, dialect);
  if (!status)
    return { objection: 'unmapped_status', clickKey, word: found.status?.value.toLowerCase().slice(0, 64) ?? '' };
  if (status === 'ignore') return refuse('ignored_status');
  const payoutMicros = found.payout ? parseMicros(found.payout.value) : null;
  if (payoutMicros === undefined || (payoutMicros !== null && payoutMicros < 0n && status !== 'reversed'))
    return refuse('bad_amount');
  const currency = found.currency?.value.toUpperCase() ?? dialect.payout_currency;
  if (!isCurrency(currency)) return refuse('bad_currency');
  const isReversal = event.type === 'refund' || event.type === 'chargeback';
  return {
    said: {
      clickKey,
      txid: txidOf(found.txid?.value, event),
      eventType: isReversal ? 'sale' : event.type,
      isEventSaid: event.word !== undefined && event.word !== '' && !isReversal,
      status,
      word: found.status?.value.slice(0, 64) ?? (isReversal ? event.type : null),
      payoutMicros,
      currency,
      at: readTime(find('time')?.value, receivedAt),
      isTest: /^(1|true|yes)$/i.test(find('test')?.value ?? ''),
    },
  };
}

/** The keys of all clicks that a message names, whatever else is wrong with it: what its names ask for first comes first. */
export function clicksNamed(query: Pairs, body: Pairs, dialect: Dialect): string[] {
  const pairs = [...query, ...body];
  const named = namesOf('click_id', dialect).flatMap((name) =>
    pairs.filter(([key, value]) => key.toLowerCase() === name && value.trim() !== '').map(([, value]) => value.trim()),
  );
  return [...new Set(named.map(keyOf))];
}

const keyOf = (click: string): string => fit(EVENT_ID.test(click.toLowerCase()) ? click.toLowerCase() : click);

/** The names under which a network sends a field, in lower case. */
const namesOf = (field: PostbackField, { param_aliases: aliases }: Dialect): string[] => {
  const own = aliases[field];
  return (own && own.length > 0 ? own : ALIASES[field]).map((name) => name.toLowerCase());
};

const STRUCK_OUT = '***';

/**
 * What may be kept of a message about a click that was erased: the fields that are read, and nothing else that could lead back to a
 * person. @param key stands for the click from now on, and is read as its id
 */
export function withoutTraces(pairs: Pairs, dialect: Dialect, clickKey: string, key: string): [string, string][] {
  const ofClick = new Set(namesOf('click_id', dialect));
  const read = new Set((Object.keys(ALIASES) as PostbackField[]).flatMap((field) => namesOf(field, dialect)));
  const id = clickKey.toLowerCase();
  return pairs.map(([name, value]) => {
    const field = name.toLowerCase();
    const isId = ofClick.has(field) && value.trim() !== '';
    return [name, isId || value.toLowerCase().includes(id) ? key : read.has(field) ? value : STRUCK_OUT];
  });
}

/** Trimmed values by lower-case key. @returns undefined when a key says two things */
function collect(query: Pairs, body: Pairs): Map<string, string> | undefined {
  const values = new Map<string, string>();
  for (const [key, value] of query) {
    if (values.has(key.toLowerCase())) return undefined;
    values.set(key.toLowerCase(), value.trim());
  }
  const inBody = new Set<string>();
  for (const [name, text] of body) {
    const [key, value] = [name.toLowerCase(), text.trim()];
    if (inBody.has(key) || (values.get(key) ?? value) !== value) return undefined;
    inBody.add(key);
    values.set(key, value);
  }
  return values;
}

type EventSaid = { type: EventType; word: string | undefined; isStatus: boolean };

/**
 * `event_type` may hold either: a word of the network's map is a status, a word for an event is one.
 * @returns isStatus: what was found as status is the event, and no status was sent
 */
function eventOf(
  event: { key: string; value: string } | undefined,
  status: { key: string; value: string } | undefined,
  dialect: Dialect,
): EventSaid {
  const isShared = event !== undefined && event.key === status?.key;
  const word = event?.value.toLowerCase() ?? '';
  const known = EVENT_WORDS.get(word);
  if (isShared && (Object.hasOwn(dialect.status_map, word) || !known))
    return { type: 'sale', word: undefined, isStatus: false };
  return { type: word === '' ? 'sale' : (known ?? 'custom'), word: event?.value, isStatus: isShared };
}

function statusOf(
  word: string | undefined,
  event: EventType,
  { status_map: map, default_status: fallback }: Dialect,
): ConversionStatus | 'ignore' | undefined {
  const lower = word?.toLowerCase() ?? '';
  const said = lower === '' ? fallback : Object.hasOwn(map, lower) ? map[lower] : STATUS_WORDS.get(lower);
  if (event !== 'refund' && event !== 'chargeback') return said;
  // a refund that was turned down changes nothing
  return said === 'ignore' || (said === 'rejected' && lower !== '') ? 'ignore' : 'reversed';
}

/** Goals that are none of ours and carry no id of their own stay apart by their name. */
function txidOf(txid: string | undefined, event: EventSaid): string | null {
  if (txid) return fit(txid);
  return event.type === 'custom' && event.word ? fit(`event:${event.word.toLowerCase()}`) : null;
}

/** Keys of any length stay distinct within what an index holds. */
function fit(text: string): string {
  if (text.length <= MAX_KEY) return text;
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `${text.slice(0, MAX_KEY - 17)}~${hash.toString(16)}`;
}

/** Seconds or milliseconds since 1970, or a date and time (UTC when it names no zone). */
export function readTime(text: string | undefined, receivedAt: Date): string | null {
  if (!text) return null;
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  const ms = /^\d{10}$/.test(text)
    ? Number(text) * 1000
    : /^\d{13}$/.test(text)
      ? Number(text)
      : iso
        ? Date.parse(
            `${iso[1]}T${iso[2] ?? '00:00'}${(iso[3] ?? 'Z').toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`,
          )
        : Number.NaN;
  const isCredible = ms >= EARLIEST && ms <= receivedAt.getTime() + CLOCK_SKEW_MS;
  return isCredible ? new Date(ms).toISOString() : null;
}
