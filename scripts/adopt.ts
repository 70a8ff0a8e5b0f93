/**
 * `npm run adopt -- FOLDER`: has the clicks shipped that lie in the data folder of an instance that does not come back. Run it on the
 * machine of an instance, with its DATA_DIR and DATABASE_URL; its program may run meanwhile.
 */
import './node-version.mjs';
import { giveUp, takeJournal, waitUntilShipped } from '../src/features/instances/server/adopting.ts';
import { runCommand } from './command.ts';
import { openInstallation, type Installation } from './installation.ts';

const USAGE = `npm run adopt -- FOLDER             ship what lies in the data folder of an instance that is gone
npm run adopt -- --give-up NUMBER   its folder is lost for good: nobody is told of it any more`;

async function adopt(installation: Installation, folder: string): Promise<string> {
  const taken = await takeJournal(installation, folder);
  if (!installation.isRunning)
    return `The journal of instance ${taken.number} lies in the data folder, and is shipped once the program runs there: npm start`;
  process.stdout.write(`The journal of instance ${taken.number} is being shipped.\n`);
  await waitUntilShipped(installation.db, taken);
  return `Everything of instance ${taken.number} is in the numbers. Its folder is no longer needed.`;
}

async function run([first = '', second = '', ...rest]: string[]): Promise<string> {
  const number = first === '--give-up' && /^[1-9]\d{0,8}$/.test(second) ? Number(second) : undefined;
  if (rest.length > 0 || (number === undefined && (first === '' || first.startsWith('-') || second !== '')))
    throw new Error(USAGE);
  const installation = await openInstallation();
  try {
    if (number === undefined) return await adopt(installation, first);
    await giveUp(installation.db, number);
    return `What instance ${number} had not shipped is given up.`;
  } finally {
    await installation.close();
  }
}

await runCommand(run);
