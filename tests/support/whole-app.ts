import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { buildApp } from '../../src/app/server/app.ts';
import { openParts, type Parts } from '../../src/app/server/parts.ts';
import { putSampleIn } from '../../src/app/server/sample/sample.ts';
import { buildAdministrator } from '../../src/features/accounts/server/testing.ts';
import { readConfig } from '../../src/platform/server/config.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import { diskBlobStore } from '../../src/platform/server/blobs/disk-blob-store.ts';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import { openJobs } from '../../src/platform/server/jobs/graphile-jobs.ts';
import type { SignedIn } from '../../src/platform/server/http/access.ts';
import type { Access } from '../../src/platform/permissions.ts';
import { createLog, type Log } from '../../src/platform/server/log.ts';
import { createOutgoing } from '../../src/platform/server/outgoing/over-http.ts';
import { createSecrets } from '../../src/platform/server/secrets.ts';
import { testDb, type TestDb } from './db.ts';
import { oncePerRun } from './once-per-run.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'dist/client/src/app/admin/index.html');
const BUILT = [PAGES, join(ROOT, 'dist/server/entry.js')];

/** One declared way in: a method and a path with its names, such as `/api/admin/offers/:id`. */
export type AppRoute = { method: string; path: string; access: Access; schema: Record<string, unknown> };

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** What is sent: the path goes out byte by byte as it is written. */
export type Sent = { headers?: Record<string, string | string[]>; body?: string | Buffer };

export type WholeApp = {
  app: FastifyInstance;
  deps: Deps;
  parts: Parts;
  /** Origin without a slash at the end. */
  url: string;
  routes: AppRoute[];
  /** The administrator who is logged in. */
  actor: SignedIn;
  token: string;
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Runs a statement in the database, past the program. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The number of rows and a digest of every table of the program and of the job queue. */
  fingerprint(): Promise<Record<string, string>>;
  /** Everything that was logged, warnings and worse. */
  logged(): string;
  close(): Promise<void>;
};

/** The same for all copies of the sample: what is sealed in one can be opened in the other. */
const SECRET = Buffer.alloc(32, 7);

async function openDeps(database: TestDb, dataDir: string, log: Log) {
  const eventStore = createDuckDbStore({
    path: join(dataDir, 'events.duckdb'),
    migrationsDir: join(ROOT, 'migrations/columnar'),
    log,
  });
  await eventStore.migrate();
  return {
    config: readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: 'https://guides.example',
      JOURNAL_RESERVE_MB: '0',
    }),
    log,
    clock: () => new Date(),
    db: database.db,
    secrets: createSecrets(SECRET),
    outgoing: createOutgoing({ allow: [], log }),
    jobs: await openJobs({ url: database.url, log, concurrency: 1 }),
    blobs: diskBlobStore(join(dataDir, 'blobs')),
    eventStore,
  } satisfies Deps;
}

/** The sample is put in once a run: each program has a copy of the database and of the files. */
async function sampleOfRun(): Promise<{ database: string; dataDir: string }> {
  const said = await oncePerRun('sample', async (dataDir) => {
    mkdirSync(dataDir);
    const database = await testDb();
    const deps = await openDeps(database, dataDir, createLog('silent'));
    await putSampleIn(deps);
    await deps.jobs.stop();
    await deps.outgoing.close();
    await deps.eventStore.close();
    return JSON.stringify({ database: await database.keep(), dataDir });
  });
  return JSON.parse(said) as { database: string; dataDir: string };
}

/**
 * The whole program in this process as it ships: every route, PostgreSQL, DuckDB, the journal, the blobs, the bundles, on a socket of
 * its own. The sample is in it; nothing works off jobs and nothing ships the journal, so that what changes is what a request changed.
 * @param seed puts more in, before the router takes its snapshot
 */
export async function wholeApp(seed: (deps: Deps) => Promise<void> = () => Promise.resolve()): Promise<WholeApp> {
  await ensureBundles();
  const sample = await sampleOfRun();
  const database = await testDb({ template: sample.database });
  const dataDir = mkdtempSync(join(tmpdir(), 'guidepost-whole-'));
  cpSync(sample.dataDir, dataDir, { recursive: true });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const deps = await openDeps(database, dataDir, log);
  const { eventStore, jobs, outgoing } = deps;
  await seed(deps);
  const parts = await openParts(deps);
  const app = await buildApp(deps, parts);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const { actor, token } = await buildAdministrator(deps.db);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  return {
    app,
    deps,
    parts,
    url: `http://127.0.0.1:${port}`,
    routes: app.declaredRoutes.flatMap(({ method, url, config, schema }) =>
      [method].flat().map((name) => ({
        method: name,
        path: url,
        access: config!.access!,
        schema: (schema ?? {}) as Record<string, unknown>,
      })),
    ),
    actor,
    token,
    send: (method, path, sent = {}) => sendTo({ agent, port, method, path }, sent),
    query: async (sql, values) => (await database.pool.query<Record<string, unknown>>(sql, values)).rows,
    async fingerprint() {
      const { rows } = await database.pool.query<{ name: string; sum: string }>(FINGERPRINT);
      return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
    },
    logged: () => lines.join(''),
    async close() {
      agent.destroy();
      await app.close();
      await parts.snapshot.stop();
      await parts.shipper.stop();
      await parts.journal.close();
      await parts.uncounted.close();
      parts.room.stop();
      await jobs.stop();
      await outgoing.close();
      await eventStore.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the bodies of the routes need, by the names of their fields; the first that a field takes. */
const GOOD: Record<string, readonly unknown[]> = {
  param: ['site'],
  placements: [['site.example']],
  kind: ['backup'],
  name: ['A good name'],
  title: ['A good title'],
  url: ['https://shop.example/x'],
  offer_id: [1],
  network_id: [1],
  source_id: [1],
  month: ['2026-11'],
  type: ['url'],
  ids: [[1], ['1']],
  act: [{ do: 'status', status: 'paused' }],
  items: [[], [{ conversion_id: '1', version: 1, status: 'approved' }]],
  weights: [{ '1': 10 }],
  username: ['nobody-here'],
  role: ['editor'],
  analyst: ['2099-01-01T00:00:00Z'],
  scopes: [['read:stats']],
  days: [7],
  day: [1],
  rhythm: ['weekly'],
  formula: ['clicks'],
  format: ['money'],
  password: ['some long password'],
  current_password: ['some long password'],
  new_password: ['another long password'],
  code: ['123456'],
  token: ['x'.repeat(43)],
  is_read: [true],
  status: ['draft', 'rejected'],
  payout: ['2'],
  amount: ['1'],
  date_from: ['2026-03-03'],
  date_to: ['2026-03-03'],
  word: ['paid'],
  reason: ['A good reason'],
  outcome: ['released'],
  click_id: ['none'],
  // of the right kind, and no table
  csv: ['x'],
  content: [{}],
  base_version: [1],
  is_ignored: [true],
  alt: ['A good description'],
  with: [1],
  visitors: [[{}]],
  channel: ['webhook'],
  until: ['2099-01-01T00:00:00Z'],
  confirm: [true],
  query: ['days=7'],
  link_id: [1],
  conversion_id: ['1'],
};

/** The least that a route takes as its body. */
export function leastBody(schema: z.ZodObject): Record<string, unknown> {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).filter(([key]) => key in GOOD);
  const good = (some: typeof fields): Record<string, unknown> =>
    Object.fromEntries(some.map(([key, field]) => [key, GOOD[key]!.find((one) => field.safeParse(one).success)]));
  const least = good(fields.filter(([, field]) => !field.safeParse(undefined).success));
  // the type of a destination decides which other field it needs
  if ('target_id' in schema.shape) return { ...least, url: GOOD['url']![0] };
  // of some optional fields one at least is needed
  return schema.safeParse(least).success ? least : { ...good(fields), ...least };
}

/** One row a table, without the minute in which a session was seen or a key used; the table is read as XML text because that needs no function of ours in the database. */
const FINGERPRINT = `
  select format('%s.%s', table_schema, table_name) as name,
    (xpath('/row/sum/text()', query_to_xml(format(
      'select count(*) || '' '' || coalesce(md5(string_agg(r, chr(10) order by r)), '''') as sum from (select (to_jsonb(t) - array[''last_seen_at'', ''last_used_at'', ''minute'', ''minute_calls''])::text as r from %I.%I t) rows',
      table_schema, table_name), false, true, '')))[1]::text as sum
  from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') and table_name <> 'api_key_days'
  order by 1`;

type Target = { agent: Agent; port: number; method: string; path: string };

function sendTo({ agent, port, method, path }: Target, { headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => void pieces.push(piece));
        answer.on('end', () =>
          done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces).toString() }),
        );
        answer.on('error', fail);
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Builds the bundles when there are none; a run of `npm test` has built them before. */
async function ensureBundles(): Promise<void> {
  if (BUILT.every((path) => existsSync(path))) return;
  await oncePerRun('bundles', async () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { cwd: ROOT, stdio: 'pipe' });
    return '';
  });
}
