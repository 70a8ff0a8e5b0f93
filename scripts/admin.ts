/**
 * `npm run admin -- COMMAND`: mends on the machine what cannot be mended in the back office, such as a lost password. Works beside a
 * running program (DATABASE_URL, or the PostgreSQL of DATA_DIR) and while none runs.
 */
import './node-version.mjs';
import * as machine from '../src/features/accounts/server/on-machine.ts';
import { ROLES, type Role } from '../src/platform/permissions.ts';
import type { Db } from '../src/platform/server/postgres/postgres.ts';
import { runCommand } from './command.ts';
import { openInstallation } from './installation.ts';

const USAGE = `npm run admin -- list                          who can sign in
npm run admin -- reset-password NAME           a new password; all sessions of NAME end
npm run admin -- reset-second-factor NAME      the password alone is enough again; all sessions of NAME end
npm run admin -- enable NAME                   lets a disabled person in again
npm run admin -- make NAME [--role ROLE]       a new person: ${ROLES.join(', ')} (${ROLES[0]} unless said otherwise)`;

const shown = (password: string): string => `password ${password} (shown only this once)`;

/** Each takes the name, if it needs one, and says what it did. */
const COMMANDS: Record<string, { needsName: boolean; run: (db: Db, name: string, role: Role) => Promise<string> }> = {
  list: { needsName: false, run: async (db) => (await machine.describeTeam(db)).join('\n') || 'Nobody yet.' },
  'reset-password': {
    needsName: true,
    run: async (db, name) => `Back office: /admin, user "${name}", ${shown(await machine.resetPassword(db, name))}`,
  },
  'reset-second-factor': {
    needsName: true,
    run: async (db, name) => {
      await machine.resetSecondFactor(db, name);
      return `${name} signs in by the password alone now. Set the second factor up again soon.`;
    },
  },
  enable: {
    needsName: true,
    run: async (db, name) => {
      await machine.enableAgain(db, name);
      return `${name} can sign in again.`;
    },
  },
  make: {
    needsName: true,
    run: async (db, name, role) =>
      `Back office: /admin, user "${name}", ${shown(await machine.makePerson(db, name, role))}`,
  },
};

/** The role that the rest of the line asks for; undefined where it asks for something else. */
function roleIn(rest: string[]): Role | undefined {
  if (rest.length === 0) return ROLES[0];
  const [flag, role, ...more] = rest;
  return flag === '--role' && more.length === 0 ? ROLES.find((one) => one === role) : undefined;
}

async function run([command = '', name = '', ...rest]: string[]): Promise<string> {
  const wanted = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  const role = roleIn(rest);
  const hasTooMuch = rest.length > 0 && command !== 'make';
  if (!wanted || (name !== '') !== wanted.needsName || role === undefined || hasTooMuch) throw new Error(USAGE);
  const { db, close } = await openInstallation();
  try {
    return await wanted.run(db, name, role);
  } finally {
    await close();
  }
}

await runCommand(run);
