import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAdministrator } from '../../src/features/accounts/server/testing.ts';
import { networksRoutes } from '../../src/features/networks/server/routes.ts';
import { settingsRoutes } from '../../src/features/settings/server/routes.ts';
import { sourcesRoutes } from '../../src/features/sources/server/routes.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { createSecrets } from '../../src/platform/server/secrets.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { printFigures, sampleSize } from '../support/figures.ts';

/** P15: whoever has a copy of the database, or the log, has no password, no token and no secret by it. */

/** What one person, one network and one source hold between them: about eighteen. */
const PEOPLE = sampleSize('PROVE_HOLDERS', 4);
vi.setConfig({ testTimeout: 60_000 + PEOPLE * 3000, hookTimeout: 60_000 });

let t: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  t = await testApp(
    (route, deps) => {
      networksRoutes(route, deps, () => Promise.resolve(new Map()));
      sourcesRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => Promise.resolve(),
      );
      settingsRoutes(route, deps);
    },
    { log: createLog('trace', { write: (line) => void lines.push(line) }), secrets: createSecrets(randomBytes(32)) },
  );
});
afterAll(() => t.close());

const word = (): string => randomBytes(15).toString('hex');

/** Makes somebody with all that opens a door, and says what that is. */
async function holder(n: number): Promise<string[]> {
  const planted: string[] = [];
  const plant = (text: string): string => {
    planted.push(text);
    return text;
  };
  const username = `holder${n}`;
  const { token } = await buildAdministrator(t.deps.db, { username, password: plant(word()) });
  const call = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await t.guest(method, path, body, { authorization: `Bearer ${plant(token)}` });
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    return reply.body as Reply;
  };
  const { secret } = await call<{ secret: string }>('POST', '/api/auth/second-factor');
  const app = new TOTP({ secret: Secret.fromBase32(plant(secret)) });
  const { codes } = await call<{ codes: string[] }>('PUT', '/api/auth/second-factor', { code: app.generate() });
  for (const code of codes) plant(plant(code).replaceAll('-', ''));
  const { key } = await call<{ key: string }>('POST', '/api/settings/keys', {
    name: 'Numbers',
    scopes: ['read:stats'],
    days: 1,
  });
  plant(key);
  const { link } = await call<{ link: string }>('POST', '/api/settings/team', {
    username: `guest${n}`,
    role: 'editor',
  });
  plant(link.split('#link=')[1]!);
  // what is sent and refused must not stay either
  await t.guest('POST', '/api/auth/login', { username, password: plant(word()) });
  await t.guest('POST', '/api/auth/login', { username, password: plant(word()), code: plant(word()) });
  await t.guest('GET', '/api/auth/me', undefined, {
    authorization: `Bearer ${plant(`gp_${word()}${word()}`.slice(0, 46))}`,
  });
  const { data: network } = await call<{ data: { postback_url: string } }>('POST', '/api/admin/affiliate-networks', {
    name: `Network ${n}`,
    hmac_secret: plant(word()),
    hmac_param: 'sig',
  });
  plant(/\/postback\/([\w-]+)/.exec(network.postback_url)![1]!);
  await call('POST', '/api/admin/traffic-sources', {
    name: `Source ${n}`,
    postback_url: `https://source.example/pb?token=${plant(word())}&cid={external_id}`,
    postback_body: plant(word()),
    postback_headers: [{ name: 'x-key', value: plant(word()) }],
  });
  const { data: settings } = await call<{ data: { version: number } }>('GET', '/api/settings');
  await call('PUT', '/api/settings', {
    alert_webhook_url: `https://hooks.example/${plant(word())}`,
    version: settings.version,
  });
  return planted;
}

/** Every row of every table, as a dump has it. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(t.deps.db);
  const parts: string[] = [];
  for (const { name } of rows) {
    const told = await sql<{ text: string | null }>`select string_agg(to_jsonb(r)::text, chr(10)) as text
      from ${sql.raw(name)} r`.execute(t.deps.db);
    parts.push(told.rows[0]!.text ?? '');
  }
  return parts.join('\n');
}

test(`${PEOPLE} people with all that opens a door: neither the database nor the log tells any of it`, async () => {
  const planted = new Set<string>();
  for (let n = 0; n < PEOPLE; n += 1) for (const one of await holder(n)) planted.add(one);
  const text = await dump();
  // the dump is one
  expect(text).toContain('holder0');
  expect(text).toContain('$argon2id$v=19$m=');
  const log = lines.join('\n');
  const inDump = [...planted].filter((one) => text.includes(one));
  const inLog = [...planted].filter((one) => log.includes(one));
  printFigures('P15', { planted: planted.size, found: inDump.length + inLog.length });
  expect(inDump).toEqual([]);
  expect(inLog).toEqual([]);
  const [, memory, rounds, lanes] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(text)!;
  expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
  expect([Number(rounds) >= 2, Number(lanes)]).toEqual([true, 1]);
});
