import pg from 'pg';
import { whatIsIn } from '../src/features/backups/server/store-restored.ts';
import { checkVersion, describeDatabaseTrouble } from '../src/platform/server/postgres/database-words.ts';
import { queryOf, type Query } from '../src/platform/server/postgres/tables.ts';

/**
 * Looks whether a command may fill a database.
 * @param isOurs asked where there is a site: whether the command itself put it there before
 * @returns whether it did @throws Error when there is another site, or tables of somebody else, or no way in
 */
export async function judgeDatabase(url: string, isOurs?: (query: Query) => Promise<boolean>): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await checkVersion(url);
    await client.connect();
  } catch (error) {
    throw new Error(describeDatabaseTrouble(error, url), { cause: error });
  }
  try {
    const query = queryOf(client);
    const found = await whatIsIn(query);
    if (found === 'nothing' || found === 'ours') return false;
    if (found === 'site' && (await isOurs?.(query))) return true;
    throw new Error(
      `There ${found === 'site' ? 'is a site' : 'are tables of somebody else'} in the database: nothing was changed. Name an empty database in DATABASE_URL.`,
    );
  } finally {
    await client.end();
  }
}
