import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OtherSchema, refuseNewer } from '../failures.ts';
import type { Engine } from './engine.ts';

const LANDED = `create table if not exists landed (name String, sha256 String) engine = MergeTree order by name`;

/**
 * Brings the tables up to date. Nothing is transactional here, so a migration is noted when all its statements were said; one that was
 * broken off is said again from its beginning. @throws Error when one was changed after it landed
 */
export async function migrate(engine: Engine, dir: string): Promise<void> {
  await engine.run(LANDED);
  const landed = new Map(
    (await engine.read<{ name: string; sha256: string }>('select name, sha256 from landed')).map((row) => [
      row.name,
      row.sha256,
    ]),
  );
  const names = readdirSync(dir).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  const files = names.toSorted().map((name) => ({ name }));
  refuseNewer(landed.keys(), files);
  for (const name of names.toSorted()) {
    const text = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n');
    const sha256 = hash('sha256', text);
    const before = landed.get(name);
    if (before === sha256) continue;
    if (before !== undefined) throw new OtherSchema(`The migration ${name} was changed after it landed.`);
    for (const statement of statementsOf(text)) await engine.run(statement);
    await engine.run('insert into landed values ($1, $2)', [name, sha256]);
  }
}

/** Statements end with a semicolon at the end of a line. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
