import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, startServer, type TestServer } from '../support/server.ts';

/** The program itself. Seen red: a start that takes no file. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { SAMPLE: 'off' } });
});
afterAll(() => server.stop());

test('rates in the data folder of a release before are those of the program once it has started', async () => {
  writeFileSync(join(server.dataDir, 'exchange-rates.csv'), 'Date,USD\n2026-03-06,1.08\n');
  await server.restart('database');
  const headers = { authorization: `Bearer ${await logIn(server)}` };
  const reply = await fetch(`${server.url}/api/admin/exchange-rates`, { headers });
  expect(await reply.json()).toMatchObject({ data: { days: 1, last_day: '2026-03-06', problem: null } });
});
