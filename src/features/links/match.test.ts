import { expect, test } from 'vitest';
import { Condition } from './conditions.ts';
import { conditionWords, valueWords } from './condition-words.ts';
import { prepareCondition, type Visit } from './match.ts';

const visit: Visit = {
  nowMs: Date.parse('2026-03-02T08:30:00Z'), // a Monday; 09:30 in Berlin
  country: 'DE',
  region: 'Bavaria',
  language: 'de',
  device: 'mobile',
  os: 'iOS',
  osVersion: () => '17.4.1',
  browser: 'Safari',
  query: new URLSearchParams('utm_term=Green+Tea&empty='),
  referrerHost: 'm.news.example',
  isReturning: () => true,
  sourceId: 4,
};
const unknown: Visit = {
  ...visit,
  country: undefined,
  region: undefined,
  language: undefined,
  device: undefined,
  os: undefined,
  osVersion: () => undefined,
  browser: undefined,
  query: new URLSearchParams(),
  referrerHost: undefined,
  isReturning: () => undefined,
  sourceId: undefined,
};
const judge = (condition: object, given = visit) => prepareCondition(Condition.parse(condition)).judge(given);
const berlin = { type: 'time', zone: 'Europe/Berlin' };

test.each([
  ['country', { type: 'country', values: ['at', 'de'] }, 'yes'],
  ['another country', { type: 'country', values: ['FR'] }, 'no'],
  ['region', { type: 'region', values: ['BAVARIA'] }, 'yes'],
  ['language', { type: 'language', values: ['de'] }, 'yes'],
  ['device', { type: 'device', values: ['tablet', 'mobile'] }, 'yes'],
  ['system', { type: 'os', values: ['ios'] }, 'yes'],
  ['system from a version', { type: 'os', values: ['iOS'], min_version: '17.4' }, 'yes'],
  ['system from a later version', { type: 'os', values: ['iOS'], min_version: '17.10' }, 'no'],
  ['system up to a version, its points included', { type: 'os', values: ['iOS'], max_version: '17' }, 'yes'],
  ['system up to an earlier version', { type: 'os', values: ['iOS'], max_version: '16.9' }, 'no'],
  ['browser', { type: 'browser', values: ['safari'] }, 'yes'],
  ['weekday and hours', { ...berlin, weekdays: [1], from: '09:00', to: '10:00' }, 'yes'],
  ['the same hours in another zone', { type: 'time', zone: 'UTC', weekdays: [1], from: '09:00', to: '10:00' }, 'no'],
  ['the end is exclusive', { ...berlin, from: '08:00', to: '09:30' }, 'no'],
  ['hours past midnight', { ...berlin, from: '22:00', to: '10:00' }, 'yes'],
  ['hours past midnight belong to the day before', { ...berlin, weekdays: [1], from: '22:00', to: '10:00' }, 'no'],
  ['hours past midnight of Sunday', { ...berlin, weekdays: [7], from: '22:00', to: '10:00' }, 'yes'],
  ['dates', { type: 'date', from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' }, 'yes'],
  ['dates that are over', { type: 'date', from: null, to: '2026-03-02T08:30:00Z' }, 'no'],
  ['parameter equals', { type: 'query', key: 'utm_term', values: ['x', 'green tea'] }, 'yes'],
  ['parameter contains', { type: 'query', key: 'utm_term', match: 'contains', values: ['tea'] }, 'yes'],
  ['parameter has any value', { type: 'query', key: 'utm_term', match: 'any' }, 'yes'],
  ['an empty parameter has none', { type: 'query', key: 'empty', match: 'any' }, 'no'],
  ['a parameter that is not there has none', { type: 'query', key: 'gone', match: 'none' }, 'yes'],
  ['parameter matches', { type: 'query', key: 'utm_term', match: 'regex', values: ['^green (tea|coffee)$'] }, 'yes'],
  ['referrer with its subdomains', { type: 'referrer', values: ['news.example'] }, 'yes'],
  ['another host with the same end', { type: 'referrer', values: ['s.example'] }, 'no'],
  ['returning', { type: 'visitor', values: ['returning'] }, 'yes'],
  ['new', { type: 'visitor', values: ['new'] }, 'no'],
  ['source', { type: 'source', values: [4] }, 'yes'],
])('%s is judged, and its opposite by is not', (_name, condition, expected) => {
  expect(judge(condition)).toBe(expected);
  expect(judge({ ...condition, op: 'is_not' })).toBe(expected === 'yes' ? 'no' : 'yes');
});

test.each([
  { type: 'country', values: ['DE'] },
  { type: 'region', values: ['Bavaria'] },
  { type: 'language', values: ['de'] },
  { type: 'device', values: ['mobile'] },
  { type: 'os', values: ['iOS'] },
  { type: 'browser', values: ['Safari'] },
  { type: 'query', key: 'utm_term', values: ['tea'] },
  { type: 'query', key: 'utm_term', match: 'regex', values: ['tea'] },
  { type: 'referrer', values: ['news.example'] },
  { type: 'visitor', values: ['new'] },
  { type: 'source', values: [4] },
])('a value that is not known matches neither is nor is not, unless that is asked: $type', (condition) => {
  for (const op of ['is', 'is_not']) {
    expect(judge({ ...condition, op }, unknown)).toBe('unknown');
    expect(judge({ ...condition, op, include_unknown: true }, unknown)).toBe('yes');
  }
});

test('a system of unknown version is unknown only where the version counts', () => {
  const given = { ...visit, osVersion: () => undefined };
  expect(judge({ type: 'os', values: ['iOS'] }, given)).toBe('yes');
  expect(judge({ type: 'os', values: ['iOS'], min_version: '15' }, given)).toBe('unknown');
  expect(judge({ type: 'os', values: ['Android'], min_version: '15' }, given)).toBe('no');
});

test.each([
  ['no values', { type: 'country', values: [] }],
  ['a region without a name', { type: 'region', values: [' '] }],
  ['a country that is no code', { type: 'country', values: ['Germany'] }],
  ['values beside "any"', { type: 'query', key: 'a', match: 'any', values: ['x'] }],
  ['a zone that is none', { type: 'time', zone: 'Berlin', weekdays: [1] }],
  ['neither day nor hour', { type: 'time', zone: 'UTC' }],
  ['an end before the beginning', { type: 'date', from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }],
  ['an unknown type', { type: 'mood', values: ['good'] }],
  ['an unknown key', { type: 'country', values: ['DE'], colour: 'red' }],
])('%s is refused', (_name, condition) => {
  expect(Condition.safeParse(condition).success).toBe(false);
});

test('a condition reads as a sentence', () => {
  const say = (condition: object) => conditionWords(Condition.parse(condition), new Map([[4, 'Taboola']]));
  expect(say({ type: 'country', op: 'is_not', values: ['DE', 'AT'], include_unknown: true })).toBe(
    'Country is not DE or AT (or not known)',
  );
  expect(say({ ...berlin, weekdays: [1, 5], from: '09:00' })).toBe(
    'Local time is Mon, Fri 09:00–24:00 (Europe/Berlin)',
  );
  expect(say({ type: 'query', key: 'utm_term', match: 'contains', values: ['tea'] })).toBe(
    'Parameter utm_term contains "tea"',
  );
  expect(say({ type: 'source', values: [4] })).toBe('Traffic source is Taboola');
});

test('times read as the clock of the condition shows them', () => {
  const given = { ...visit, nowMs: Date.parse('2026-11-22T01:52:19.979Z') };
  const evening = Condition.parse({ ...berlin, weekdays: [], from: '18:00', to: '23:30' });
  expect(valueWords(evening, given)).toBe('Sun 02:52');
  const spring = Condition.parse({ type: 'date', from: '2026-03-01T00:00:00Z', to: '2026-06-01T02:30:00+02:00' });
  expect(conditionWords(spring)).toBe('Date is from 2026-03-01 00:00 UTC, before 2026-06-01 00:30 UTC');
  expect(valueWords(spring, given)).toBe('2026-11-22 01:52 UTC');
});
