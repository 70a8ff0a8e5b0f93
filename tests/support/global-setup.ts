import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
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
const MEMORY = '/dev/shm';
/** What a run holds at most there, several times over. */
const MEMORY_BYTES = 8 * 2 ** 30;

/** In memory a database is made in an eighth of the time that a disk takes (28 ms for 235, measured on 2026-11-29). */
function placeOfRun(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY) || process.availableMemory() < 2 * MEMORY_BYTES)
    return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < MEMORY_BYTES ? tmpdir() : MEMORY;
}

/** Stops the PostgreSQL that tests started in `folder`, if any, and removes the folder. */
async function clear(folder: string): Promise<void> {
  await endPostgres(join(folder, 'postgres', 'postgres', 'cluster'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** A run that was killed could not clear up; the next one does. */
async function clearLeftovers(place: string): Promise<void> {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = join(place, name, 'owner.pid');
    const isLeft = existsSync(owner) && !existsSync(`/proc/${readFileSync(owner, 'utf8').trim()}`);
    if (isLeft) await clear(join(place, name));
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
  const place = placeOfRun();
  await clearLeftovers(place);
  const folder = mkdtempSync(join(place, PREFIX));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'owner.pid'), String(process.pid));
  project.provide('testFolder', folder);
  return () => clear(folder);
}
