import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Routing } from '../../src/features/router/server/redirecting/routing-tables.ts';
import { openSnapshot } from '../../src/features/router/server/snapshot.ts';
import { buildSource } from '../../src/features/sources/server/testing.ts';
import { seeded } from '../../src/platform/dice.ts';
import { inTransaction, type Db } from '../../src/platform/server/postgres/postgres.ts';
import { rowsOf } from '../../src/platform/server/postgres/testing.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { buildSite, diceOf, editSomething } from '../support/content-edits.ts';
import { printFigures, sampleSize } from '../support/figures.ts';

/**
 * A routing snapshot that takes in what changed is the one that is read in full, whatever was written in which transactions, and however
 * many messages were lost or came twice; so is one that is read again in full over what it knew, and one that comes from disk.
 * Seen red: without the offers of a network, without the products of a guide, with a slug of before that leads nowhere by now.
 */

const SEQUENCES = sampleSize('PROVE_SNAPSHOT_SEQUENCES', 100, 500);
const SEED = Number(process.env['PROVE_PART'] ?? 18);
const dice = diceOf(seeded(SEED));

let t: TestApp;
let folder: string;

beforeAll(async () => {
  t = await testApp(() => undefined);
  folder = mkdtempSync(join(tmpdir(), 'guidepost-fresh-'));
  await buildSite(t.deps, 12, dice);
  for (let n = 0; n < 3; n += 1) await buildSource(t.deps);
  await sql`insert into links (name, slug) select 'Link ' || n, 'link-' || n from generate_series(0, 11) n`.execute(
    t.deps.db,
  );
  await sql`insert into link_slugs (slug, link_id, until)
    select 'link-' || (id + 20), id, null from links where id % 2 = 0`.execute(t.deps.db);
  await sql`insert into destinations (link_id, type, guide_id) select l.id, 'listicle', g.id from links l
    join lateral (select id from guides order by (id * l.id) % 7, id limit 2) g on true`.execute(t.deps.db);
  await sql`insert into link_rules (link_id, name, place, conditions)
    select id, 'Rule', 1, '[]' from links where id % 3 = 0`.execute(t.deps.db);
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(name: string) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  return openSnapshot({ db: t.deps.db, dataDir, log: t.deps.log });
}

/** Sequences after which one starts anew from what lies on disk. */
const LIFE = 10;

const asOnDisk = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** Slugs that some record has or had. */
const everSeen = new Set<string>();

/** All that a decision may ask of it. */
async function known(db: Db, table: Routing) {
  for (const from of ['links', 'link_slugs', 'reviews', 'slug_redirects'])
    for (const { slug } of await rowsOf<{ slug: string }>(db, from)) everSeen.add(slug);
  const byId = <T extends { id: number }>(some: Iterable<T>) => [...some].toSorted((a, b) => a.id - b.id);
  const groups = (some: Iterable<number>, group: Routing['itemsByGuide']) =>
    [...some].map((id) => [id, byId(group.get(id) ?? []).map((item) => item.id)]);
  return {
    links: byId(table.linkById.values()),
    linkSlugs: [...everSeen].map((slug) => [slug, table.linkBySlug.get(slug)?.id, table.linkBySlug.has(slug)]),
    guides: byId(table.guides.values()),
    publicGuides: byId(table.guides.values()).map(({ id }) => table.publicGuides.has(id)),
    linksWithCaps: byId(table.linksWithCaps.values()).map(({ id }) => id),
    items: byId(table.items.values()),
    itemsByGuide: groups(
      byId(table.guides.values()).map(({ id }) => id),
      table.itemsByGuide,
    ),
    itemsByOffer: groups(
      byId(table.offers.values()).map(({ id }) => id),
      table.itemsByOffer,
    ),
    reviews: byId(table.reviewById.values()),
    reviewSlugs: [...everSeen].map((slug) => [slug, table.reviewBySlug.get(slug)?.id]),
    offers: byId(table.offers.values()),
    sources: byId(table.sources.values()),
    zone: table.zone,
    site: table.site,
  };
}

test('after random changes, with messages lost and doubled, the snapshot is the one that is read in full', async () => {
  const { db } = t.deps;
  let name = 'a';
  let snapshot = open(name);
  await snapshot.refresh();
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const done: string[] = [];
    for (let n = 0; n < dice.pick([1, 2, 4]); n += 1) {
      if (dice.random() < 0.7) done.push(await editSomething(db, dice));
      else {
        const edits = async (trx: Db) => void done.push(await editSomething(trx, dice), await editSomething(trx, dice));
        // one that a constraint refuses takes the other with it
        await inTransaction(db, edits).catch(() => undefined);
      }
      // the message of this one came at once, and may come again; those of others are lost
      if (dice.random() < 0.3) await Promise.all(Array.from({ length: dice.pick([1, 2]) }, () => snapshot.refresh()));
    }
    if (dice.random() < 0.1) snapshot.lose();
    await snapshot.refresh();
    const full = open(`full-${sequence}`);
    await full.refresh();
    const whole = await known(db, full.current());
    expect(await known(db, snapshot.current()), done.join('; ')).toEqual(whole);
    if (sequence % LIFE !== LIFE - 1) continue;
    if (dice.random() < 0.5) {
      // one that was killed: its file is behind by what was to be written next
      cpSync(join(folder, name), join(folder, `${name}x`), { recursive: true });
      await snapshot.stop();
      snapshot = open((name += 'x'));
      continue;
    }
    await snapshot.stop();
    snapshot = open(name);
    // JSON has neither instants nor numbers that large
    expect(JSON.stringify(await known(db, snapshot.current()), asOnDisk), done.join('; ')).toBe(
      JSON.stringify(whole, asOnDisk),
    );
    await snapshot.refresh();
  }
  printFigures('P12', { snapshot_sequences: SEQUENCES, snapshots_different: 0 });
}, 1_800_000);
