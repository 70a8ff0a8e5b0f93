import { expect, test } from 'vitest';
import { dueChange, scheduleProblem, slugsFor, publicState, revisedAt, type Publicity } from './rules.ts';

test('a taken address gets a number, and in the end a random one', () => {
  const slugs = [...slugsFor('calm-tea', 'review-x')];
  expect(slugs.slice(0, 3)).toEqual(['calm-tea', 'calm-tea-2', 'calm-tea-3']);
  expect(slugs.at(-1)).toBe('calm-tea-review-x');
  expect([...slugsFor('', 'review-x')]).toEqual(['', 'review-x']);
});

const NOW = new Date('2026-06-30T12:00:00Z');
const PAST = '2026-06-30T12:00:00.000Z';
const LONG_PAST = '2026-06-29T12:00:00.000Z';
const FUTURE = '2026-06-30T12:00:01.000Z';
const LATER = '2026-07-30T12:00:00.000Z';
const times = (from: string | null, until: string | null = null) => ({ publish_at: from, unpublish_at: until });

test.each([
  ['none', times(null), undefined, undefined],
  ['both to come', times(FUTURE, LATER), undefined, undefined],
  ['a new one that has passed', times(PAST), times(null), 'publish_at'],
  ['an end that has passed', times(null, PAST), undefined, 'unpublish_at'],
  ['one that has passed and stays as it was', times(PAST), times('2026-06-30T14:00:00+02:00'), undefined],
  ['an end before the beginning', times(LATER, FUTURE), undefined, 'unpublish_at'],
  ['an end at the beginning', times(LATER, LATER), undefined, 'unpublish_at'],
])('times of a record: %s', (_name, fresh, old, field) => {
  expect(scheduleProblem(fresh, old, NOW)?.field).toBe(field);
});

test.each([
  ['nothing is due', 'draft', times(FUTURE, LATER), {}],
  ['a draft is published', 'draft', times(PAST, LATER), { status: 'published', publish_at: null }],
  ['an archived one too', 'archived', times(PAST), { status: 'published', publish_at: null }],
  ['a featured one stays featured', 'featured', times(PAST), { publish_at: null }],
  ['a public one is archived', 'featured', times(null, PAST), { status: 'archived', unpublish_at: null }],
  ['a draft has nothing to take down', 'draft', times(null, PAST), { unpublish_at: null }],
  [
    'the whole time was slept through',
    'draft',
    times(LONG_PAST, PAST),
    { status: 'archived', publish_at: null, unpublish_at: null },
  ],
] as const)('the clock: %s', (_name, status, at, change) => {
  expect(dueChange({ status, ...at }, NOW)).toEqual(change);
});

const AT = '2026-03-01T10:00:00.000Z';

test.each<[string, Publicity['status'], string | null, string | null, 'public' | 'gone' | 'missing']>([
  ['a published record is read', 'published', AT, null, 'public'],
  ['a featured record is read', 'featured', AT, null, 'public'],
  ['a draft is not there', 'draft', null, null, 'missing'],
  ['a draft that was public is not there', 'draft', AT, null, 'missing'],
  ['archived after it was public is gone', 'archived', AT, null, 'gone'],
  ['archived without ever being public is not there', 'archived', null, null, 'missing'],
  ['deleted while public is gone', 'published', AT, AT, 'gone'],
  ['deleted from the archive is gone', 'archived', AT, AT, 'gone'],
  ['deleted without ever being public is not there', 'archived', null, AT, 'missing'],
  ['a deleted draft that was public is not there', 'draft', AT, AT, 'missing'],
  ['a deleted draft is not there', 'draft', null, AT, 'missing'],
])('%s', (_name, status, published, deleted, state) => {
  expect(publicState({ status, first_published_at: published, deleted_at: deleted })).toBe(state);
});

test.each([
  ['its last change', '2026-03-02T00:00:00.000Z', AT],
  ['when it came out, if that was later', AT, '2026-03-02T00:00:00.000Z'],
])('what is read changed last at %s', (_what, revised_at, first_published_at) => {
  expect(revisedAt({ revised_at, first_published_at })).toBe('2026-03-02T00:00:00.000Z');
  expect(revisedAt({ revised_at, first_published_at: null })).toBe(revised_at);
});
