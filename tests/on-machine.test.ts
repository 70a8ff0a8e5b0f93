import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectToDatabase } from './support/program-database.ts';
import { runScript } from './support/script.ts';
import { logIn, startServer, type TestServer } from './support/server.ts';

/** What is mended by the command on the machine, beside a running program and without one. */

const LIMIT_MS = 240_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { SAMPLE: 'off' } });
}, LIMIT_MS);
afterAll(() => server.stop());

type Ended = { code: number; said: string };

async function admin(...words: string[]): Promise<Ended> {
  const { code, out, err } = await runScript('admin.ts', words, { DATA_DIR: server.dataDir });
  return { code, said: code === 0 ? out : err };
}

const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  fetch(`${server.url}/api${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const login = (username: string, password: string) => call('POST', '/auth/login', {}, { username, password });
const passwordIn = (said: string): string => /password (\S+) \(shown only this once\)/.exec(said)![1]!;

test(
  'a lost password is mended beside the running program: the new one works, every session has ended, the audit names it',
  async () => {
    const token = await logIn(server);
    const { code, said } = await admin('reset-password', 'ADMIN');
    expect([code, said]).toEqual([0, expect.stringContaining('password')]);
    expect((await call('GET', '/auth/me', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await login('admin', server.adminPassword)).status).toBe(401);
    const reply = await login('admin', passwordIn(said));
    expect(reply.status).toBe(200);
    const { token: next } = (await reply.json()) as { token: string };
    const audit = await call('GET', '/settings/audit?entity=user&action=reset_password', {
      authorization: `Bearer ${next}`,
    });
    expect(await audit.json()).toMatchObject({ total: 1, data: [{ actor: 'on the machine', entity_name: 'admin' }] });
  },
  LIMIT_MS,
);

test(
  'what is not known is refused with a sentence that helps, and changes nothing',
  async () => {
    expect(await admin('reset-password', 'nobody')).toEqual({
      code: 1,
      said: 'There is nobody called nobody. There is: admin.\n',
    });
    expect((await admin('make', 'admin')).said).toContain('Somebody is called admin already.');
    expect((await admin('reset-second-factor', 'admin')).said).toContain('The second factor is off.');
    for (const words of [[], ['list', 'x'], ['make'], ['make', 'zoe', '--role', 'king'], ['toString']])
      expect(await admin(...words)).toMatchObject({ code: 1, said: expect.stringContaining('npm run admin -- list') });
  },
  LIMIT_MS,
);

test(
  'while no program runs, and for one that starts with an old ADMIN_PASSWORD',
  async () => {
    await server.terminate();
    expect((await admin('list')).said).toMatch(/^admin: administrator, active, no second factor, last seen 2/);
    const made = passwordIn((await admin('make', 'zoe', '--role', 'editor')).said);
    await server.restart();
    const reply = await login('zoe', made);
    expect(await reply.json()).toMatchObject({ user: { username: 'zoe', role: 'editor' } });
    // the environment still says the first one
    await expect
      .poll(() => server.output(), { timeout: 20_000 })
      .toContain('ADMIN_PASSWORD is not the password of admin: the stored one is kept.');
    const database = await connectToDatabase(server.dataDir);
    await database.query(`update users set is_disabled = true where username = 'zoe'`);
    await database.end();
    expect((await login('zoe', made)).status).toBe(401);
    expect((await admin('enable', 'zoe')).said).toBe('zoe can sign in again.\n');
    expect((await login('zoe', made)).status).toBe(200);
  },
  LIMIT_MS,
);
