import pg from 'pg';
import { urlOfRunning } from '../../src/platform/server/postgres/running-postgres.ts';

/** Connects to the PostgreSQL that the program itself keeps in its data folder. The caller ends it. */
export async function connectToDatabase(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOfRunning(dataDir) });
  await client.connect();
  return client;
}
