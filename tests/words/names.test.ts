import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

let t: WholeApp;
beforeAll(async () => {
  t = await wholeApp();
});
afterAll(() => t.close());

type Reply = { data: { id: number; name: string; slug: string }; message: string; errors?: Record<string, string[]> };

async function send(method: string, path: string, body: object): Promise<{ status: number; body: Reply }> {
  const headers = { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' };
  const answer = await t.send(method, path, { headers, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.body) as Reply };
}

const KINDS: [path: string, table: string, more: object][] = [
  ['/api/admin/affiliate-networks', 'networks', {}],
  ['/api/admin/traffic-sources', 'sources', {}],
  ['/api/admin/offers', 'offers', { url: 'https://shop.example/x', payout_amount: '1' }],
  ['/api/admin/offers/categories', 'offer_categories', {}],
  ['/api/settings/guide-categories', 'guide_categories', {}],
  ['/api/settings/people', 'people', {}],
];

test.each(KINDS)('%s: a name that folds like another is refused by the name in the way', async (path, table, more) => {
  const first = await send('POST', path, { name: 'Café Straße', ...more });
  expect(first.status).toBeLessThan(300);
  const clash = await send('POST', path, { name: 'CAFE\u0301 strasse', ...more });
  expect(clash.status).toBe(409);
  expect(clash.body.message).toContain('"Café Straße"');
  expect(clash.body.errors!['name']![0]).toMatch(/^is already taken/);
  const other = await send('POST', path, { name: 'Another', ...more });
  expect((await send('PUT', `${path}/${other.body.data.id}`, { name: 'cafe strasse' })).status).toBe(409);
  // itself in other letters is no other
  expect((await send('PUT', `${path}/${first.body.data.id}`, { name: 'Cafe Strasse' })).status).toBe(200);

  // what folded alike before stays usable under its name
  await t.query(`update ${table} set name = 'Café Strasse' where id = $1`, [other.body.data.id]);
  expect((await send('PUT', `${path}/${other.body.data.id}`, { name: 'Café Strasse' })).status).toBe(200);

  const both = await Promise.all(['Ærø', 'aero'].map((name) => send('POST', path, { name, ...more })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)[1]).toBe(409);
  expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
});

test.each(KINDS)('%s: a name is stored composed, in one line, without what nobody sees', async (path, _table, more) => {
  const made = await send('POST', path, {
    name: ' Cre\u0300me\u200b \u202ebru\u0302le\u0301e\n\u{1f469}\u200d\u{1f373} ',
    ...more,
  });
  expect(made.body.data.name).toBe('Crème brûlée \u{1f469}\u200d\u{1f373}');
  expect((await send('POST', path, { name: '\u200b\u2060', ...more })).body.errors!['name']).toEqual([
    'This field is required.',
  ]);
});

test.each([
  ['/api/admin/offers/categories', 'category'],
  ['/api/settings/guide-categories', 'category'],
  ['/api/settings/people', 'person'],
])('%s: a name that no address can hold stands there by its id', async (path, kind) => {
  const made = [await send('POST', path, { name: '🌿🌿' }), await send('POST', path, { name: '✨' })];
  expect(made.map(({ body: { data } }) => data.slug)).toEqual(made.map(({ body: { data } }) => `${kind}-${data.id}`));
});
