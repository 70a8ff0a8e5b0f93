import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAME = 'postgres';

/** The system user that PostgreSQL runs as when we are root, who may not run it himself. */
export type SystemUser = { name: string; uid: number; gid: number };

/** Minimal containers leave the system folders off the PATH. */
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** Where nearly every machine notes it; to ask `id` takes two processes. */
function notedUser(): SystemUser | undefined {
  try {
    const line = /^postgres:[^:\n]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
    return line ? { name: NAME, uid: Number(line[1]), gid: Number(line[2]) } : undefined;
  } catch {
    return undefined;
  }
}

async function findUser(): Promise<SystemUser | undefined> {
  const noted = notedUser();
  if (noted) return noted;
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME], { env }), run('id', ['-g', NAME], { env })]);
    return { name: NAME, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` knows no such user: the caller makes one
    return undefined;
  }
}

/** Finds the user `postgres`, or makes it. @returns undefined when we are a plain user: PostgreSQL then runs as ourselves. */
export async function databaseUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await findUser();
  if (known) return known;
  try {
    await run('groupadd', ['--force', '--system', NAME], { env });
    await run('useradd', ['--system', '--no-create-home', '--shell', '/bin/sh', '-g', NAME, NAME], { env });
  } catch (cause) {
    throw new Error(
      'PostgreSQL may not run as root and the user "postgres" could not be made: make it, start as a plain user, or set DATABASE_URL.',
      {
        cause,
      },
    );
  }
  const made = await findUser();
  if (!made)
    throw new Error('The user "postgres" was made but cannot be found: start as a plain user or set DATABASE_URL.');
  return made;
}

function mayEnter(folder: string, user: SystemUser | undefined): boolean {
  if (user === undefined) {
    try {
      accessSync(folder, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  const { mode, uid, gid } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/**
 * Checks that the database user may pass every folder down to `path`, which must exist.
 * @throws Error with one sentence that names the folder and what to do.
 */
export function checkPassage(path: string, user: SystemUser | undefined): void {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  const closed = folders.find((folder) => !mayEnter(folder, user));
  if (closed === undefined) return;
  const who = user === undefined ? 'you' : `PostgreSQL, which runs as the user "${user.name}"`;
  throw new Error(
    `The folder ${closed} may not be entered by ${who}: run "chmod o+x ${closed}", choose a place outside of it (DATA_DIR for the data), or set DATABASE_URL.`,
  );
}
