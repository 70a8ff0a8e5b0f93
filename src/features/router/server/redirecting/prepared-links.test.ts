import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkRoutes } from '../../../../../tests/support/link-routes.ts';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { buildSource } from '../../../sources/server/testing.ts';
import { getSource, routableSources, updateSource } from '../../../sources/server/service.ts';
import { createPreparedLinks } from './prepared-links.ts';
import { routableLinks } from '../routable.ts';
import { keepSourceOnLinks } from '../../../links/server/service.ts';
import type { Routing } from './routing-tables.ts';

const BASE = '/api/admin/tracking-links';
let t: TestApp;

beforeAll(async () => {
  t = await testApp((route, deps) => linkRoutes(route, deps));
});
afterAll(() => t.close());

const scope = () => ({
  ...t.deps,
  outgoingAllow: [],
  count: () => Promise.resolve(new Map()),
  keepOnLinks: keepSourceOnLinks,
});
const change = (id: number, input: Parameters<typeof updateSource>[3]) => updateSource(scope(), t.actor, id, input);
const makeLink = async (sourceId: number): Promise<number> =>
  (await t.call('POST', BASE, { name: `For ${sourceId}`, traffic_source_id: sourceId, fallback_url: '/' })).body.data
    .id;

/** In which parameter the router looks for the click id of a link's source. */
async function clickIdParams(...ids: number[]) {
  const sources = new Map((await routableSources(t.deps.db)).map((source) => [source.id, source]));
  const links = await routableLinks(t.deps.db);
  const preparedLink = createPreparedLinks();
  return ids.map((id) => {
    const link = links.find((one) => one.id === id)!;
    return preparedLink({ sources } as unknown as Routing, link).source?.click_id_param;
  });
}

test('a source that changes its parameters takes its links with it, or leaves those that are there as they were', async () => {
  const source = await buildSource(t.deps, { click_id_param: 'old' });
  const old = await makeLink(source.id);
  expect((await getSource(scope(), source.id)).links_count).toBe(1);

  await change(source.id, { click_id_param: 'new', apply_to_links: false });
  const young = await makeLink(source.id);
  expect(await clickIdParams(old, young)).toEqual(['old', 'new']);

  await change(source.id, { click_id_param: 'newer', apply_to_links: false });
  expect(await clickIdParams(old, young)).toEqual(['old', 'new']);

  await change(source.id, { notes: 'nothing about parameters' });
  expect(await clickIdParams(old, young)).toEqual(['old', 'new']);

  await change(source.id, { click_id_param: 'newest' });
  expect(await clickIdParams(old, young)).toEqual(['newest', 'newest']);
});

test('a link that moves to another source is read by that one', async () => {
  const [first, second] = [
    await buildSource(t.deps, { click_id_param: 'first' }),
    await buildSource(t.deps, { click_id_param: 'second' }),
  ];
  const link = await makeLink(first.id);
  await change(first.id, { click_id_param: 'other', apply_to_links: false });
  expect(await clickIdParams(link)).toEqual(['first']);
  await t.call('PUT', `${BASE}/${link}`, { traffic_source_id: second.id });
  expect(await clickIdParams(link)).toEqual(['second']);
});
