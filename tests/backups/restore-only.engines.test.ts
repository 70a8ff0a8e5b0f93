import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBackup } from '../../src/features/backups/server/check.ts';
import { emptyTrash } from '../../src/features/publishing/server/trash.ts';
import { folderPlace } from '../../src/platform/server/backup/place.ts';
import { openDb, openPool } from '../../src/platform/server/postgres/postgres.ts';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { connectToDatabase } from '../support/program-database.ts';
import { runScript } from '../support/script.ts';
import { logIn, startServer, type TestServer } from '../support/server.ts';

/** One record comes back out of a backup into the running site: deleted for good, in the trash, or written over. */

type Made<T = object> = { data: T & { id: number; version: number } };
type Row = Record<string, unknown>;
type Entry = { id: string; actor: string; action: string; entity: string; undo: { can: boolean; together: number } };

let server: TestServer;
let admin: Admin;
let folder: string;
let place: string;
let database: pg.Client;
const made: Record<string, number> = {};
let picture: { url: string; id: number };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-only-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  place = join(folder, 'place');
  server = await startServer({ env: { SAMPLE: 'off' } });
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  database = await connectToDatabase(server.dataDir);
  picture = await upload();
  const make = async (name: string, path: string, body: object): Promise<number> =>
    (made[name] = (await admin.post<Made>(`/admin/${path}`, body)).data.id);
  await make('network', 'affiliate-networks', { name: 'Network' });
  await make('category', 'offers/categories', { name: 'Creams' });
  const offer = { url: 'https://shop.example/', network_id: made['network'], category_id: made['category'] };
  await make('first', 'offers', { name: 'First', ...offer, payout_amount: '12.50' });
  await make('second', 'offers', { name: 'Second', ...offer });
  await make('guide', 'listicles', { title: 'Best creams', status: 'published', meta_title: 'Creams', slug: 'creams' });
  const items = `listicles/${made['guide']}/items`;
  await make('item', items, {
    offer_id: made['first'],
    title: 'The first',
    summary: 'Good.',
  });
  await make('other item', items, { offer_id: made['second'], title: 'The second' });
  await make('review', 'offer-content', { offer_id: made['second'], title: 'Second, tried', slug: 'second-tried' });
  await make('link', 'tracking-links', { name: 'Ads', slug: 'ads', fallback_url: 'https://fallback.example/' });
  const link = `/admin/tracking-links/${made['link']}`;
  const rules = await admin.post<{ data: { id: number }[] }>(`${link}/rules`, { name: 'Germans' });
  for (const body of [
    { type: 'offer', target_id: made['first'], weight: 70 },
    { type: 'listicle', target_id: made['guide'], weight: 30 },
    { type: 'url', url: 'https://de.example/', weight: 5, rule_id: rules.data[0]!.id },
  ])
    await admin.post(`${link}/destinations`, body);
  await make('lonely', 'offers', { name: 'Lonely', ...offer, payout_amount: '3', image_url: picture.url });
  await make('its guide', 'listicles', { title: 'Lonely things', status: 'draft' });
  await make('its item', `listicles/${made['its guide']}/items`, {
    offer_id: made['lonely'],
    title: 'Alone',
    image_url: picture.url,
    image_alt: 'A jar',
  });
  const taken = await runScript('backup.ts', [place], { DATA_DIR: server.dataDir });
  expect(taken).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await database.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function upload(): Promise<{ url: string; id: number }> {
  const create = { width: 400, height: 300, channels: 3, background: { r: 200, g: 9, b: 9 } } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'p.png');
  const headers = { authorization: `Bearer ${await logIn(server)}` };
  const reply = await fetch(`${server.url}/api/images`, { method: 'POST', headers, body });
  const { imageUrl: url, id } = (await reply.json()) as { imageUrl: string; id: number };
  return { url, id };
}

const restore = (...words: string[]) => runScript('restore.ts', words, { DATA_DIR: server.dataDir });
const only = (...words: string[]) => restore(place, '--only', ...words);

/** Rows as people see them: without versions, and times of saving. */
async function rowsOf(table: string, column: string, id: number): Promise<Row[]> {
  const { rows } = await database.query<{ row: Row }>(
    `select to_jsonb(t) - '{version,updated_at,revised_at,changes,shown,shown_digest,is_order_old,link_due_at,link_checked_at}'::text[] as row
       from ${table} t where ${column} = $1 order by id`,
    [id],
  );
  return rows.map(({ row }) => row);
}
const stateOf = async (kind: 'guide' | 'link' | 'offer' | 'review', id: number): Promise<Row[]> => {
  if (kind === 'offer')
    return [
      ...(await rowsOf('offers', 'id', id)),
      ...(await rowsOf('offer_payouts', 'offer_id', id)).map((row) => ({ ...row, id: 0 })),
    ];
  if (kind === 'review') return rowsOf('reviews', 'id', id);
  if (kind === 'guide')
    return [...(await rowsOf('guides', 'id', id)), ...(await rowsOf('guide_items', 'guide_id', id))];
  return [
    ...(await rowsOf('links', 'id', id)),
    ...(await rowsOf('link_rules', 'link_id', id)),
    ...(await rowsOf('destinations', 'link_id', id)),
  ];
};

/** As the trash does when its 30 days are over. */
async function purge(): Promise<void> {
  const db = openDb(openPool(urlOfRunning(server.dataDir), () => undefined));
  await emptyTrash({ db, clock: () => new Date(Date.now() + 31 * 86_400_000) });
  await db.destroy();
}

const lastEntry = async (): Promise<Entry> => (await admin.get<{ data: Entry[] }>('/settings/audit')).data[0]!;
const undoLast = async (): Promise<void> => {
  await admin.post(`/settings/audit/${(await lastEntry()).id}/undo`, {});
};
const statusOf = async (path: string): Promise<number> =>
  (await fetch(`${server.url}${path}`, { redirect: 'manual' })).status;

// before anybody has seen a page: the trash keeps what the past names
test('what was deleted for good is made again under its id, with its pictures, and goes when that is taken back', async () => {
  const kinds = { link: 'tracking-links', guide: 'listicles', review: 'offer-content', offer: 'offers' } as const;
  const ids = { link: made['link']!, guide: made['its guide']!, review: made['review']!, offer: made['lonely']! };
  const before = new Map<string, Row[]>();
  for (const kind of ['link', 'guide', 'review', 'offer'] as const) {
    before.set(kind, await stateOf(kind, ids[kind]));
    await admin.delete(`/admin/${kinds[kind]}/${ids[kind]}`);
  }
  const published = await stateOf('guide', made['guide']!);
  await admin.delete(`/admin/listicles/${made['guide']}`);
  await purge();
  await admin.delete(`/admin/images/${picture.id}`);
  const blob = join(server.dataDir, 'blobs', picture.url.replace('/media/', ''));
  expect(existsSync(blob)).toBe(false);
  for (const kind of ['link', 'guide', 'review', 'offer'] as const) expect(await stateOf(kind, ids[kind])).toEqual([]);

  // an offer that is gone is named, and a product of it left out
  const without = await only('guide', String(ids.guide));
  expect(without.out).toMatch(
    /"Alone" is left out: the offer \d+ "Lonely" is gone \(--with-missing brings it back too\)/,
  );
  // what was public once stays in the trash for good
  expect((await only('guide', 'creams', '--yes')).out).toContain('comes out of the trash');
  expect(await stateOf('guide', made['guide']!)).toEqual(published);
  for (const kind of ['offer', 'guide', 'review', 'link'] as const) {
    const done = await only(kind, String(ids[kind]), '--yes');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain('is made again');
    expect(await stateOf(kind, ids[kind]), kind).toEqual(before.get(kind));
  }
  expect(existsSync(blob)).toBe(true);
  expect(await statusOf(picture.url)).toBe(200);
  await expect.poll(() => statusOf(`/listicles/${made['guide']}`)).toBe(200);
  await expect.poll(() => statusOf('/go/ads')).toBe(302);
  await undoLast();
  await expect.poll(() => statusOf('/go/ads')).toBe(404);
  await undoLast();
});

test('a guide that was written over: what differs is told first, then put back as one change, and taken back', async () => {
  const before = await stateOf('guide', made['guide']!);
  const items = `/admin/listicles/${made['guide']}/items`;
  await admin.put(`/admin/listicles/${made['guide']}`, { title: 'Worst creams', meta_title: null });
  await admin.put(`${items}/${made['item']}`, { summary: 'Bad.' });
  await admin.delete(`${items}/${made['other item']}`);
  await admin.post(items, { offer_id: made['second'], title: 'Came later' });
  const written = await stateOf('guide', made['guide']!);

  const told = await only('guide', String(made['guide']));
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(told.out).toContain('CHANGED SINCE the backup');
  expect(told.out).toContain('by admin');
  expect(told.out).toContain('title: "Worst creams" -> "Best creams"');
  expect(told.out).toContain('summary: "Bad." -> "Good."');
  expect(told.out).toMatch(/product \d+ "Came later" came after the backup, and goes/);
  expect(told.out).toContain('Nothing was changed. To do it, call it again with --yes.');
  expect(await stateOf('guide', made['guide']!)).toEqual(written);

  const done = await only('guide', 'creams', '--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  const after = (await stateOf('guide', made['guide']!)).filter((row) => row['deleted_at'] === null);
  expect(after).toEqual(before);
  const entry = await lastEntry();
  expect(entry).toMatchObject({ actor: 'on the machine', undo: { can: true } });
  expect(entry.undo.together).toBeGreaterThan(1);
  // the running program shows it at once
  await expect
    .poll(async () => (await fetch(`${server.url}/listicles/${made['guide']}`)).text())
    .toContain('Best creams');

  await undoLast();
  const live = (rows: Row[]) => rows.filter((row) => row['deleted_at'] === null);
  expect(live(await stateOf('guide', made['guide']!))).toEqual(live(written));
  await undoLast();
  expect(live(await stateOf('guide', made['guide']!))).toEqual(before);
  expect((await only('guide', 'creams', '--yes')).out).toContain('there is nothing to put back');
});

test('what a record names and is gone comes back with it on demand', async () => {
  const before = await stateOf('guide', made['its guide']!);
  const offer = await stateOf('offer', made['lonely']!);
  await admin.delete(`/admin/listicles/${made['its guide']}`);
  await admin.delete(`/admin/offers/${made['lonely']}`);
  await purge();
  expect(await stateOf('offer', made['lonely']!)).toEqual([]);
  const done = await only('guide', 'Lonely things', '--with-missing', '--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(await stateOf('guide', made['its guide']!)).toEqual(before);
  expect(await stateOf('offer', made['lonely']!)).toEqual(offer);
});

test('a slug that somebody else has by now is told, and another one can be given', async () => {
  await admin.delete(`/admin/offer-content/${made['review']}`);
  await purge();
  await admin.post('/admin/offer-content', { offer_id: made['second'], title: 'Another', slug: 'second-tried' });
  const refused = await only('review', String(made['review']), '--yes');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('"second-tried" is already in use');
  expect(refused.err).toContain('--slug');
  expect(await stateOf('review', made['review']!)).toEqual([]);
  const done = await only('review', String(made['review']), '--slug', 'tried-again', '--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(await stateOf('review', made['review']!)).toMatchObject([{ slug: 'tried-again', title: 'Second, tried' }]);
});

test('with the program stopped it is done as well', async () => {
  await admin.put(`/admin/offers/${made['second']}`, { notes: 'later' });
  await database.end();
  await server.terminate();
  const done = await only('offer', 'second', '--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  await server.restart();
  database = await connectToDatabase(server.dataDir);
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  expect((await stateOf('offer', made['second']!))[0]).toMatchObject({ notes: null });
});

test('refused in one sentence: what is not in it, another site, a byte that is another one', async () => {
  const unknown = await only('guide', 'never was');
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(unknown.err).toContain('There is no guide "never was" in');
  expect(unknown.err).toContain('"Best creams"');
  expect((await restore(place, '--only', 'person', '1')).err).toContain('--only guide|link|offer|review');
  expect((await restore(join(folder, 'nowhere'), '--only', 'guide', '1')).err).toContain(
    'There is no backup of this site',
  );

  const [name] = readdirSync(place).filter((file) => file.endsWith('.json'));
  const other = join(folder, 'other');
  const elsewhere = await runScript('restore.ts', [join(place, name!), '--only', 'guide', '1'], {
    DATA_DIR: other,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  expect(elsewhere.err).toContain('is a backup of another site');
  expect(existsSync(other)).toBe(false);

  const manifest = await findBackup(folderPlace(place));
  const { sha256 } = manifest.database.tables.find((table) => table.name === 'public.guides')!.pieces[0]!;
  const file = join(place, 'pieces', sha256.slice(0, 2), sha256);
  const bytes = readFileSync(file);
  bytes[20]! ^= 1;
  writeFileSync(file, bytes);
  await admin.put(`/admin/listicles/${made['guide']}`, { title: 'Stays' });
  const flipped = await only('guide', String(made['guide']), '--yes');
  expect(flipped.err).toContain('of the table public.guides is not what was written');
  expect((await stateOf('guide', made['guide']!))[0]).toMatchObject({ title: 'Stays' });
});
