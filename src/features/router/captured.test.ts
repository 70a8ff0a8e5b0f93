import { expect, test } from 'vitest';
import { isLiteralMacro } from '../../platform/macros/literal-macro.ts';
import { capture, costOf } from './captured.ts';

const rules = {
  clickIdParam: 'click_id',
  parameters: [{ alias: 'site', param: 'site_id' }],
  utmDefaults: { utm_source: 'taboola' },
  conflict: 'incoming_wins' as const,
  withoutAdIds: false,
};
const read = (query: string, given = {}) => capture(new URLSearchParams(query), { ...rules, ...given });

test('the ids of the ad platform keep their case', () => {
  expect(read('click_id=AbC%2Bd-9&fbclid=IwAR2xY&gclid=EAIaIQ&site_id=42&sub3=x')).toEqual({
    external_id: 'AbC+d-9',
    ad_ids: { fbclid: 'IwAR2xY', gclid: 'EAIaIQ' },
    utm: { utm_source: 'taboola' },
    subs: { sub3: 'x' },
    params: { site: '42' },
  });
});

test('under Global Privacy Control no ad click id is kept, and the rest is', () => {
  expect(read('click_id=a&gclid=b&utm_term=tea', { withoutAdIds: true })).toMatchObject({
    external_id: undefined,
    ad_ids: {},
    utm: { utm_term: 'tea' },
  });
});

test('the link may win over what came in', () => {
  expect(read('utm_source=other', { conflict: 'link_wins' }).utm).toEqual({ utm_source: 'taboola' });
  expect(read('utm_source=other').utm).toEqual({ utm_source: 'other' });
});

test.each([
  '{click_id}',
  '{{ad.id}}',
  '${SUBID}',
  '#s2#',
  '[[subid]]',
  '__CLICKID__',
  '%7Bclick_id%7D',
  '%257Bclick_id%257D',
])('%s is a placeholder that nobody replaced', (value) => {
  expect(isLiteralMacro(value)).toBe(true);
  expect(read(`click_id=${encodeURIComponent(value)}`).external_id).toBeUndefined();
});

test('long values are cut, and an id of 400 characters is whole', () => {
  const id = 'A'.repeat(400);
  expect(read(`click_id=${id}&utm_term=${'t'.repeat(300)}`)).toMatchObject({
    external_id: id,
    utm: { utm_term: 't'.repeat(128) },
  });
});

test('a source that names a parameter after a sub id fills it; one in the address itself wins', () => {
  const parameters = [
    { alias: 'sub1', param: 'widget' },
    { alias: 'sub2', param: 'ad' },
  ];
  expect(read('widget=w7&ad=a8&sub2=mine', { parameters }).subs).toEqual({ sub1: 'w7', sub2: 'mine' });
});

const PAID = { cost_param: 'cost', cost_model: 'cpc', cost_currency: 'EUR', traffic_loss_percent: 0 };

test.each([
  ['cpc', 'cost=0.25', { cost_micros: '250000', cost_currency: 'EUR' }],
  ['cpc', 'cost=.25', { cost_micros: '250000', cost_currency: 'EUR' }],
  ['cpc', 'cost=0,25', { cost_micros: '250000', cost_currency: 'EUR' }],
  ['cpc', 'cost=-1', { cost_unread: '-1' }],
  ['cpc', 'cost=%7Bcost%7D', { cost_unread: '{cost}' }],
  ['cpc', 'cost=1,234', { cost_unread: '1,234' }],
  ['cpc', `cost=${'9'.repeat(500)}`, { cost_unread: '9'.repeat(40) }],
  ['cpc', 'cost=+', {}],
  ['cpc', 'cost=0', {}],
  ['cpc', '', {}],
  ['cpm', 'cost=0.25', {}],
  ['cpm', 'cost=nothing', {}],
])('a source that is paid by %s and says %j', (cost_model, query, expected) => {
  const own = { cost_model: 'source', cost_micros: null } as const;
  expect(costOf({ ...PAID, cost_model }, new URLSearchParams(query), own)).toEqual(expected);
});

test.each([
  ['its own price where the address says none', PAID, 'cpc', '', '400000'],
  ['the price of the address before its own', PAID, 'cpc', 'cost=0.25', '250000'],
  ['its own price where a macro was not filled in', PAID, 'cpc', 'cost=%7Bcost%7D', '400000'],
  ['its own price, whatever its source is paid by', { ...PAID, cost_model: 'flat' }, 'cpc', '', '400000'],
  ['nothing, where it is free', PAID, 'none', 'cost=0.25', '0'],
  ['nothing that is known, where conversions are paid for', PAID, 'cpa', 'cost=0.25', undefined],
  ['nothing that is known, without a source', undefined, 'cpc', '', undefined],
  ['more, where a fifth of what is billed never arrives', { ...PAID, traffic_loss_percent: 20 }, 'cpc', '', '500000'],
  [
    'its price as it is, where all that is billed is said to be lost',
    { ...PAID, traffic_loss_percent: 100 },
    'cpc',
    '',
    '400000',
  ],
  ['the last micro rounded', { ...PAID, traffic_loss_percent: 7 }, 'cpc', 'cost=0.000001', '1'],
] as const)('an arrival of a link costs %s', (_name, source, cost_model, query, micros) => {
  const own = { cost_model, cost_micros: '400000' };
  expect(costOf(source, new URLSearchParams(query), own).cost_micros).toBe(micros);
});

test('a price that cannot be read is told, also where the price of the link takes its place', () => {
  const own = { cost_model: 'cpc', cost_micros: '400000' } as const;
  const read = costOf(PAID, new URLSearchParams('cost=%7Bcost%7D'), own);
  expect(read).toEqual({ cost_micros: '400000', cost_currency: 'EUR', cost_unread: '{cost}' });
});
