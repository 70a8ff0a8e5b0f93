import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The address of the PostgreSQL that a program keeps in this data folder at this moment, for whoever stands beside it.
 * @throws Error when none was ever started there
 */
export function urlOfRunning(dataDir: string): string {
  const read = (name: string): string => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  return `postgresql://guidepost:${read('password')}@127.0.0.1:${read('port')}/guidepost`;
}
