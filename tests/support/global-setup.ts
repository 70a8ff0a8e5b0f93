import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endPostgres } from './end-postgres.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- an augmentation must be an interface
  interface ProvidedContext {
    /** Where the one PostgreSQL of this run lives, once a test asks for it. */
    testFolder: string;
  }
}

const PREFIX = 'guidepost-test-';

/** Stops the PostgreSQL that tests started in `folder`, if any, and removes the folder. */
async function clear(folder: string): Promise<void> {
  await endPostgres(join(folder, 'postgres', 'postgres', 'cluster'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** A run that was killed could not clear up; the next one does. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = join(tmpdir(), name, 'owner.pid');
    const isLeft = existsSync(owner) && !existsSync(`/proc/${readFileSync(owner, 'utf8').trim()}`);
    if (isLeft) await clear(join(tmpdir(), name));
  }
}

/** Projects with tests that start the whole program. */
const STARTS_PROGRAM = new Set(['server', 'engines']);

/** They start what `npm start` does, never that of before. */
function buildProgram(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.mjs'), 'program']);
}

/** Gives the run one folder; `tests/support/db.ts` starts PostgreSQL in it when the first test needs it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (STARTS_PROGRAM.has(project.name) && !process.env['FROM_SOURCES']) buildProgram();
  await clearLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'owner.pid'), String(process.pid));
  project.provide('testFolder', folder);
  return () => clear(folder);
}
