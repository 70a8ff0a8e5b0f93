import type { Condition } from './conditions.ts';
import { localTimeWords, type Visit } from './match.ts';

const NAMES: Record<Condition['type'], string> = {
  country: 'Country',
  region: 'Region',
  language: 'Language',
  device: 'Device',
  os: 'Operating system',
  browser: 'Browser',
  time: 'Local time',
  date: 'Date',
  query: 'Parameter',
  referrer: 'Referring host',
  visitor: 'Visitor',
  source: 'Traffic source',
};

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const or = (values: readonly (string | number)[]): string => {
  const shown = values.slice(0, 6).map(String);
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} or ${rest} more` : shown.join(' or ');
};

/** To the minute, such as `2026-03-01 09:00 UTC`. */
const instantWords = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** @param sources names of traffic sources by id */
function whatOf(one: Condition, sources: ReadonlyMap<number, string>): string {
  switch (one.type) {
    case 'time': {
      const days = one.weekdays.length === 0 ? 'every day' : one.weekdays.map((day) => DAYS[day - 1]).join(', ');
      const hours = one.from === null && one.to === null ? '' : ` ${one.from ?? '00:00'}–${one.to ?? '24:00'}`;
      return `${days}${hours} (${one.zone})`;
    }
    case 'date':
      return [one.from && `from ${instantWords(one.from)}`, one.to && `before ${instantWords(one.to)}`]
        .filter(Boolean)
        .join(', ');
    case 'os': {
      const versions = [one.min_version && `from ${one.min_version}`, one.max_version && `up to ${one.max_version}`];
      return [or(one.values), ...versions].filter(Boolean).join(', ');
    }
    case 'source':
      return or(one.values.map((id) => sources.get(id) ?? `no. ${id}`));
    case 'query':
      if (one.match === 'any') return 'any value';
      if (one.match === 'none') return 'no value';
      return or(one.values.map((value) => `"${value}"`));
    default:
      return or(one.values);
  }
}

const VERBS = {
  equals: ['is', 'is not'],
  contains: ['contains', 'does not contain'],
  regex: ['matches', 'does not match'],
};

function verbOf(one: Condition): string {
  const match = one.type === 'query' && (one.match === 'contains' || one.match === 'regex') ? one.match : 'equals';
  return VERBS[match][one.op === 'is' ? 0 : 1]!;
}

/** A condition as a sentence without a full stop: `Country is not DE or AT`. */
export function conditionWords(one: Condition, sources: ReadonlyMap<number, string> = new Map()): string {
  const subject = one.type === 'query' ? `Parameter ${one.key}` : NAMES[one.type];
  const unknown = one.include_unknown ? ' (or not known)' : '';
  return `${subject} ${verbOf(one)} ${whatOf(one, sources)}${unknown}`;
}

/** What a visit has where a condition looks; undefined = not known. */
export function valueWords(one: Condition, visit: Visit, sources: ReadonlyMap<number, string> = new Map()) {
  switch (one.type) {
    case 'query':
      return visit.query.get(one.key) ?? undefined;
    case 'time':
      return localTimeWords(one.zone, visit.nowMs);
    case 'date':
      return instantWords(new Date(visit.nowMs).toISOString());
    case 'os':
      return visit.os && [visit.os, visit.osVersion()].filter(Boolean).join(' ');
    case 'referrer':
      return visit.referrerHost;
    case 'source':
      return visit.sourceId === undefined ? undefined : (sources.get(visit.sourceId) ?? `no. ${visit.sourceId}`);
    case 'visitor': {
      const isReturning = visit.isReturning();
      return isReturning === undefined ? undefined : isReturning ? 'returning' : 'new';
    }
    default:
      return visit[one.type];
  }
}
