import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Connects to the PostgreSQL that the program itself keeps in its data folder. The caller ends it. */
export async function connectToDatabase(dataDir: string): Promise<pg.Client> {
  const home = join(dataDir, 'postgres');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(readFileSync(join(home, 'port'), 'utf8')),
    user: 'guidepost',
    password: readFileSync(join(home, 'password'), 'utf8').trim(),
    database: 'guidepost',
  });
  await client.connect();
  return client;
}
