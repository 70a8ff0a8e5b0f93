import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { parseRates } from '../exchange.ts';
import { auditRates } from './audit-rates.ts';
import * as store from './store.ts';

/** Where releases before kept the rates. */
const RATES_FILE = 'exchange-rates.csv';

const OTHERS = `${RATES_FILE} in the data folder is not read: the database has other exchange rates. Replace them in the back office, and remove the file.`;

/** What was wrong with the file at the start, by the database that still has no rates. */
const problems = new WeakMap<Db, string>();

export const problemOfFile = (db: Db): string | undefined => problems.get(db);

/**
 * Takes the file of rates of a release before into a database that has none, once: of several instances that start, one does. The file
 * stays as it is, for whoever goes back to that release; it is not read otherwise. One that cannot be read is told and not taken.
 * @param folder in which it lies
 */
export async function takeRatesFile(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  folder: string,
): Promise<void> {
  problems.delete(db);
  const text = readText(join(folder, RATES_FILE));
  if (text === undefined) return;
  const stored = await store.findRates(db);
  if (stored?.csv === text) return;
  if (stored) return log.warn(OTHERS);

  const read = text === null ? { problem: 'The file cannot be read.' } : parseRates(text);
  if ('problem' in read) {
    problems.set(db, read.problem);
    return log.warn(`${RATES_FILE} in the data folder was not taken into the database: ${read.problem}`);
  }
  const isTaken = await inTransaction(db, async (trx) => {
    const isFirst = await store.insertRates(trx, text!, clock());
    if (isFirst) await auditRates(trx, undefined, 'take', read);
    return isFirst;
  });
  if (isTaken) log.info(`${RATES_FILE} of the data folder was taken into the database, and is not read any more`);
}

/** @returns undefined when there is none, null when it cannot be read */
function readText(path: string): string | null | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null;
  }
}
