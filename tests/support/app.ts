import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate } from '../../src/features/accounts/server/sessions.ts';
import type { AccountPorts } from '../../src/features/accounts/server/ports.ts';
import { offerUndo } from '../../src/features/accounts/server/offer-undo.ts';
import { accountsRoutes } from '../../src/features/accounts/server/routes.ts';
import { buildAdministrator } from '../../src/features/accounts/server/testing.ts';
import { readConfig } from '../../src/platform/server/config.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import type { Actor } from '../../src/platform/server/http/access.ts';
import { createHttp, createRoute, type Route } from '../../src/platform/server/http/http.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { createSecrets, sha256 } from '../../src/platform/server/secrets.ts';
import { testDb } from './db.ts';

type Reply = { status: number; headers: Record<string, unknown>; body: any }; // oxlint-disable-line typescript/no-explicit-any -- a test reads whatever came

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  databaseUrl: string;
  /** The administrator who is logged in. */
  actor: Actor;
  token: string;
  /** Calls as the administrator. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Calls as a guest. */
  guest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
};

const missing = (what: string) =>
  new Proxy({}, { get: () => () => Promise.reject(new Error(`This test brought no ${what}.`)) }) as never;

/**
 * The routes of one feature on a database of its own, with an administrator logged in.
 * @param given parts of `Deps` that the feature needs for real; jobs only notes what was added
 * @param ports what accounts ask of others, where a test has a say in it
 */
export async function testApp(
  routes: (route: Route, deps: Deps, app: FastifyInstance) => void | Promise<void>,
  given: Partial<Deps> = {},
  ports: Partial<AccountPorts> = {},
): Promise<TestApp> {
  const database = await testDb();
  const dataDir = mkdtempSync(join(tmpdir(), 'guidepost-app-'));
  const deps: Deps = {
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://guides.example' }),
    log: createLog('silent'),
    clock: () => new Date(),
    db: database.db,
    secrets: createSecrets(randomBytes(32)),
    outgoing: missing('outgoing client'),
    jobs: { add: () => Promise.resolve() },
    blobs: missing('blob store'),
    eventStore: missing('event store'),
    ...given,
  };
  const app = createHttp({ log: deps.log, trustProxy: [] });
  // tests live in times of their own and move through them: whatever the clock says, their administrator has just been here
  const own: { token?: string } = {};
  const actorOf = async (token: string) => {
    const now = deps.clock();
    if (token === own.token) {
      const end = new Date(now.getTime() + 3_600_000);
      await sql`update sessions set last_seen_at = ${now.toISOString()}, expires_at = ${end.toISOString()}
        where token_hash = ${sha256(token)}`.execute(deps.db);
    }
    return authenticate(deps.db, token, now);
  };
  const route = createRoute(app, actorOf);
  const accounts: AccountPorts = {
    wallClock: deps.clock,
    siteName: () => Promise.resolve('Guides of the tests'),
    whereFrom: () => ({ device: 'Firefox on Linux', country: 'DE' }),
    alert: () => Promise.resolve(),
    nameBylines: () => Promise.resolve(new Map()),
    undo: { rows: [], entries: {}, reasons: {} },
    ...ports,
  };
  offerUndo(app, accounts.undo);
  accountsRoutes(route, deps, accounts);
  await routes(route, deps, app);
  await app.ready();
  const { actor, token } = await buildAdministrator(deps.db);
  own.token = token;
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Reply> => {
    const reply = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body as InjectOptions['payload'] }),
    } as InjectOptions);
    const isJson = String(reply.headers['content-type'] ?? '').includes('json');
    return { status: reply.statusCode, headers: reply.headers, body: isJson && reply.body ? reply.json() : reply.body };
  };
  return {
    app,
    deps,
    databaseUrl: database.url,
    actor,
    token,
    call: (method, path, body) => send(method, path, body, { authorization: `Bearer ${token}` }),
    guest: (method, path, body, headers = {}) => send(method, path, body, headers),
    async close() {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
