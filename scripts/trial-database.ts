/** A database that is made to try something in, and dropped. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type TrialDatabase = { url: string; drop(): Promise<void> };

/** @param url of a user who makes databases and drops them (CREATEDB) @param what a word for its name @throws what the server says */
export async function makeTrialDatabase(url: string, what: 'drill' | 'restore'): Promise<TrialDatabase> {
  const prefix = `guidepost_${what}_`;
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  const ask = async (sql: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      await sql(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  await ask(async (client) => {
    // what an earlier one left that was killed, and not what another one uses
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database d
        where datname ~ $1 and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
      [`^${prefix}[0-9a-f]{12}$`],
    );
    for (const { name: old } of rows) await client.query(`drop database if exists ${old} with (force)`);
    await client.query(`create database ${name} encoding 'UTF8' template template0`);
  });
  const mine = new URL(url);
  mine.pathname = `/${name}`;
  return {
    url: mine.href,
    drop: () => ask((client) => client.query(`drop database if exists ${name} with (force)`)).catch(() => undefined),
  };
}
