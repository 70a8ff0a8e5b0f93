import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { openDb, openLatePool } from './postgres.ts';

/** A way to the database that can fall silent without either side being told. */
let way: { url: string; freeze(): void; thaw(): void; close(): void };
let database: TestDb;

beforeAll(async () => {
  database = await testDb();
  way = await openWay(database.url);
});
afterEach(() => way.thaw());
afterAll(async () => {
  way.close();
  await database.close();
});

async function openWay(to: string): Promise<typeof way> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const target = new URL(to);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const server = createServer((client) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    client.pipe(far).pipe(client);
    for (const end of [client, far]) {
      sockets.add(end.on('error', () => undefined).on('close', () => sockets.delete(end)));
      if (isFrozen) end.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port });
  url.searchParams.delete('host');
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const one of sockets) one.pause();
    },
    thaw() {
      isFrozen = false;
      for (const one of sockets) one.resume();
    },
    close() {
      for (const one of sockets) one.destroy();
      server.close();
    },
  };
}

test('a database that hangs fails what was asked of it and what is asked then, and is used again when it answers', async () => {
  const broken: string[] = [];
  const pool = openLatePool((error) => void broken.push(error.message));
  pool.open(way.url);
  const db = openDb(pool);
  const ask = () => sql`select 1`.execute(db);
  try {
    await ask();
    way.freeze();
    await expect(ask()).rejects.toThrow(/Connection terminated|does not answer/);
    expect(broken).toContain('the database holds its connections and does not answer');
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', details: { retry_after_s: 5 } });
    way.thaw();
    await vi.waitFor(ask, { timeout: 20_000, interval: 100 });
  } finally {
    way.thaw();
    await db.destroy();
  }
});

test('who waits for a connection waits longer than a lock may take, and is told at once when the database falls silent', async () => {
  const pool = openLatePool(() => undefined, 1);
  pool.open(way.url);
  const db = openDb(pool);
  const ask = () => sql`select 1 as one`.execute(db);
  try {
    const slow = sql`select pg_sleep(3)`.execute(db);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    await slow;
    const held = sql`select pg_sleep(4.5)`.execute(db).catch(String);
    const waits = ask().catch((error: unknown) => error);
    way.freeze();
    // before the statement would have given its connection back
    expect(await Promise.race([held.then(() => 'given back'), waits])).toMatchObject({
      code: 'unavailable',
      details: { retry_after_s: 5 },
    });
    way.thaw();
    await vi.waitFor(ask, { timeout: 20_000, interval: 100 });
  } finally {
    way.thaw();
    await db.destroy();
  }
});

test('a statement that is slow is no silence', async () => {
  const broken: string[] = [];
  const pool = openLatePool((error) => void broken.push(error.message));
  pool.open(way.url);
  const db = openDb(pool);
  try {
    await sql`select pg_sleep(3)`.execute(db);
    expect(broken).toEqual([]);
  } finally {
    await db.destroy();
  }
});
