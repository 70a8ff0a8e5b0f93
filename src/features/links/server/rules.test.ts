import { sql } from 'kysely';
import { uncapped } from '../../router/server/testing.ts';
import { linkRoutes } from '../../../../tests/support/link-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import type { BehaviourEvent } from '../../events/contract.ts';
import { buildGuide, buildItem } from '../../guides/server/testing.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { createRedirects } from '../../router/server/redirect.ts';
import { openSnapshot } from '../../router/server/snapshot.ts';
import { createPatternRound } from '../../router/server/pattern-alerts.ts';
import { buildDestination, buildLink } from './testing.ts';

const BASE = '/api/admin/tracking-links';
const NOW = new Date('2026-03-02T10:00:00Z');
let t: TestApp;

beforeAll(async () => {
  t = await testApp((route, deps) => linkRoutes(route, deps), {
    clock: () => NOW,
  });
});
afterAll(() => t.close());

const addRule = async (linkId: number, body: object) => {
  const reply = await t.call('POST', `${BASE}/${linkId}/rules`, { name: 'Rule', ...body });
  expect(reply.status).toBe(201);
  return reply.body.data.at(-1);
};
/** Forty characters that stopped the whole server on the engine of before. */
const ENDLESS = '((((((){100}){100}){100}){100}){100})';
const pattern = (...values: string[]) => ({ type: 'query', key: 'a', match: 'regex', values });
const german = { type: 'country', values: ['de'] };

test('a rule is added at the end, changed, put in order and removed with its destinations', async () => {
  const link = await buildLink(t.deps);
  const [one, two] = [
    await addRule(link.id, { name: 'Germany', conditions: [german] }),
    await addRule(link.id, { name: 'Phones', conditions: [{ type: 'device', values: ['mobile'] }] }),
  ];
  expect(one).toMatchObject({ place: 1, is_enabled: true, is_running: true, words: ['Country is DE'], version: 1 });
  const kept = await buildDestination(t.deps, link.id);
  const taken = await buildDestination(t.deps, link.id, { rule_id: one.id });
  const order = await t.call('PUT', `${BASE}/${link.id}/rules/order`, { ids: [two.id, one.id] });
  expect(order.body.data.map((rule: { name: string }) => rule.name)).toEqual(['Phones', 'Germany']);
  expect(order.body.data[1]).toMatchObject({ place: 2, destinations_count: 1 });
  const off = await t.call('PUT', `${BASE}/rules/${two.id}`, { is_enabled: false, version: 1 });
  expect(off.body.data[0]).toMatchObject({ is_enabled: false, is_running: false, version: 2 });
  expect((await t.call('PUT', `${BASE}/rules/${two.id}`, { name: 'x', version: 1 })).status).toBe(409);
  expect((await t.call('DELETE', `${BASE}/${link.id}/rules/${one.id}`)).body.data).toHaveLength(1);
  const left = (await t.call('GET', `${BASE}/${link.id}/destinations`)).body.data;
  expect(left.map((each: { id: number }) => each.id)).toEqual([kept.id]);
  expect(left).not.toContainEqual(expect.objectContaining({ id: taken.id }));
});

test('one target stands once in each rule', async () => {
  const link = await buildLink(t.deps);
  const rule = await addRule(link.id, {});
  const url = 'https://same.example/';
  const add = (body: object) => t.call('POST', `${BASE}/${link.id}/destinations`, { type: 'url', url, ...body });
  expect((await add({})).status).toBe(201);
  expect((await add({ rule_id: rule.id })).status).toBe(201);
  expect((await add({ rule_id: rule.id })).status).toBe(409);
  expect((await add({ rule_id: 999_999 })).body.errors.rule_id).toEqual(['is no rule of this link']);
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['an unknown key', { colour: 'red' }, 'colour'],
  ['a condition without values', { conditions: [{ type: 'country', values: [] }] }, 'conditions.0.values'],
  ['an empty word', { conditions: [{ type: 'browser', values: [' '] }] }, 'conditions.0.values.0'],
  ['a pattern that is none', { conditions: [german, pattern('^tea', '(')] }, 'conditions.1.values.1'],
  ['a pattern that looks ahead', { conditions: [pattern('(?=a)')] }, 'conditions.0.values.0'],
  ['a pattern too large', { is_enabled: false, conditions: [pattern(ENDLESS)] }, 'conditions.0.values.0'],
  ['an end before its start', { starts_at: '2026-03-02T00:00:00Z', ends_at: '2026-03-01T00:00:00Z' }, 'ends_at'],
])('a rule with %s is refused by the field', async (_name, body, field) => {
  const link = await buildLink(t.deps);
  const reply = await t.call('POST', `${BASE}/${link.id}/rules`, { name: 'Rule', ...body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});

test('an order that leaves a rule out is refused', async () => {
  const link = await buildLink(t.deps);
  const rule = await addRule(link.id, {});
  await addRule(link.id, {});
  const reply = await t.call('PUT', `${BASE}/${link.id}/rules/order`, { ids: [rule.id] });
  expect(reply.body.errors.ids).toEqual(['must name every rule of this link once']);
});

test('the simulator tells each step, each verdict and where 10,000 visits go', async () => {
  const link = await buildLink(t.deps, { fallback_url: '/gone' });
  const rule = await addRule(link.id, {
    name: 'Germany',
    conditions: [german, { type: 'device', op: 'is_not', values: ['mobile'] }],
  });
  await addRule(link.id, { name: 'Off', is_enabled: true, ends_at: '2026-03-01T00:00:00Z' });
  const inside = await buildDestination(t.deps, link.id, { rule_id: rule.id, name: 'Inside' });
  const [most, some] = [
    await buildDestination(t.deps, link.id, { weight: 75, name: 'Most' }),
    await buildDestination(t.deps, link.id, { weight: 25, name: 'Some' }),
  ];
  const reply = await t.call('POST', `${BASE}/${link.id}/simulate`, {
    visitors: [
      { name: 'Anna', country: 'de', device: 'desktop', query: 'utm_term=tea' },
      { country: 'DE' },
      {
        user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1',
        country: 'FR',
      },
    ],
  });
  expect(reply.status).toBe(200);
  const [anna, partly, french] = reply.body.data;
  expect(anna).toMatchObject({
    name: 'Anna',
    rule_id: rule.id,
    destination_id: inside.id,
    reason: 'weighted',
    words: 'Inside: drawn by weight.',
    location: `${inside.url}?utm_term=tea`,
    distribution: [{ destination_id: inside.id, visits: 10_000, percent: 100 }],
  });
  expect(anna.rules.map((one: { result: string }) => one.result)).toEqual(['matches', 'not_asked']);
  expect(partly.rules[0].conditions).toEqual([
    { words: 'Country is DE', value: 'DE', verdict: 'yes' },
    { words: 'Device is not mobile', value: null, verdict: 'unknown' },
  ]);
  expect(partly.rules[1].result).toBe('not_running');
  expect(partly.steps[1]).toBe('Rules: none matches, so the destinations for everybody else count.');
  expect(french.rules[0].conditions.map((one: { verdict: string }) => one.verdict)).toEqual(['no', 'no']);
  const counts = new Map(
    partly.distribution.map((one: { destination_id: number; visits: number }) => [one.destination_id, one.visits]),
  );
  expect((counts.get(most.id) as number) + (counts.get(some.id) as number)).toBe(10_000);
  expect(Math.abs((counts.get(most.id) as number) - 7500)).toBeLessThan(5 * Math.sqrt(10_000 * 0.75 * 0.25));
  expect((await t.call('POST', `${BASE}/999999/simulate`, { visitors: [{}] })).status).toBe(404);
  expect((await t.call('POST', `${BASE}/${link.id}/simulate`, { visitors: [] })).status).toBe(400);
});

test('the simulator and a redirect agree on every visitor, by rule, destination and reason', async () => {
  const link = await buildLink(t.deps, { rotation: 'priority' });
  const rules = [
    await addRule(link.id, {
      conditions: [german, { type: 'query', key: 'utm_term', match: 'contains', values: ['tea'] }],
    }),
    await addRule(link.id, { conditions: [{ type: 'language', op: 'is_not', values: ['en'] }] }),
    await addRule(link.id, { conditions: [{ type: 'os', values: ['iOS'], min_version: '17', include_unknown: true }] }),
    await addRule(link.id, { conditions: [{ type: 'referrer', values: ['news.example'] }] }),
  ];
  for (const rule of rules.slice(0, 3)) await buildDestination(t.deps, link.id, { rule_id: rule.id });
  await buildDestination(t.deps, link.id, { priority: 2 });
  await buildDestination(t.deps, link.id, { priority: 1 });
  const snapshot = openSnapshot({ db: t.deps.db, dataDir: t.deps.config.dataDir, log: t.deps.log });
  await snapshot.refresh();
  const visits: {
    destination_id?: number | undefined;
    rule_id?: number | undefined;
    route_reason?: string | undefined;
  }[] = [];
  const redirects = createRedirects({
    routing: snapshot.current,
    record: async (events) => void visits.push(events[0] as (typeof visits)[number]),
    seal: () => 'token',
    open: () => undefined,
    clock: () => NOW,
    caps: uncapped,
    roll: () => 0.5,
    log: t.deps.log,
  });
  const visitors = [undefined, 'DE', 'FR'].flatMap((country) =>
    [undefined, 'de', 'en'].flatMap((language) =>
      ['', 'utm_term=green-tea'].flatMap((query) =>
        [
          [undefined, undefined],
          ['iOS', '17.1'],
          ['iOS', '16'],
          ['Android', undefined],
        ].flatMap(([os, os_version]) =>
          [undefined, 'news.example', 'other.example'].map((referrer) => ({
            country,
            language,
            query,
            os,
            os_version,
            referrer,
          })),
        ),
      ),
    ),
  );
  const simulated = [];
  for (let from = 0; from < visitors.length; from += 20) {
    const reply = await t.call('POST', `${BASE}/${link.id}/simulate`, { visitors: visitors.slice(from, from + 20) });
    simulated.push(...reply.body.data);
  }
  for (const { country, language, query, os, os_version, referrer } of visitors)
    await redirects.go(link.slug, {
      query: new URLSearchParams(query),
      facts: { country, language, os, referrer_host: referrer, is_bot: false, is_internal: false },
      osVersion: () => os_version,
      hasPrivacySignal: false,
    });
  expect(visits).toHaveLength(visitors.length);
  expect(visits.map((one) => [one.rule_id ?? null, one.destination_id ?? null, one.route_reason])).toEqual(
    simulated.map((one) => [one.rule_id, one.destination_id, one.reason]),
  );
  expect(new Set(visits.map((one) => one.rule_id)).size).toBe(5);
});

test('the simulator and the buttons of a guide agree on every visitor', async () => {
  const spare = await buildOffer(t.deps, { name: 'Spare', devices_allowed: ['mobile'] });
  const own = await buildOffer(t.deps, { name: 'Own', countries_allowed: ['DE'] });
  const guide = await buildGuide(t.deps);
  const items = [
    await buildItem(t.deps, guide.id, { title: 'First', offer_id: own.id, fallback_offer_id: spare.id }),
    await buildItem(t.deps, guide.id, { title: 'Second', offer_id: own.id }),
  ];
  const link = await buildLink(t.deps, { slug: 'to-buttons' });
  await buildDestination(t.deps, link.id, { type: 'listicle', target_id: guide.id });
  const visitors = [{ country: 'DE' }, { country: 'FR', device: 'mobile' }, { country: 'FR', device: 'desktop' }, {}];
  const told = (await t.call('POST', `${BASE}/${link.id}/simulate`, { visitors })).body.data;
  expect(told.map(({ exits }: { exits: { leads_to: string | null }[] }) => exits.map((one) => one.leads_to))).toEqual([
    ['Own', 'Own'],
    ['Spare', null],
    [null, null],
    ['Spare', null],
  ]);
  expect(told[2].exits[0]).toEqual({ name: 'First', leads_to: null, closed: 'its offer does not take this country' });

  const snapshot = openSnapshot({ db: t.deps.db, dataDir: t.deps.config.dataDir, log: t.deps.log });
  await snapshot.refresh();
  const events: BehaviourEvent[] = [];
  const redirects = createRedirects({
    routing: snapshot.current,
    record: (batch) => Promise.resolve(void events.push(...batch)),
    seal: () => 'token',
    open: () => undefined,
    caps: uncapped,
    clock: () => NOW,
    roll: () => 0,
    log: t.deps.log,
  });
  for (const [index, visitor] of visitors.entries())
    for (const [place, item] of items.entries()) {
      const facts = { ...visitor, is_bot: false, is_internal: false };
      const way = await redirects.outItem(item.id, { query: new URLSearchParams(), facts, hasPrivacySignal: false });
      const leadsTo = told[index].exits[place].leads_to as string | null;
      const offerId = events.splice(0).find((event) => event.type === 'click')?.offer_id;
      expect([offerId, 'shut' in way!]).toEqual([{ Own: own.id, Spare: spare.id }[leadsTo ?? ''], leadsTo === null]);
    }
});

test('all patterns of a link have a bound together, which counts when a rule is switched on', async () => {
  const link = await buildLink(t.deps);
  const large = Array.from({ length: 6 }, (_, n) => `^${'[a-z]'}{${280 + n}}$`);
  await addRule(link.id, { conditions: [pattern(...large)] });
  const more = { name: 'Rule', conditions: [pattern('^[0-9]{280}$', '^[0-9]{290}$')] };
  const refused = await t.call('POST', `${BASE}/${link.id}/rules`, more);
  expect(refused.status).toBe(400);
  expect(refused.body.errors.conditions).toEqual([expect.stringContaining('2000 steps together')]);
  const off = await addRule(link.id, { ...more, is_enabled: false });
  expect((await t.call('PUT', `${BASE}/rules/${off.id}`, { is_enabled: true })).status).toBe(400);
  expect((await t.call('PUT', `${BASE}/rules/${off.id}`, { name: 'Renamed' })).status).toBe(200);
});

/** Seen red: the first visit never came back, and nothing else did. */
test('a pattern without a bound that was stored before never matches; its rule is switched off, with an alert', async () => {
  const link = await buildLink(t.deps, { slug: 'patterns' });
  const rule = await addRule(link.id, { name: 'Old', conditions: [pattern('tea')] });
  await addRule(link.id, { name: 'New', conditions: [pattern('^tea')] });
  await buildDestination(t.deps, link.id, { url: 'https://old.example/', rule_id: rule.id });
  await buildDestination(t.deps, link.id, { url: 'https://rest.example/' });
  const stored = [{ ...pattern(ENDLESS), op: 'is_not', include_unknown: true }];
  const set = (isEnabled: boolean) =>
    sql`update link_rules set is_enabled = ${isEnabled}, conditions = ${JSON.stringify(stored)} where id = ${rule.id}`.execute(
      t.deps.db,
    );
  await set(true);
  const snapshot = openSnapshot({ db: t.deps.db, dataDir: t.deps.config.dataDir, log: t.deps.log });
  await snapshot.refresh();
  const redirects = createRedirects({
    routing: snapshot.current,
    record: () => Promise.resolve(),
    seal: () => 'token',
    open: () => undefined,
    caps: uncapped,
    clock: () => NOW,
    roll: () => 0,
    log: t.deps.log,
  });
  const facts = { is_bot: false, is_internal: false };
  for (const query of ['', 'a=b', 'a=tea'])
    expect(
      (await redirects.go('patterns', { query: new URLSearchParams(query), facts, hasPrivacySignal: false }))!.location,
    ).not.toContain('old.example');

  const round = createPatternRound({ ...t.deps, routing: snapshot.current });
  await round();
  await round();
  const rules = (await t.call('GET', `${BASE}/${link.id}/rules`)).body.data;
  expect(rules.map((one: { is_enabled: boolean }) => one.is_enabled)).toEqual([false, true]);
  const alerts = await listAlerts(t.deps, AlertQuery.parse({ state: 'open' }));
  expect(alerts.data).toMatchObject([
    {
      kind: 'link_pattern_unbounded',
      severity: 'critical',
      subject_id: link.id,
      count: 1,
      details: [{ label: 'Rule "Old"' }],
    },
  ]);
  const on = await t.call('PUT', `${BASE}/rules/${rule.id}`, { is_enabled: true });
  expect(Object.keys(on.body.errors)).toEqual(['conditions.0.values.0']);
});
