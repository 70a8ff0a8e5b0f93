import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { undoApp } from '../support/desk-routes.ts';
import { machineActor } from '../../src/features/accounts/server/on-machine.ts';
import { bringBack, refusalOf, type Wish } from '../../src/features/backups/server/single/bring-back.ts';
import { emptyTrash } from '../../src/features/publishing/server/trash.ts';
import type { Manifest } from '../../src/platform/server/backup/manifest.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import type { Trx } from '../../src/platform/server/postgres/postgres.ts';
import { rowsOf } from '../../src/platform/server/postgres/testing.ts';
import { rowsPorts } from '../../src/app/server/undo/feature-ports.ts';

/** What a backup would hold is seen by a transaction that began before; the whole way is beside it. */

type Row = Record<string, unknown> & { id: number };

let t: TestApp;
beforeAll(async () => {
  t = await undoApp();
});
afterAll(() => t.close());

const call = async (method: string, path: string, body?: unknown) => {
  const reply = await t.call(method, path, body);
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body;
};
const undoLast = async () => {
  const entry = (await call('GET', '/api/settings/audit?limit=1')).data[0];
  await call('POST', `/api/settings/audit/${entry.id}/undo`, {});
};
const offer = async (name: string, given = {}) =>
  (await call('POST', '/api/admin/offers', { name, url: 'https://shop.example/a', ...given })).data;

/** Rows as people see them: without versions and times of saving. */
async function stateOf(...tables: string[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const table of tables)
    for (const row of await rowsOf<Row>(t.deps.db, table)) {
      const { version: _version, updated_at: _updated, find_text: _text, ...rest } = row;
      all.push(rest);
    }
  return all;
}
/** As the trash does when its 30 days are over. */
const purge = () => emptyTrash({ db: t.deps.db, clock: () => new Date(Date.now() + 40 * 86_400_000) });

/** @param work with what was there when it began */
const since = (work: (past: Trx) => Promise<void>): Promise<void> =>
  t.deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (past) => {
      await rowsOf(past, 'links');
      await work(past);
    });

const restore = (past: Trx, kind: Wish['kind'], word: string, given: Partial<Wish> = {}): Promise<string> => {
  const wish = { kind, word, isMeant: true, withMissing: false, slug: undefined, asDraft: false, ...given };
  const { db, clock, secrets, blobs } = t.deps;
  const manifest = { name: 'of then', instant: new Date(0).toISOString(), pictures: [] as unknown } as Manifest;
  const ports = { rows: rowsPorts(t.deps) };
  const parts = { past, db, clock, secrets, blobs, place: folderPlace('/nowhere'), manifest, ports };
  return bringBack({ ...parts, actor: machineActor() }, wish).then(
    (lines) => lines.join('\n'),
    (error: unknown) => Promise.reject(refusalOf(error, wish)),
  );
};

test('a link that was deleted for good is made again with its rules, destinations and former slugs, and goes again', async () => {
  const one = await offer('Of the link');
  const { data: made } = await call('POST', '/api/admin/tracking-links', { name: 'Ads', slug: 'ads' });
  const base = `/api/admin/tracking-links/${made.id}`;
  await call('PUT', base, { version: made.version, slug: 'adverts' });
  const { data: rules } = await call('POST', `${base}/rules`, { name: 'Germans' });
  await call('POST', `${base}/destinations`, { type: 'offer', target_id: one.id, weight: 70 });
  await call('POST', `${base}/destinations`, { type: 'url', url: 'https://de.example/', rule_id: rules[0].id });
  const tables = ['links', 'link_rules', 'destinations', 'link_slugs'];
  await since(async (past) => {
    const before = await stateOf(...tables);
    await call('DELETE', base);
    await purge();
    expect(await stateOf('links', 'destinations')).toEqual([]);
    expect(await restore(past, 'link', 'adverts', { isMeant: false })).toContain('is made again');
    expect(await stateOf('links', 'destinations')).toEqual([]);
    await restore(past, 'link', 'adverts');
    expect(await stateOf(...tables)).toEqual(before);
    await undoLast();
    expect((await t.call('GET', base)).status).toBe(404);
    await undoLast();
    expect((await call('GET', `${base}/destinations`)).data).toHaveLength(2);
    // what came since goes, also a rule with destinations in it
    const { data: later } = await call('POST', `${base}/rules`, { name: 'Later' });
    const rule = later.find((row: { name: string }) => row.name === 'Later').id;
    await call('POST', `${base}/destinations`, { type: 'url', url: 'https://later.example/', rule_id: rule });
    await restore(past, 'link', String(made.id));
    expect(await stateOf('link_rules', 'destinations')).toHaveLength(3);
  });
});

test('a slug that another review has by now is told with what to do; what its offer is without which it cannot be, too', async () => {
  const one = await offer('Of the review');
  const { data: made } = await call('POST', '/api/admin/offer-content', {
    offer_id: one.id,
    title: 'A review',
    slug: 'a',
  });
  await since(async (past) => {
    const before = await stateOf('offers', 'offer_payouts', 'reviews');
    await call('DELETE', `/api/admin/offer-content/${made.id}`);
    await call('DELETE', `/api/admin/offers/${one.id}`);
    await purge();
    await expect(restore(past, 'review', 'a')).rejects.toThrow(/needs the offer \d+ "Of the review", which is gone/);
    await restore(past, 'review', 'a', { withMissing: true });
    expect((await stateOf('offers', 'reviews')).length).toBe((await stateOf('offers')).length + 1);
    expect(before.length).toBeGreaterThan(2);
    await call('DELETE', `/api/admin/offer-content/${made.id}`);
    await call('POST', '/api/admin/offer-content', { offer_id: one.id, title: 'Another', slug: 'a' });
    await expect(restore(past, 'review', 'a')).rejects.toThrow(/"a" is already in use.*--slug SLUG/);
    await restore(past, 'review', 'a', { slug: 'a-again' });
    expect((await call('GET', `/api/admin/offer-content/${made.id}`)).data).toMatchObject({
      slug: 'a-again',
      title: 'A review',
    });
  });
});
