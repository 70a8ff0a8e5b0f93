import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { shippedApp, type ShippedApp } from '../../../../tests/support/shipped-app.ts';
import { openJournal, type Journal } from '../../../platform/server/journal/journal.ts';
import { buildClick, buildRow, buildVisit } from '../../events/server/testing.ts';
import { createShipper } from '../../events/server/shipper.ts';
import { capUse, createCaps, type Cap } from '../../offers/server/caps.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import type { BehaviourEvent } from '../../events/contract.ts';
import { adoptedFolder, createAdopter, type Adopter } from './adopter.ts';
import { giveUp, takeJournal } from './adopting.ts';
import { createInstance, tellInstances } from './service.ts';

const clock = () => new Date();
let t: ShippedApp;
/** The data folder of the instance that is gone, and what it recorded. */
let lost: string;
let journal: Journal;
let adopter: Adopter;

beforeEach(async () => {
  t = await shippedApp(() => undefined, clock);
  lost = mkdtempSync(join(tmpdir(), 'guidepost-lost-'));
  journal = await openJournal({ dir: join(lost, 'journal'), log: t.deps.log });
  adopter = adopterOf();
});
afterEach(async () => {
  await adopter.stop();
  await journal.close().catch(() => undefined);
  await t.close();
  rmSync(lost, { recursive: true, force: true });
});

const adopterOf = (giveBack: (journal: Journal) => Promise<void> = () => Promise.resolve()): Adopter =>
  createAdopter({
    dir: adoptedFolder(t.deps.config.dataDir),
    ...t.deps,
    openShipper: (foreign) => createShipper({ ...t.deps, journal: foreign, isForeign: true }),
    giveBack,
    clock,
  });

const record = async (events: readonly BehaviourEvent[]): Promise<void> => {
  for (const event of events) await journal.append(JSON.stringify([event]));
};

const query = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(t.deps.db)).rows;

/** It joined, and was killed some minutes ago. */
async function killed(): Promise<void> {
  const identity = { id: journal.id, host: 'web-2', pid: 41, version: '1.0.0' };
  const instance = createInstance({ db: t.deps.db, clock, log: t.deps.log, identity, allowsSeveral: true });
  await instance.join();
  await instance.end();
  await journal.close();
  await query("update instances set ended_at = null, settled_at = null, seen_at = now() - interval '5 minutes'");
}

const take = () => takeJournal({ db: t.deps.db, dataDir: t.deps.config.dataDir }, lost);

async function shipAll(): Promise<void> {
  await expect
    .poll(async () => {
      await adopter.look();
      return query('select number from instances where settled_at is null');
    })
    .toEqual([]);
}

const inStores = async () => ({
  visits: (await query('select from visits')).length,
  clicks: (await query('select from clicks')).length,
  events: await t.deps.eventStore.query('select type, count(*) as held from events group by type order by type'),
});

const some = (count: number): BehaviourEvent[] =>
  Array.from({ length: count }, (_, nth) => (nth % 2 === 0 ? buildVisit() : buildClick()));

test('what an instance recorded and shipped to nobody is in both stores, and its folder begins anew', async () => {
  await record(some(40));
  await killed();
  await tellInstances(t.deps, { id: t.journal.id, allowsSeveral: true });
  const { id } = await take();
  await shipAll();
  expect(await inStores()).toEqual({
    visits: 20,
    clicks: 20,
    events: [
      { type: 'click', held: 20 },
      { type: 'visit', held: 20 },
    ],
  });
  expect(readdirSync(adoptedFolder(t.deps.config.dataDir))).toEqual([]);
  expect(readdirSync(lost).filter((name) => name.startsWith('journal'))).toEqual([`journal.adopted-${id}`]);
  expect((await listAlerts(t.deps, AlertQuery.parse({ state: 'open' }))).data).toEqual([]);
  expect(await query('select unshipped_bytes, adopted_at is not null as adopted from instances')).toEqual([
    { unshipped_bytes: 0n, adopted: true },
  ]);
});

test('what was shipped before its store was lost, and came back from the database, is there once', async () => {
  const events = some(60);
  const theirs = await testEventStore();
  await record(events.slice(0, 30));
  const shipper = createShipper({ ...t.deps, eventStore: theirs, journal });
  shipper.start();
  await shipper.drain();
  await shipper.stop();
  await theirs.close();
  await record(events.slice(30));
  await killed();
  // as the store of this instance is filled up from the database
  const rows = events.slice(0, 30).map(buildRow);
  await t.deps.eventStore.append({ cursor: 'filled', position: '1', table: 'events', rows });
  await take();
  await shipAll();
  expect(await inStores()).toMatchObject({
    visits: 30,
    clicks: 30,
    events: [
      { type: 'click', held: 30 },
      { type: 'visit', held: 30 },
    ],
  });
});

test('taking over that was broken off at any step is done again, and an adopted journal is shipped after a new start', async () => {
  await record(some(20));
  await killed();
  const place = join(adoptedFolder(t.deps.config.dataDir), `.${journal.id}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, '0000000001.log'), 'half of it');
  await take();
  await adopter.look();
  await adopter.stop();
  adopter = adopterOf();
  await shipAll();
  expect(await inStores()).toMatchObject({ visits: 10, clicks: 10 });
});

test('parts of caps that it held and did not use are given back', async () => {
  const cap: Cap = { kind: 'offer_total', id: 7, limit: 100, zone: undefined };
  const caps = createCaps({ ...t.deps, journal, clock });
  await caps.recover(() => []);
  await caps.prepare([cap]);
  const held = await capUse(t.deps.db, [cap], clock());
  await record(some(6));
  await killed();
  await take();
  const counted = (payload: string) =>
    (JSON.parse(payload) as BehaviourEvent[])
      .filter(({ type }) => type === 'click')
      .map(({ ts }) => ({ kind: cap.kind, id: cap.id, ts }));
  adopter = adopterOf((foreign) => createCaps({ ...t.deps, journal: foreign, clock }).recover(counted));
  await shipAll();
  expect([held, await capUse(t.deps.db, [cap], clock())]).toEqual([[10], [3]]);
});

test('nothing is taken from one that runs, from another site, from nowhere and from this folder itself', async () => {
  await expect(take()).rejects.toThrow(/^No instance with this journal ever ran on this database/);
  const identity = { id: journal.id, host: 'web-2', pid: 41, version: '1.0.0' };
  const instance = createInstance({ ...t.deps, clock, identity, allowsSeveral: true });
  await instance.join();
  await expect(take()).rejects.toThrow(/^Instance 1 on web-2 runs, and ships its journal itself/);
  await instance.end();
  const { db, config } = t.deps;
  const own = { db, dataDir: config.dataDir };
  await expect(takeJournal(own, config.dataDir)).rejects.toThrow(/^This is the journal of this data folder itself/);
  await expect(takeJournal(own, join(lost, 'no such folder'))).rejects.toThrow(/^There is no journal in /);
  expect(existsSync(join(lost, 'journal'))).toBe(true);
  expect(existsSync(join(lost, 'no such folder'))).toBe(false);
});

test('a copy that fails leaves the instance free to come back', async () => {
  await record(some(2));
  await killed();
  // no folder can be made below a device, as none can on a full disk
  await expect(takeJournal({ db: t.deps.db, dataDir: '/dev/null' }, lost)).rejects.toThrow();
  const identity = { id: journal.id, host: 'web-2', pid: 41, version: '1.0.0' };
  const again = createInstance({ ...t.deps, clock, identity, allowsSeveral: true });
  await again.join();
  await again.end();
  expect(await query('select adopted_at from instances')).toEqual([{ adopted_at: null }]);
});

test('whoever starts on a journal that was adopted is told, and what is lost for good can be given up', async () => {
  await record(some(2));
  await killed();
  await expect(giveUp(t.deps.db, 9)).rejects.toThrow('No instance 9 is missed.');
  await giveUp(t.deps.db, 1);
  expect(await query('select number from instances where settled_at is null')).toEqual([]);
  await take();
  const identity = { id: journal.id, host: 'web-2', pid: 41, version: '1.0.0' };
  const again = createInstance({ ...t.deps, clock, identity, allowsSeveral: true });
  await expect(again.join()).rejects.toThrow(/was to be adopted .*call it again with this folder/);
  await shipAll();
  await expect(again.join()).rejects.toThrow(/was adopted as that of instance 1 .*Move the folder "journal" out/);
});
