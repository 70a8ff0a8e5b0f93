import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { createLog } from '../../../platform/server/log.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { changeAlert, listAlerts } from '../../alerts/server/service.ts';
import { buildAdministrator } from '../../accounts/server/testing.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { createInstance, tellInstances, type OwnInstance } from './service.ts';
import { lead as takeLead } from './store.ts';

const SIGN_MS = 150;
const log = createLog('silent');
let database: TestDb;
let nowMs = 0;
const clock = () => new Date(Date.now() + nowMs);
const open: OwnInstance[] = [];

beforeEach(async () => {
  database = await testDb();
  nowMs = 0;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.end()));
  await database.close();
});

function instance(name: string, allowsSeveral = false): OwnInstance {
  const identity = { id: name.padEnd(16, '0'), host: `host-${name}`, pid: 41, version: '1.0.0' };
  const one = createInstance({ db: database.db, clock, log, identity, allowsSeveral, signMs: SIGN_MS });
  open.push(one);
  return one;
}

const query = async <T>(text: string): Promise<T[]> => (await database.pool.query(text)).rows as T[];

/** As after a kill of the one that joined first: it says nothing more, and its row stays. */
async function kill(name: string, { agoS = 120 } = {}): Promise<void> {
  await open.shift()!.end();
  await query(
    `update instances set ended_at = null, settled_at = null, seen_at = now() - interval '${agoS} s' where id like '${name}%'`,
  );
}

const told = async () =>
  (await listAlerts({ db: database.db, clock }, AlertQuery.parse({ state: 'open' }))).data.map(
    ({ kind, subject_name, message }) => ({ kind, subject_name, message }),
  );
const tell = (name: string, allowsSeveral = false) =>
  tellInstances({ db: database.db, clock }, { id: name.padEnd(16, '0'), allowsSeveral });

test('a second one is refused in a sentence that names the first, and may come in once that has ended', async () => {
  const first = instance('a');
  await first.join();
  const second = instance('b');
  await expect(second.join()).rejects.toThrow(
    /^Another Guidepost runs on this database \(instance 1: process 41 on host-a\).*Stop that one first/,
  );
  expect(await query('select id from instances')).toHaveLength(1);
  await first.end();
  await second.join();
  expect(await second.standing()).toMatchObject({ living: [{ number: 2 }], silent: [] });
});

test('after a kill another one waits no longer than signs may be missed', async () => {
  await instance('a').join();
  await kill('a', { agoS: 0 });
  await instance('b').join();
  expect(await query('select id from instances where ended_at is null')).toHaveLength(2);
});

test('a sign that lies in the future, of a clock that was set back, keeps nobody out', async () => {
  await instance('a').join();
  await kill('a', { agoS: -3600 });
  await instance('b').join();
  expect(await query('select id from instances')).toHaveLength(2);
});

test('of five that start at once one comes in', async () => {
  const joined = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => instance(name).join()));
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('where several may run they see each other, and starting anew on its own folder is never refused', async () => {
  await instance('a', true).join();
  const second = instance('b', true);
  await second.join();
  await instance('b')
    .join()
    .catch((error: unknown) => expect(String(error)).toContain('host-a'));
  expect(await second.standing()).toMatchObject({ living: [{ number: 1 }, { number: 2 }], silent: [] });
});

test('signs go on, with what is not shipped, also when the database is put back to a state without it', async () => {
  const one = instance('a');
  one.watch(() => 4321);
  await one.join();
  await expect.poll(() => query('select unshipped_bytes from instances')).toEqual([{ unshipped_bytes: 4321n }]);
  await query('delete from instances');
  await expect.poll(() => query('select host from instances')).toEqual([{ host: 'host-a' }]);
  await one.end();
  expect(await query('select ended_at is not null as ended, settled_at from instances')).toEqual([
    { ended: true, settled_at: null },
  ]);
});

test('one that gives no more signs is told once, and its start ends what was told', async () => {
  const first = instance('a');
  first.watch(() => 1500);
  await first.join();
  await sleep(2 * SIGN_MS);
  await kill('a');
  const second = instance('b');
  await second.join();
  await tell('b');
  const [alert, ...more] = await told();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ kind: 'instance_silent', subject_name: 'Instance 1' });
  expect(alert!.message).toMatch(
    /^Instance 1 on host-a gave its last sign at .* UTC and did not end in order: 1,500 bytes of its clicks and visits are not shipped .*npm run adopt -- FOLDER$/,
  );
  expect((await second.standing()).silent.map(({ number }) => number)).toEqual([1]);
  await tell('b');
  expect(await query('select count from alerts')).toEqual([{ count: 1 }]);
  await second.end();
  await instance('a').join();
  expect(await told()).toEqual([]);
});

test('whoever closed that alert is not told again', async () => {
  await instance('a').join();
  await kill('a');
  await tell('b');
  const { data } = await listAlerts({ db: database.db, clock }, AlertQuery.parse({ state: 'open' }));
  const { actor } = await buildAdministrator(database.db);
  await changeAlert({ db: database.db, clock }, actor, data[0]!.id, { state: 'closed' });
  await tell('b');
  expect(await told()).toEqual([]);
});

test('one that ended with all in the stores is missed by nobody', async () => {
  await instance('a').join();
  await open.splice(0)[0]!.end();
  await query("update instances set seen_at = now() - interval '2 hours'");
  await tell('b');
  expect(await told()).toEqual([]);
});

test('several where there should be one are told while they are there', async () => {
  await instance('a', true).join();
  await instance('b', true).join();
  await tell('b');
  expect(await told()).toMatchObject([{ kind: 'instances_together' }]);
  await open.shift()!.end();
  await tell('b');
  expect(await told()).toEqual([]);
});

test('a clock that is more than two seconds off is told, with its direction', async () => {
  nowMs = -5000;
  await instance('a').join();
  await expect
    .poll(async () => {
      await tell('a');
      return told();
    })
    .toMatchObject([
      { kind: 'clock_apart', message: expect.stringMatching(/^The clock of instance 1 is 5\.\d s behind/) as string },
    ]);
  nowMs = 0;
  await expect
    .poll(async () => {
      await tell('a');
      return told();
    })
    .toEqual([]);
});

test('what was told of a clock ends with its instance', async () => {
  nowMs = 60_000;
  await instance('a', true).join();
  await instance('b', true).join();
  await expect
    .poll(async () => {
      await tell('b', true);
      return (await told()).map(({ subject_name }) => subject_name).toSorted();
    })
    .toEqual(['Instance 1', 'Instance 2']);
  await open.shift()!.end();
  await tell('b', true);
  expect(await told()).toMatchObject([{ subject_name: 'Instance 2' }]);
});

test('one of several leads, another one once it ended in order, or was killed', async () => {
  const [a, b, c] = [instance('a', true), instance('b', true), instance('c', true)];
  const leading = () => [a, b, c].map((one) => one.leads());
  expect(leading()).toEqual([false, false, false]);
  await a.join();
  await b.join();
  await c.join();
  expect(leading()).toEqual([true, false, false]);
  await expect.poll(() => [a, b, c].map((one) => one.living())).toEqual([3, 3, 3]);
  expect([a, b, c].map((one) => one.number())).toEqual([1, 2, 3]);
  await a.end();
  expect(a.leads()).toBe(false);
  await expect.poll(() => [b, c].filter((one) => one.leads()).length).toBe(1);
  await expect.poll(() => [b.living(), c.living()]).toEqual([2, 2]);
  const [one, other] = b.leads() ? [b, c] : [c, b];
  for (let round = 0; round < 4; round += 1) {
    await sleep(SIGN_MS);
    expect([one.leads(), other.leads()]).toEqual([true, false]);
  }
  // killed: nobody gives its lead back
  await one.end();
  await query(`insert into instances_lead (instance_id, until) values ('killed', now() + interval '300 ms')
    on conflict (is_only) do update set instance_id = excluded.instance_id, until = excluded.until`);
  expect(await query(`select 1 as held from instances_lead where until > now()`)).toHaveLength(1);
  await expect.poll(() => other.leads()).toBe(true);
});

test('of ten that reach for the lead at once one has it, and none while the database does not answer', async () => {
  const all = 'abcdefghij'.split('').map((name) => instance(name, true));
  await Promise.all(all.map((one) => one.join()));
  const leading = () => all.filter((one) => one.leads()).length;
  // on a slow machine it may just be over, but nobody shares it
  expect(leading()).toBeLessThanOrEqual(1);
  await expect.poll(leading).toBe(1);
  const [leader] = all.filter((one) => one.leads());
  await query('alter table instances rename to elsewhere');
  await expect.poll(() => leader!.leads()).toBe(false);
  await query('alter table elsewhere rename to instances');
  await expect.poll(leading).toBe(1);
});

test('who waits for another that takes the lead does not take it from him', async () => {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { second } = await inTransaction(database.db, async (trx) => {
    expect(await takeLead(trx, 'first', 60_000)).toBe(true);
    const asked = takeLead(database.db, 'second', 60_000);
    await expect.poll(() => query(waiting)).toHaveLength(1);
    expect(await takeLead(trx, 'first', 60_000)).toBe(true);
    return { second: asked };
  });
  expect(await second).toBe(false);
});

test('a lead of a clock that was set back holds nobody off', async () => {
  await query(`insert into instances_lead (instance_id, until) values ('before', now() + interval '1 hour')`);
  const one = instance('a');
  await one.join();
  expect(one.leads()).toBe(true);
});
