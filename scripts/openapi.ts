// Writes docs/api from the contracts of the routes: openapi.json, and who may call what; with --check it only says whether they are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessTable } from '../src/app/server/routes/access-table.ts';
import { apiDocument } from '../src/app/server/routes/api-docs.ts';
import { buildApp } from '../src/app/server/app.ts';
import { readScript } from '../src/app/server/pages/render-bundle.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { createLog } from '../src/platform/server/log.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/api');

/** Stands for every store and part: routes are only declared here, never called. */
const nothing: object = new Proxy(() => nothing, { get: (_, key) => (key === 'then' ? undefined : nothing) });

async function generate(): Promise<Record<string, string>> {
  const deps = { config: readConfig({}), log: createLog('silent'), clock: () => new Date(0) };
  const rest = (known: object) => new Proxy(known, { get: (from, key) => Reflect.get(from, key) ?? nothing }) as never;
  const app = await buildApp(rest(deps), rest({ pages: rest({ site: { script: readScript() } }) }));
  await app.ready();
  const files = { 'openapi.json': `${JSON.stringify(apiDocument(app), null, 2)}\n`, 'access.md': accessTable(app) };
  await app.close();
  return files;
}

/** @returns what is wrong, as a sentence; undefined when all is well. */
async function run(isCheck: boolean): Promise<string | undefined> {
  if (!existsSync(join(ROOT, 'dist/client/src/app/admin/index.html'))) {
    return 'The back office is not built yet: run "npm run build" first.';
  }
  const files = Object.entries(await generate()).map(([name, text]) => ({ name, path: join(FOLDER, name), text }));
  if (isCheck) {
    const old = files.find(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
    return old && `docs/api/${old.name} is not what the routes say: run "npm run openapi" and commit it.`;
  }
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, text } of files) writeFileSync(path, text);
  return undefined;
}

const problem = await run(process.argv.includes('--check'));
if (problem !== undefined) process.stderr.write(`${problem}\n`);
// what the app opened beside its routes (timers of libraries) shall not hold the process
process.exit(problem === undefined ? 0 : 1);
