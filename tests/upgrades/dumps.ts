import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorded } from './record.ts';

/** It stands here in the clear: there is nothing in these sites but invented shops. */
export const PASSPHRASE = 'a passphrase of the tests';

export const FOLDER = join(import.meta.dirname, 'dumps');

export type Dump = { name: string; place: string; recorded: Recorded };

/** The kept sites, the oldest first. */
export const listDumps = (): Dump[] =>
  readdirSync(FOLDER)
    .toSorted()
    .map((name) => ({
      name,
      place: join(FOLDER, name, 'place'),
      recorded: Recorded.parse(JSON.parse(readFileSync(join(FOLDER, name, 'recorded.json'), 'utf8'))),
    }));
