import { expect, test } from 'vitest';
import { dimensionsIn, figuresIn } from '../../report-address.ts';
import type { ReportLine } from '../../report-contract.ts';
import { conversionsOf, crumbsOf, filtersSet, insideOf, isByWeek, withoutFilter } from './report-state.ts';

const line = (dims: ReportLine['dims']): ReportLine => ({ dims, values: {} });

test('a line leads to the next question, its own values being filters', () => {
  const inside = insideOf(
    line({ listicle: { value: 3, label: 'Teas' }, utm_source: { value: null, label: '(none)' } }),
    new URLSearchParams('dimensions=listicle,utm_source&days=7&page=2'),
  );
  const { trail, ...rest } = Object.fromEntries(inside!);
  expect(rest).toEqual({ dimensions: 'item', days: '7', listicle_id: '3', utm_source: '(none)' });
  expect(JSON.parse(trail!)).toEqual([
    { by: 'listicle,utm_source', set: { listicle_id: 'Teas', utm_source: '(none)' } },
  ]);
  expect(filtersSet(inside!)).toEqual([{ key: 'listicle_id', label: 'Guide: Teas' }]);
  expect(filtersSet(new URLSearchParams('listicle_id=3'))).toEqual([{ key: 'listicle_id', label: 'Guide: 3' }]);
});

test('there is nothing inside an hour, nor in what has no record', () => {
  const params = new URLSearchParams();
  expect(insideOf(line({ hour: { value: '2026-03-01 10:00', label: '' } }), params)).toBeUndefined();
  expect(insideOf(line({ offer: { value: null, label: '(none)' } }), params)).toBeUndefined();
});

test('an address may hold nonsense; what is known of it counts', () => {
  const params = new URLSearchParams('dimensions=wings,toString,day,day,offer,link,source&metrics=wings');
  expect(dimensionsIn(params)).toEqual(['day', 'offer', 'link']);
  expect(figuresIn(params)).toContain('views');
});

test('what is left of the money stands among the usual figures, where the cut can tell it', () => {
  expect(figuresIn(new URLSearchParams())).toEqual(expect.arrayContaining(['cost', 'profit', 'roi']));
  expect(figuresIn(new URLSearchParams('dimensions=source'))).toContain('profit');
  expect(figuresIn(new URLSearchParams('dimensions=offer'))).not.toContain('profit');
  expect(figuresIn(new URLSearchParams('dimensions=offer&metrics=profit'))).toEqual(['profit']);
});

test('the conversions of a line are found by its values, a day by its range', () => {
  const params = new URLSearchParams('dimensions=day,offer&metrics=clicks&days=30&device=mobile');
  const of = { dims: { day: { value: '2026-03-02', label: '' }, offer: { value: 4, label: 'Bottle' } } };
  expect(conversionsOf(of, params)).toBe(
    '/admin/conversion-stats?device=mobile&offer_id=4&date_from=2026-03-02&date_to=2026-03-02',
  );
});

test('a line that the list of conversions cannot be narrowed down to leads nowhere', () => {
  expect(conversionsOf({ dims: { os: { value: 'iOS', label: 'iOS' } } }, new URLSearchParams())).toBeUndefined();
  expect(conversionsOf({ dims: { offer: { value: null, label: '(none)' } } }, new URLSearchParams())).toBeUndefined();
  expect(conversionsOf({ dims: {} }, new URLSearchParams('position=2'))).toBeUndefined();
});

test('what sources send is gone into like anything else, and each word is taken off alone', () => {
  const inside = insideOf(
    line({ 'param:site': { value: 'a "b", c', label: 'a "b", c' }, 'param:ad': { value: null, label: '(none)' } }),
    new URLSearchParams('dimensions=param:site,param:ad'),
  )!;
  expect(dimensionsIn(inside)).toEqual(['listicle']);
  expect(JSON.parse(inside.get('params')!)).toEqual({ site: 'a "b", c', ad: '(none)' });
  expect(filtersSet(inside)).toEqual([
    { key: 'params.site', label: 'site: a "b", c' },
    { key: 'params.ad', label: 'ad: (none)' },
  ]);
  expect(withoutFilter('params.ad', inside)).toEqual(['params', '{"site":"a \\"b\\", c"}']);
  expect(withoutFilter('params.site', new URLSearchParams({ params: '{"site":"x"}' }))).toEqual(['params', '']);
  expect(filtersSet(new URLSearchParams({ params: '{oops', weekday: '3' }))).toEqual([
    { key: 'weekday', label: 'Weekday: Wednesday' },
  ]);
});

test('the two cuts of a week, in whichever order, and no third', () => {
  expect(isByWeek(['hour_of_day', 'weekday'])).toBe(true);
  expect(isByWeek(['weekday', 'hour_of_day'])).toBe(true);
  expect(isByWeek(['weekday'])).toBe(false);
  expect(isByWeek(['weekday', 'hour_of_day', 'link'])).toBe(false);
});

test('every line that was gone into leads back to where it stood, until one of its filters is taken off', () => {
  const start = new URLSearchParams('dimensions=source&days=7&sortBy=cost&device=mobile');
  const one = insideOf(line({ source: { value: 3, label: 'Taboola' } }), start)!;
  one.set('dimensions', 'param:site');
  const two = insideOf(line({ 'param:site': { value: 'a.example', label: 'a.example' } }), one)!;
  expect(crumbsOf(two).map(({ label }) => label)).toEqual(['All by Traffic source', 'Taboola by site']);
  const [first, second] = crumbsOf(two).map(({ search }) => Object.fromEntries(new URLSearchParams(search)));
  expect(first).toEqual({ dimensions: 'source', days: '7', device: 'mobile' });
  expect(second).toMatchObject({ dimensions: 'param:site', days: '7', source_id: '3', device: 'mobile' });
  expect(second).not.toHaveProperty('params');
  expect(crumbsOf(new URLSearchParams(crumbsOf(two)[1]!.search))).toHaveLength(1);
  two.delete('source_id');
  expect(crumbsOf(two)).toEqual([]);
});

test.each(['{', '{}', '[1]', '[{"by":1}]', '[{"by":"source","set":null}]'])(
  'a trail of nonsense (%s) leads nowhere',
  (trail) => {
    expect(crumbsOf(new URLSearchParams({ trail, source_id: '3' }))).toEqual([]);
  },
);
