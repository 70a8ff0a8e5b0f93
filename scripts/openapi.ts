// Writes docs/api/openapi.json from the contracts of the routes; with --check it only says whether the file is up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiDocument } from '../src/app/server/routes/api-docs.ts';
import { buildApp } from '../src/app/server/app.ts';
import { readScript } from '../src/app/server/pages/render-bundle.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { createLog } from '../src/platform/server/log.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs/api/openapi.json');

/** Stands for every store and part: routes are only declared here, never called. */
const nothing: object = new Proxy(() => nothing, { get: (_, key) => (key === 'then' ? undefined : nothing) });

async function generate(): Promise<string> {
  const deps = { config: readConfig({}), log: createLog('silent'), clock: () => new Date(0) };
  const rest = (known: object) => new Proxy(known, { get: (from, key) => Reflect.get(from, key) ?? nothing }) as never;
  const app = await buildApp(rest(deps), rest({ pages: rest({ site: { script: readScript() } }) }));
  await app.ready();
  const document = apiDocument(app);
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @returns what is wrong, as a sentence; undefined when all is well. */
async function run(isCheck: boolean): Promise<string | undefined> {
  if (!existsSync(join(ROOT, 'dist/client/src/app/admin/index.html'))) {
    return 'The back office is not built yet: run "npm run build" first.';
  }
  const fresh = await generate();
  if (isCheck) {
    const isSame = existsSync(FILE) && readFileSync(FILE, 'utf8') === fresh;
    return isSame
      ? undefined
      : 'docs/api/openapi.json is not what the routes say: run "npm run openapi" and commit it.';
  }
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, fresh);
  return undefined;
}

const problem = await run(process.argv.includes('--check'));
if (problem !== undefined) process.stderr.write(`${problem}\n`);
// what the app opened beside its routes (timers of libraries) shall not hold the process
process.exit(problem === undefined ? 0 : 1);
