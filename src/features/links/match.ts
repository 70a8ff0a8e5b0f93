import { compileBounded } from './bounded-regex.ts';
import type { Condition } from './conditions.ts';

/** What conditions are asked about. Undefined = not known. */
export type Visit = {
  nowMs: number;
  country: string | undefined;
  region: string | undefined;
  /** Two or three small letters. */
  language: string | undefined;
  device: string | undefined;
  os: string | undefined;
  /** Read only when a rule asks. */
  osVersion: () => string | undefined;
  browser: string | undefined;
  query: { get(key: string): string | null };
  referrerHost: string | undefined;
  /** Has this visitor come by this link before today? */
  isReturning: () => boolean | undefined;
  sourceId: number | undefined;
};

/** `unknown`: nothing is known to judge by, and the condition does not include that. */
export type Verdict = 'yes' | 'no' | 'unknown';

export type PreparedCondition = { condition: Condition; judge: (visit: Visit) => Verdict };

/** Undefined: the visit's value is not known. */
type Asks = (visit: Visit) => boolean | undefined;

/** Makes a condition ready to be asked often: lists become sets, patterns are compiled. @throws SyntaxError for a pattern that is not bounded */
export function prepareCondition(condition: Condition): PreparedCondition {
  const asks = asksOf(condition);
  const wanted = condition.op === 'is';
  return {
    condition,
    judge(visit) {
      const found = asks(visit);
      if (found === undefined) return condition.include_unknown ? 'yes' : 'unknown';
      return found === wanted ? 'yes' : 'no';
    },
  };
}

type Kind = Condition['type'];
type ByKind = { [K in Kind]: Extract<Condition, { type: K }> };
type Of<K extends Kind> = ByKind[K];

// the mapped type ties a condition to the entry of its own kind
const asksOf = <K extends Kind>(condition: { [P in K]: Of<P> & { type: P } }[K]): Asks =>
  ASK[condition.type](condition);

const oneOf = (values: readonly string[], read: (visit: Visit) => string | undefined): Asks => {
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return (visit) => {
    const value = read(visit);
    return value ? wanted.has(value.toLowerCase()) : undefined;
  };
};

const ASK: { [K in Kind]: (condition: Of<K>) => Asks } = {
  country: ({ values }) => oneOf(values, (visit) => visit.country),
  region: ({ values }) => oneOf(values, (visit) => visit.region),
  language: ({ values }) => oneOf(values, (visit) => visit.language),
  device: ({ values }) => oneOf(values, (visit) => visit.device),
  browser: ({ values }) => oneOf(values, (visit) => visit.browser),
  os: askOs,
  time: askTime,
  query: askQuery,
  date({ from, to }) {
    const [fromMs, toMs] = [from === null ? -Infinity : Date.parse(from), to === null ? Infinity : Date.parse(to)];
    return ({ nowMs }) => nowMs >= fromMs && nowMs < toMs;
  },
  referrer: ({ values }) => {
    const hosts = values.map((value) => value.replace(/^www\./, ''));
    return ({ referrerHost }) => {
      const host = referrerHost?.toLowerCase();
      return host ? hosts.some((one) => host === one || host.endsWith(`.${one}`)) : undefined;
    };
  },
  visitor: ({ values }) => {
    const [hasNew, hasReturning] = [values.includes('new'), values.includes('returning')];
    return ({ isReturning }) => {
      const answer = isReturning();
      return answer === undefined ? undefined : answer ? hasReturning : hasNew;
    };
  },
  source: ({ values }) => {
    const wanted = new Set(values);
    return ({ sourceId }) => (sourceId === undefined ? undefined : wanted.has(sourceId));
  },
};

function askOs({ values, min_version: min, max_version: max }: Of<'os'>): Asks {
  const named = oneOf(values, (visit) => visit.os);
  if (min === null && max === null) return named;
  return (visit) => {
    const isNamed = named(visit);
    if (!isNamed) return isNamed;
    const version = visit.osVersion();
    if (version === undefined || !/^\d/.test(version)) return undefined;
    return (min === null || compare(version, min) >= 0) && (max === null || compare(version, max) <= 0);
  };
}

/** By as many parts as the bound has, so that 17.4 equals 17. */
function compare(version: string, bound: string): number {
  const [have, want] = [version.split('.').map(Number), bound.split('.').map(Number)];
  for (const [index, part] of want.entries()) {
    const difference = (have[index] || 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

function askTime({ weekdays, from, to, zone }: Of<'time'>): Asks {
  const days = new Set(weekdays);
  const [fromMinute, toMinute] = [minuteOf(from) ?? 0, minuteOf(to) ?? 24 * 60];
  const isOvernight = toMinute <= fromMinute;
  return ({ nowMs }) => {
    const { weekday, minute } = localTime(zone, nowMs);
    const isBeforeEnd = minute < toMinute;
    const isInside = isOvernight ? minute >= fromMinute || isBeforeEnd : minute >= fromMinute && isBeforeEnd;
    if (!isInside || days.size === 0) return isInside;
    // the hours past midnight belong to the day on which they began
    const day = isOvernight && isBeforeEnd && minute < fromMinute ? ((weekday + 5) % 7) + 1 : weekday;
    return days.has(day);
  };
}

const minuteOf = (text: string | null): number | undefined =>
  text === null ? undefined : Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

type LocalTime = { weekday: number; minute: number };
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const zones = new Map<string, { format: Intl.DateTimeFormat; atMinute: number; local: LocalTime }>();

/** Such as `Sun 02:52`: what a condition on the local time looks at. */
export function localTimeWords(zone: string, nowMs: number): string {
  const { weekday, minute } = localTime(zone, nowMs);
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');
  return `${WEEKDAYS[weekday - 1]} ${two(minute / 60)}:${two(minute % 60)}`;
}

/** Weekday (1 is Monday) and minute of the day; one look into the calendar a minute and zone. */
function localTime(zone: string, nowMs: number): LocalTime {
  const atMinute = Math.floor(nowMs / 60_000);
  let known = zones.get(zone);
  if (known?.atMinute === atMinute) return known.local;
  const format =
    known?.format ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  const part = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  known = {
    format,
    atMinute,
    local: {
      weekday: WEEKDAYS.indexOf(part['weekday']!) + 1,
      minute: Number(part['hour']) * 60 + Number(part['minute']),
    },
  };
  zones.set(zone, known);
  return known.local;
}

const MAX_SUBJECT = 512;
/** What patterns look at: their work grows with it. */
const MAX_PATTERN_SUBJECT = 256;

function askQuery({ key, match, values }: Of<'query'>): Asks {
  if (match === 'any') return ({ query }) => Boolean(query.get(key));
  if (match === 'none') return ({ query }) => !query.get(key);
  const lower = values.map((value) => value.toLowerCase());
  const patterns = match === 'regex' ? values.map(compileBounded) : [];
  const tests: Record<'equals' | 'contains' | 'regex', (text: string) => boolean> = {
    equals: (text) => lower.includes(text.toLowerCase()),
    contains: (text) => lower.some((value) => text.toLowerCase().includes(value)),
    regex: (text) => patterns.some((pattern) => pattern.test(text.slice(0, MAX_PATTERN_SUBJECT))),
  };
  const holds = tests[match];
  return ({ query }) => {
    const value = query.get(key);
    return value ? holds(value.slice(0, MAX_SUBJECT)) : undefined;
  };
}
