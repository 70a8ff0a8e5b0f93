import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildDestination, buildLink } from '../../src/features/links/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

let t: WholeApp;
let item = 0;
let guide = 0;

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    const offer = await buildOffer(deps);
    guide = (await buildGuide(deps)).id;
    item = (await buildItem(deps, guide, { offer_id: offer.id })).id;
    const link = await buildLink(deps, { slug: 'teas' });
    await buildDestination(deps, link.id, { type: 'listicle', target_id: guide });
  });
});
afterAll(() => t.close());

test('whoever came by https once is told to come by https again, on redirects and short cuts too', async () => {
  const paths = [
    '/',
    `/listicles/${guide}`,
    '/nowhere',
    '/api/listicles',
    '/api/nothing',
    '/go/teas',
    `/out/${item}`,
    '/go/none',
  ];
  const heads = await Promise.all(
    paths.map(async (path) => [path, (await t.send('GET', path)).headers['strict-transport-security']]),
  );
  expect(heads.filter(([, header]) => header !== 'max-age=31536000')).toEqual([]);
});

test('who searches without a pause is asked to wait, and may go on reading', async () => {
  const asked = await Promise.all(Array.from({ length: 160 }, () => t.send('GET', '/api/listicles?q=tea')));
  const refused = asked.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.headers['retry-after']).toBe('5');
  expect(JSON.parse(refused[0]!.body)).toMatchObject({ error: 'too_many_requests' });
  expect((await t.send('GET', '/api/listicles')).status).toBe(200);
  expect((await t.send('GET', `/listicles/${guide}`)).status).toBe(200);
});
