import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { ensureKey } from './store-salts.ts';

/**
 * A key that every instance shares; the first that asks makes it. Sealed in PostgreSQL, and on disk as well when a folder is given,
 * so that a start without a database still opens the tokens that are out there.
 * @throws Error of the database when there is no copy on disk either
 */
export async function sharedKey(
  { db, secrets }: { db: Db; secrets: Secrets },
  name: string,
  make: () => Buffer,
  dataDir?: string,
): Promise<Buffer> {
  const copy = dataDir === undefined ? undefined : join(dataDir, `${name}.key`);
  const sealed = await ensureKey(db, name, () => secrets.seal(make().toString('base64'))).catch((error: unknown) => {
    if (copy === undefined || !existsSync(copy)) throw error;
    return readFileSync(copy, 'utf8');
  });
  if (copy !== undefined) {
    await writeFile(`${copy}.new`, sealed, { mode: 0o600, flush: true });
    await rename(`${copy}.new`, copy);
  }
  return Buffer.from(secrets.open(sealed), 'base64');
}
