import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Jobs } from '../../../platform/server/jobs/jobs.ts';
import { openJournal, type Journal } from '../../../platform/server/journal/journal.ts';
import type { ConversionDelta } from '../contract.ts';
import { openDb, openLatePool, type Db } from '../../../platform/server/postgres/postgres.ts';
import { createRecorder } from './recorder.ts';
import { createShipper, type Shipper } from './shipper.ts';
import { buildClick, buildDelta, buildVisit } from './testing.ts';
import { findClick, findVisit } from './store-events.ts';
import { adoptMark, readMark } from './store-mark.ts';

const log = pino({ level: 'silent' });
const migrationsDir = join(import.meta.dirname, '../../../../migrations/columnar');
const down = () => Promise.reject(new AppError('unavailable', 'down'));

let dir: string;
let database: TestDb;
let eventStore: EventStore;
let journal: Journal;
let added: { name: string; key: string | undefined }[];
const open: Shipper[] = [];

const jobs: Jobs = {
  add: (_db, name, _payload, options) => {
    added.push({ name, key: options?.key });
    return Promise.resolve();
  },
};

beforeEach(async () => {
  dir = fs.mkdtempSync(join(tmpdir(), 'shipper-'));
  database = await testDb();
  eventStore = createDuckDbStore({ path: join(dir, 'events.duckdb'), migrationsDir, log });
  await eventStore.migrate();
  journal = await openJournal({ dir: join(dir, 'journal'), log });
  added = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((shipper) => shipper.stop()));
  await journal.close();
  await eventStore.close();
  await database.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

function start(
  given: { journal?: Journal; eventStore?: EventStore; db?: Db; jobs?: Jobs; mayTrim?: () => Promise<boolean> } = {},
): Shipper {
  const shipper = createShipper({ journal, db: database.db, eventStore, jobs, log, clock: () => new Date(), ...given });
  open.push(shipper);
  shipper.start();
  return shipper;
}

const counts = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await eventStore.query<{ type: string; n: number }>('select type, count(*) as n from events group by type')).map(
      (row) => [row.type, row.n],
    ),
  );

const idsIn = async (table: 'visits' | 'clicks'): Promise<string[]> =>
  (
    await database.pool.query<{ id: string }>(`select ${table.slice(0, -1)}_id as id from ${table} order by 1`)
  ).rows.map((row) => row.id);

const addDeltas = (deltas: ConversionDelta[]) =>
  database.pool.query('insert into event_outbox (payload) select * from unnest($1::jsonb[])', [
    deltas.map((delta) => JSON.stringify(delta)),
  ]);

const waitFor = async (what: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await what()); tries += 1) {
    if (tries > 500) throw new Error('it never came');
    await sleep(20);
  }
};

describe('what was recorded', () => {
  test('arrives in both stores, and clicks are announced', async () => {
    const shipper = start();
    const recorder = createRecorder({ journal });
    const visit = buildVisit({ external_id: 'ext', utm: { utm_source: 'news' }, ad_ids: { gclid: 'g' } });
    const click = buildClick({ visit_id: visit.visit_id, offer_id: 5, subs: { sub1: 's' } });
    await recorder.record([visit, click]);
    recorder.recordLazy([{ type: 'view', ts: visit.ts, view_id: click.view_id, is_bot: false, is_internal: false }]);
    recorder.recordLazy([
      { type: 'impression', ts: visit.ts, view_id: click.view_id, item_id: 3, is_bot: true, is_internal: false },
    ]);
    await journal.append(JSON.stringify([]));
    await shipper.drain();
    expect(await counts()).toEqual({ visit: 1, click: 1, view: 1, impression: 1 });
    expect(await findVisit(database.db, visit.visit_id!)).toMatchObject({
      ts: visit.ts,
      external_id: 'ext',
      utm: { utm_source: 'news' },
      ad_ids: { gclid: 'g' },
      country: 'DE',
      route_reason: 'weight',
    });
    expect(await findClick(database.db, click.click_id)).toMatchObject({
      visit_id: visit.visit_id,
      offer_id: 5,
      subs: { sub1: 's' },
    });
    expect(await findClick(database.db, 'nobody')).toBeUndefined();
    expect(added).toEqual([{ name: 'clicks_stored', key: 'clicks_stored' }]);
  });

  test('between two batches it says how far behind it is, and nothing once it is not', async () => {
    const recorder = createRecorder({ journal });
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await Promise.all(Array.from({ length: 5100 }, () => recorder.record([buildVisit({ ts: anHourAgo })])));
    const next = Promise.withResolvers<void>();
    const seen: string[] = [];
    const shipper = start({
      journal: {
        ...journal,
        async read(position, ...rest) {
          seen.push(position);
          if (position !== seen[0]) await next.promise;
          return journal.read(position, ...rest);
        },
      },
    });
    await waitFor(() => Promise.resolve(new Set(seen).size > 1 && seen.length === 4));
    for (const lag of (await shipper.status()).lags.slice(0, 2)) {
      expect(lag.waiting).toBeGreaterThan(0);
      expect(lag.lagMs).toBeGreaterThanOrEqual(3_600_000);
    }
    next.resolve();
    await shipper.drain();
    expect((await shipper.status()).lags).toMatchObject([{ lagMs: 0 }, { lagMs: 0 }, { lagMs: 0 }]);
  });

  test('text that a database refuses is made storable', async () => {
    const shipper = start();
    const click = buildClick({ referrer_host: 'a\0b', utm: { utm_term: 'x\ud83d' }, external_id: '\0' });
    await createRecorder({ journal }).record([click]);
    await shipper.drain();
    expect(await findClick(database.db, click.click_id)).toMatchObject({
      referrer_host: 'ab',
      utm: { utm_term: 'x\ufffd' },
    });
  });

  test('has its guide under the name that it had in every release', async () => {
    const click = buildClick({ guide_id: 7 });
    await createRecorder({ journal }).record([click]);
    const { guide_id: guide, ...rest } = click;
    const [record] = (await journal.read(journal.start(), { maxRecords: 1 })).records;
    expect(JSON.parse(record!.payload)).toEqual([{ ...rest, listicle_id: guide }]);
    await start().drain();
    expect(await findClick(database.db, click.click_id)).toMatchObject({ guide_id: 7 });
    expect(await eventStore.query('select guide_id from events')).toEqual([{ guide_id: 7 }]);
  });

  test('is not shipped again by the next process', async () => {
    await createRecorder({ journal }).record([buildVisit(), buildClick()]);
    const first = start();
    await first.drain();
    await first.stop();
    await journal.close();
    journal = await openJournal({ dir: join(dir, 'journal'), log });
    await createRecorder({ journal }).record([buildVisit()]);
    await start().drain();
    expect(await counts()).toEqual({ visit: 2, click: 1 });
  });

  test('is trimmed when both stores have it, and nobody needs it still', async () => {
    await journal.close();
    journal = await openJournal({ dir: join(dir, 'small'), log, segmentBytes: 2000 });
    const recorder = createRecorder({ journal });
    for (let n = 0; n < 20; n += 1) await recorder.record([buildVisit()]);
    const { segments } = journal.depth();
    expect(segments).toBeGreaterThan(2);
    let asks = 0;
    const keeping = start({ mayTrim: () => Promise.resolve((asks += 1) < 0) });
    await keeping.drain();
    await waitFor(() => Promise.resolve(asks > 0));
    await keeping.stop();
    expect(journal.depth().segments).toBe(segments);
    const shipper = start();
    await recorder.record([buildVisit()]);
    await shipper.drain();
    await waitFor(() => Promise.resolve(journal.depth().segments === 1));
    expect(await counts()).toEqual({ visit: 21 });
  });

  test('a record that no store can hold is refused, its neighbours arrive', async () => {
    const recorder = createRecorder({ journal });
    for (let n = 0; n < 5; n += 1) await recorder.record([buildVisit()]);
    await recorder.record([buildVisit({ link_id: 'seven' as never })]);
    for (let n = 0; n < 5; n += 1) await recorder.record([buildVisit()]);
    const shipper = start();
    await shipper.drain();
    expect(await counts()).toEqual({ visit: 10 });
    expect(await idsIn('visits')).toHaveLength(10);
    const { lags } = await shipper.status();
    expect(lags.map((lag) => [lag.name, lag.refused, lag.waiting])).toEqual([
      ['postgres', 1, 0],
      ['event_store', 1, 0],
      ['outbox', 0, 0],
    ]);
  });

  test('a journal older than its cursor goes on with what is new', async () => {
    const cursor = `journal:${journal.id}`;
    await createRecorder({ journal }).record([buildVisit()]);
    await eventStore.append({ cursor, position: '9:900', table: 'events', rows: [] });
    const shipper = createShipper({ journal, db: database.db, eventStore, jobs, log, clock: () => new Date() });
    open.push(shipper);
    await createRecorder({ journal }).record([buildVisit()]);
    shipper.start();
    await shipper.drain();
    expect(await counts()).toEqual({ visit: 1 });
  });
});

describe('one store that is down', () => {
  test('a journal that is not the one that the database was shipped from says so', async () => {
    await createRecorder({ journal }).record([buildClick()]);
    const first = start();
    await first.drain();
    await first.stop();
    const { id } = journal;
    await journal.close();
    fs.truncateSync(join(dir, 'journal', '0000000001.log'), 10);
    journal = await openJournal({ dir: join(dir, 'journal'), log });
    const cut = start();
    await cut.drain();
    expect((await cut.status()).journal.gaps).toContainEqual(
      expect.objectContaining({ store: 'postgres', kind: 'cut', journal: '1:0' }),
    );
    await cut.stop();
    await journal.close();
    fs.rmSync(join(dir, 'journal'), { recursive: true });
    journal = await openJournal({ dir: join(dir, 'journal'), log });
    expect(journal.id).not.toBe(id);
    await createRecorder({ journal }).record([buildClick()]);
    const other = start();
    await other.drain();
    expect((await other.status()).journal.gaps).toMatchObject([{ store: 'postgres', kind: 'replaced' }]);
  });

  test('the event store does not hold up attribution, and catches up', async () => {
    let isDown = true;
    const brittle: EventStore = {
      ...eventStore,
      append: (batch) => (isDown ? down() : eventStore.append(batch)),
      cursor: (name) => (isDown ? down() : eventStore.cursor(name)),
    };
    const shipper = start({ eventStore: brittle });
    const click = buildClick();
    await createRecorder({ journal }).record([click]);
    await waitFor(async () => (await findClick(database.db, click.click_id)) !== undefined);
    await waitFor(async () => (await shipper.status()).lags[1]!.failures > 1);
    const { lags } = await shipper.status();
    expect(lags[0]).toMatchObject({ failures: 0, waiting: 0 });
    expect(lags[1]!.waiting).toBeGreaterThan(0);
    isDown = false;
    await shipper.drain();
    expect(await counts()).toEqual({ click: 1 });
  });

  test('PostgreSQL does not hold up reports, and catches up', async () => {
    let isDown = true;
    const shipper = start({ jobs: { add: (...args) => (isDown ? down() : jobs.add(...args)) } });
    const click = buildClick();
    await createRecorder({ journal }).record([click]);
    await waitFor(async () => (await counts())['click'] === 1);
    expect(await findClick(database.db, click.click_id)).toBeUndefined();
    isDown = false;
    await shipper.drain();
    expect(await idsIn('clicks')).toEqual([click.click_id]);
    expect(await counts()).toEqual({ click: 1 });
  });

  test('while the database cannot be reached at all, reports go on', async () => {
    const visit = buildVisit();
    await createRecorder({ journal }).record([visit]);
    start({ db: openDb(openLatePool(() => undefined)) });
    await expect
      .poll(() => eventStore.query('select visit_id from events'), { timeout: 20_000 })
      .toEqual([{ visit_id: visit.visit_id }]);
  });

  test('a batch that was stored although the answer was lost is not stored twice', async () => {
    // several in a row, so that a batch is lost while the one before it is still being cleared away
    const toLose = new Map([
      ['outbox', 3],
      [`journal:${journal.id}`, 3],
    ]);
    const forgetful: EventStore = {
      ...eventStore,
      async append(batch) {
        const isNew = await eventStore.append(batch);
        const left = toLose.get(batch.cursor) ?? 0;
        if (left === 0) return isNew;
        toLose.set(batch.cursor, left - 1);
        return down();
      },
    };
    const recorder = createRecorder({ journal });
    const shipper = start({ eventStore: forgetful });
    let sent = 0;
    while (sent < 30 || [...toLose.values()].some((left) => left > 0)) {
      await recorder.record([buildVisit()]);
      await addDeltas([buildDelta()]);
      sent += 1;
      await sleep(20);
    }
    await shipper.drain();
    expect(await counts()).toEqual({ visit: sent, conversion: sent });
  });
});

describe('the outbox', () => {
  test('has its guides under the name that they had in every release', async () => {
    const { guide_id: _guide, ...delta } = buildDelta();
    await database.pool.query('insert into event_outbox (payload) values ($1)', [
      JSON.stringify({ ...delta, listicle_id: 7 }),
    ]);
    await start().drain();
    expect(await eventStore.query('select guide_id from events')).toEqual([{ guide_id: 7 }]);
  });

  test('is emptied into the event store, money and all', async () => {
    const shipper = start();
    await addDeltas([buildDelta(), buildDelta({ delta_count: -1, delta_micros: '-2500000', currency: 'USD' })]);
    await shipper.drain();
    const [row] = await eventStore.query('select sum(delta_micros) as micros, sum(delta_count) as n from events');
    expect(row).toEqual({ micros: '10000000', n: '0' });
    expect((await database.pool.query('select 1 from event_outbox')).rowCount).toBe(0);
  });

  test('rows of a transaction that commits late are not passed over', async () => {
    const shipper = start();
    const late = await database.pool.connect();
    await late.query('begin');
    await late.query('insert into event_outbox (payload) values ($1)', [JSON.stringify(buildDelta())]);
    await addDeltas([buildDelta()]);
    await waitFor(async () => (await counts())['conversion'] === 1);
    await late.query('commit');
    late.release();
    await shipper.drain();
    expect(await counts()).toEqual({ conversion: 2 });
  });

  test('two processes that empty it at once store each row once', async () => {
    const shippers = [start(), start()];
    for (let n = 0; n < 20; n += 1) {
      await addDeltas([buildDelta(), buildDelta()]);
      await sleep(15);
    }
    await Promise.all(shippers.map((shipper) => shipper.drain()));
    expect(await counts()).toEqual({ conversion: 40 });
  });

  test('what went to a store that is not the known one any more says nothing of the known one', async () => {
    await adoptMark(database.db, 'another', 0);
    await addDeltas([buildDelta()]);
    await start().drain();
    expect(await readMark(database.db)).toMatchObject({ store_id: 'another', token: 0n });
  });

  test('a row that the event store refuses stays behind, the others go', async () => {
    const shipper = start();
    await addDeltas([buildDelta(), buildDelta({ delta_micros: '12.5' }), buildDelta()]);
    await waitFor(async () => (await shipper.status()).lags[2]!.refused === 1);
    await shipper.drain();
    expect(await counts()).toEqual({ conversion: 2 });
    expect((await database.pool.query('select 1 from event_outbox')).rowCount).toBe(1);
  });
});

describe('what an arrival said is told to its clicks', () => {
  const params = { campaign: 'c-7', site: 'site "9"' };
  const toldIn = async (...ids: string[]): Promise<unknown[]> => {
    const rows = await eventStore.query<{ click_id: string; params: string | null; rule_id: number | null }>(
      `select click_id, params, rule_id from events where type = 'click'`,
    );
    const told = new Map(rows.map((row) => [row.click_id, [JSON.parse(row.params ?? 'null'), row.rule_id]]));
    return ids.map((id) => told.get(id));
  };

  test('in one batch, in a later one, and of a visit that nobody knows nothing', async () => {
    const shipper = start();
    const recorder = createRecorder({ journal });
    const [visit, silent] = [buildVisit({ params, rule_id: 4 }), buildVisit()];
    const clicks = [visit, silent, visit].map(({ visit_id }) => buildClick({ visit_id }));
    await recorder.record([visit, silent, clicks[0]!, clicks[1]!]);
    await shipper.drain();
    await recorder.record([clicks[2]!, buildVisit({ params: { campaign: 'other' } })]);
    const [unknown, direct] = [buildClick(), buildClick({ visit_id: undefined })];
    await recorder.record([unknown, direct]);
    await shipper.drain();
    expect(await toldIn(...[...clicks, unknown, direct].map((one) => one.click_id))).toEqual([
      [params, 4],
      [{}, null],
      [params, 4],
      [null, null],
      [null, null],
    ]);
    const arrivals = await Promise.all(
      clicks.map(async ({ click_id: id }) => (await findClick(database.db, id))?.arrival),
    );
    const told = { params, rule_id: 4 };
    expect(arrivals).toEqual([told, { params: {}, rule_id: null }, told]);
  });

  test('while the database is behind, the reports wait for it', async () => {
    const recorder = createRecorder({ journal });
    const visit = buildVisit({ params });
    await recorder.record([visit]);
    const shipper = start();
    await shipper.drain();
    await shipper.stop();
    const click = buildClick({ visit_id: visit.visit_id });
    await recorder.record([click]);
    const held = Promise.withResolvers<void>();
    const slow: Jobs = { add: () => held.promise };
    const again = start({ jobs: slow });
    const other = buildClick({ visit_id: visit.visit_id });
    await waitFor(async () => (await counts())['click'] === 1);
    await recorder.record([other]);
    await sleep(700);
    expect(await counts()).toMatchObject({ click: 1 });
    held.resolve();
    await again.drain();
    expect(await toldIn(click.click_id, other.click_id)).toEqual([
      [params, null],
      [params, null],
    ]);
  });
});
