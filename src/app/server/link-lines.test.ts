import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkRoutes } from '../../../tests/support/link-routes.ts';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { testEventStore } from '../../../tests/support/event-store.ts';
import { buildClick, buildRow, buildVisit } from '../../features/events/server/testing.ts';
import { buildDestination, buildLink } from '../../features/links/server/testing.ts';
import { statsRoutes } from '../../features/stats/server/routes.ts';
import { lastVisits } from '../../features/stats/server/store-link.ts';

const NOW = new Date('2026-03-10T12:00:00Z');

let app: TestApp;

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp(
    (route, deps) => {
      statsRoutes(route, deps);
      linkRoutes(route, deps);
    },
    { eventStore, clock: () => NOW },
  );
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const store = (events: Parameters<typeof buildRow>[0][]) =>
  app.deps.eventStore.append({ cursor: 't', position: '1', table: 'events', rows: events.map(buildRow) });

test('a link tells who led its visitors, who came last, and what each rule brought', async () => {
  const link = await buildLink(app.deps, { slug: 'lines' });
  const path = `/api/admin/tracking-links/${link.id}`;
  const rule = (
    await app.call('POST', `${path}/rules`, {
      name: 'Phones',
      conditions: [{ type: 'device', values: ['mobile'] }],
    })
  ).body.data.at(-1);
  const phones = await buildDestination(app.deps, link.id, { url: 'https://phones.example/', rule_id: rule.id });
  const others = await buildDestination(app.deps, link.id, { url: 'https://others.example/' });
  const visit = (days: number, destination_id: number | undefined, referrer_host?: string, is_bot = false) =>
    buildVisit({ link_id: link.id, ts: daysAgo(days), destination_id, referrer_host, is_bot });
  const newest = visit(0.1, others.id);
  await store([
    visit(9, phones.id, 'news.example'),
    visit(8, phones.id, 'news.example'),
    visit(7, others.id, 'blog.example'),
    visit(40, others.id, 'long-ago.example'),
    visit(1, undefined, 'bots.example', true),
    newest,
    buildVisit({ link_id: link.id + 1, ts: daysAgo(1), referrer_host: 'elsewhere.example' }),
    buildClick({ link_id: link.id, ts: daysAgo(7), destination_id: phones.id }),
  ]);
  const { body } = await app.call('GET', `${path}/stats?group=rule`);
  expect(body.top_referrers).toEqual([
    { referrer: 'news.example', visits: 2 },
    { referrer: 'blog.example', visits: 1 },
    { referrer: null, visits: 1 },
  ]);
  expect(body.recent_visits.map((one: { ts: string }) => one.ts)).toEqual([0.1, 1, 7, 8, 9].map(daysAgo));
  expect(body.recent_visits[0]).toMatchObject({
    visit_id: newest.visit_id,
    destination: 'https://others.example/',
    referrer: null,
    is_bot: false,
  });
  expect(body.recent_visits[1]).toMatchObject({ destination: null, is_bot: true });
  const brought = (name: string) => body.groups.find((one: { name: string }) => one.name === name);
  expect(brought('Phones')).toMatchObject({ value: rule.id, visits: 2, clicks_out: 1, ctr: 0.5 });
  expect(brought('(no rule)')).toMatchObject({ value: null, visits: 2, clicks_out: 0 });
  expect(await lastVisits(app.deps.eventStore, [link.id, link.id + 1, link.id + 2], 30, NOW)).toEqual(
    new Map([
      [link.id, daysAgo(0.1)],
      [link.id + 1, daysAgo(1)],
    ]),
  );
  // two and two visits say nothing of which is better
  expect(body.by_destination.map((one: { p_best: number | null }) => one.p_best)).toEqual([null, null]);
  expect((await app.call('GET', `${path}/stats?group=moon`)).status).toBe(400);
});
