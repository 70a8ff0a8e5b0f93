import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { openDb, openPool } from '../../../../platform/server/postgres/postgres.ts';
import { createReceiver } from './receive.ts';
import { conversionDesk } from '../testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp(moneyRoutes);
});
afterAll(() => t.close());

const { rows, network, click } = conversionDesk(() => t);

/** A way to the database that can be cut off without either side being told. */
async function wayThatFreezes() {
  const sockets: Socket[] = [];
  const target = new URL(t.databaseUrl);
  const socketFolder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const server = createServer((client) => {
    const database = socketFolder ? connect(`${socketFolder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    client.pipe(database).pipe(client);
    for (const end of [client, database]) sockets.push(end.on('error', () => undefined));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port });
  url.searchParams.delete('host');
  return {
    url: url.href,
    freeze: () => sockets.forEach((one) => one.unpipe().pause()),
    thaw: () => sockets.forEach((one, i) => one.pipe(sockets[i % 2 === 0 ? i + 1 : i - 1]!)),
    close: () => {
      for (const one of sockets) one.destroy();
      server.close();
    },
  };
}

test('a network whose message meets a frozen database is told to send it again, and the message counts once', async () => {
  const [net, way] = [await network(), await wayThatFreezes()];
  const pool = openPool(way.url, () => undefined, { max: 4 });
  const deps = { ...t.deps, db: openDb(pool) };
  const send = (cid: string, patienceMs = 20_000) =>
    createReceiver(
      deps,
      patienceMs,
    )({
      key: net.path.split('/').at(-1)!,
      method: 'GET',
      rawQuery: new URLSearchParams({ cid, payout: '5', txid: 'A' }).toString(),
      body: '',
      address: '203.0.113.7',
    });
  const own = async (cid: string) => (await rows('conversions')).filter((row) => row['click_key'] === cid);
  try {
    const [first, second] = [await click(), await click()];
    expect(await send(first)).toMatchObject({ ok: true, reason: 'recorded' });
    way.freeze();
    await expect(send(second, 300)).rejects.toMatchObject({ code: 'unavailable' });
    way.thaw();
    await vi.waitFor(async () => expect(await own(second)).toHaveLength(1), { timeout: 20_000 });
    expect(await send(second)).toMatchObject({ reason: 'duplicate_ignored' });
    expect(await own(second)).toHaveLength(1);
  } finally {
    await Promise.race([pool.end(), new Promise((done) => setTimeout(done, 1000))]);
    way.close();
  }
});
