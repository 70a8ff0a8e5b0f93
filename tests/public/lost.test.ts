import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuide } from '../../src/features/guides/server/testing.ts';
import type { Link } from '../../src/features/links/contract.ts';
import { tellPaidLost } from '../../src/features/router/server/lost-slugs.ts';
import { buildDestination, buildLink } from '../../src/features/links/server/testing.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

let t: WholeApp;

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    await buildGuide(deps, { title: 'Teas that calm' });
  });
});
afterAll(() => t.close());

test.each([
  ['/go/none', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['/go/none?gclid=abc', '*/*'],
  ['/go/none', undefined],
  ['/out/2000000000', 'text/html'],
  ['/out/nonsense', 'text/html'],
  ['/out/review/none', 'text/html'],
  ['/go/none/', 'text/html'],
  ['/nowhere', 'text/html'],
  ['/listicles/2000000000', 'text/html'],
])('whoever comes to %s (accepting %s) finds a page with guides', async (path, accept) => {
  const { status, headers, body } = await t.send('GET', path, { headers: accept === undefined ? {} : { accept } });
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(body).toContain('We could not find that page');
  expect(body).toMatch(/<a class="cover" href="\/listicles\/\d+/);
  expect(body).toContain('content="noindex"');
});

const admin = async (method: string, path: string, body?: object) => {
  const { status, body: text } = await t.send(method, `/api/admin/tracking-links${path}`, {
    headers: { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status, ...(JSON.parse(text) as { data: Lost[]; message: string; error?: string }) };
};
type Lost = { id: number; slug: string; visits: number; paid: number; nearest: { id: number; slug: string } | null };
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const visit = (path: string, headers: Record<string, string> = BROWSER) => t.send('GET', path, { headers });
const listed = async (): Promise<Lost[]> => {
  await t.parts.lostSlugs.write();
  return (await admin('GET', '/util/lost-slugs')).data;
};

test('an unknown slug is counted, listed with the nearest link, and led there by one press', async () => {
  await t.query('delete from lost_slugs');
  const link = await buildLink(t.deps, { slug: 'calming-teas' });
  await buildDestination(t.deps, link.id, { type: 'url', url: 'https://shop.example/p' });
  await visit('/go/calming-tea');
  await visit('/go/Calming-Tea/?gclid=abc');
  await visit('/go/calming-tea&utm_medium=CPC');
  await visit('/go/calming-tea', { 'user-agent': 'Googlebot/2.1' });
  await visit('/go/zzzzqqqq');
  const [first, second, ...more] = await listed();
  expect(first).toMatchObject({
    slug: 'calming-tea',
    visits: 3,
    paid: 2,
    nearest: { id: link.id, slug: 'calming-teas' },
  });
  expect(second).toMatchObject({ slug: 'zzzzqqqq', visits: 1, paid: 0, nearest: null });
  expect(more).toEqual([]);

  await tellPaidLost(t.deps);
  const alerts = () => t.query(`select state, message, details from alerts where kind = 'paid_visits_lost'`);
  expect(await alerts()).toMatchObject([{ state: 'open', details: [{ label: '/go/calming-tea', text: '2 paid' }] }]);

  const led = await admin('POST', `/util/lost-slugs/${first!.id}/lead`, { link_id: link.id });
  expect([led.status, led.message]).toEqual([200, `/go/calming-tea leads to "${link.name}" now.`]);
  expect((await listed()).map(({ slug }) => slug)).toEqual(['zzzzqqqq']);
  await t.parts.snapshot.refresh();
  expect((await visit('/go/calming-tea?gclid=abc')).status).toBe(302);
  await tellPaidLost(t.deps);
  expect(await alerts()).toMatchObject([{ state: 'closed' }]);
  const { body } = await t.send('GET', `/api/admin/tracking-links/${link.id}`, {
    headers: { authorization: `Bearer ${t.token}` },
  });
  expect((JSON.parse(body) as { data: Link }).data.former_slugs).toEqual([{ slug: 'calming-tea', until: null }]);

  expect((await admin('DELETE', `/util/lost-slugs/${second!.id}`)).status).toBe(200);
  expect(await listed()).toEqual([]);
});

test('a lost slug of a deleted link says whose it was; one that leads somewhere by now is listed no more', async () => {
  await t.query('delete from lost_slugs');
  const gone = await buildLink(t.deps, { slug: 'gone-teas', name: 'Old campaign' });
  await t.query('update links set deleted_at = now() where id = $1', [gone.id]);
  await visit('/go/gone-teas');
  expect(await listed()).toMatchObject([{ slug: 'gone-teas', deleted_name: 'Old campaign' }]);
  await t.query('update links set deleted_at = null where id = $1', [gone.id]);
  expect(await listed()).toEqual([]);
  await t.query('delete from links where id = $1', [gone.id]);
});

test('slugs that somebody tries out fill neither memory nor table', async () => {
  await t.query('delete from lost_slugs');
  const { note } = t.parts.lostSlugs;
  const arrival = {
    query: new URLSearchParams('gclid=a'),
    facts: { is_bot: false, is_internal: false },
    hasPrivacySignal: false,
  };
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 2000; n += 1)
      note(
        `${'x'.repeat(round * 100)}try-${round}-${n}\u0000\ud800`,
        round === 0 ? arrival : { ...arrival, query: new URLSearchParams() },
      );
    await t.parts.lostSlugs.write();
  }
  const [held] = await t.query(
    'select count(*)::int as rows, max(length(slug)) as longest, sum(paid)::int as paid from lost_slugs',
  );
  expect(held).toEqual({ rows: 500, longest: expect.any(Number) as number, paid: 500 });
  expect(held!['longest']).toBeLessThanOrEqual(64);
  expect(await listed()).toHaveLength(10);
});

test('what cannot be written down now is written down later', async () => {
  await t.query('delete from lost_slugs');
  await visit('/go/waits');
  await t.query('alter table lost_slugs rename to lost_slugs_away');
  await expect(t.parts.lostSlugs.write()).rejects.toThrow();
  await visit('/go/waits');
  await t.query('alter table lost_slugs_away rename to lost_slugs');
  expect(await listed()).toMatchObject([{ slug: 'waits', visits: 2 }]);
});

test.each([
  ['a link that is not there', 'gone-one', { link_id: 2_000_000_000 }],
  ['a slug that no link can have', 'my.slug', { link_id: 1 }],
  ['no link', 'gone-one', {}],
])('a lost slug is not led to %s', async (_what, slug, body) => {
  await t.query('delete from lost_slugs');
  await visit(`/go/${slug}`);
  const row = (await listed()).find((one) => one.slug === slug)!;
  const { status, error } = await admin('POST', `/util/lost-slugs/${row.id}/lead`, body);
  expect([status, error]).toEqual([400, 'validation_failed']);
});

test('a link tells how its visitors came mangled', async () => {
  const link = await buildLink(t.deps, { slug: 'mangled-ad' });
  await buildDestination(t.deps, link.id, { type: 'url', url: 'https://shop.example/p' });
  await t.parts.snapshot.refresh();
  t.parts.shipper.start();
  for (let n = 0; n < 3; n += 1) await visit(`/go/mangled-ad&utm_source=x${n}`);
  await visit('/go/mangled-ad/&utm_source=y');
  await visit('/go/mangled-ad/', { 'user-agent': 'Googlebot/2.1' });
  await visit('/go/mangled-ad?utm_source=x');
  const told = async () => {
    const { body } = await t.send('GET', `/api/admin/tracking-links/${link.id}`, {
      headers: { authorization: `Bearer ${t.token}` },
    });
    return (JSON.parse(body) as { data: Link }).data.mended_30d;
  };
  await expect.poll(told).toEqual([
    { how: 'ampersand', visits: 4 },
    { how: 'slash', visits: 1 },
  ]);
  await t.parts.shipper.stop();
});

test('a program that asks for JSON is told in JSON', async () => {
  const { status, body } = await t.send('GET', '/go/none', { headers: { accept: 'application/json' } });
  expect([status, (JSON.parse(body) as { error: string }).error]).toEqual([404, 'not_found']);
});

test('the pictures that browsers ask for by name are there', async () => {
  const touch = await fetch(`${t.url}/apple-touch-icon.png`);
  expect(await sharp(Buffer.from(await touch.arrayBuffer())).metadata()).toMatchObject({ width: 180, height: 180 });
  const ico = await fetch(`${t.url}/favicon.ico`);
  expect([ico.status, ico.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  const bytes = Buffer.from(await ico.arrayBuffer());
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(bytes.readUInt32LE(14)).toBe(bytes.length - 22);
  expect(await sharp(bytes.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
});
