import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is called by hand in an image, or by the program. */
const COMMANDS = [
  'admin.ts',
  'adopt.ts',
  'backup.ts',
  'blobs.ts',
  'database.ts',
  'drill.ts',
  'events.ts',
  'export.ts',
  'import-export.ts',
  'restore.ts',
];

/** The files of `scripts/` that an image holds: those commands, and whatever they take in of the folder. */
export function filesOfImage() {
  const files = new Set([...COMMANDS, 'node-version.mjs', 'healthcheck.mjs']);
  // what is added meanwhile is looked at too
  for (const name of files) {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    for (const [, taken] of text.matchAll(/\b(?:from|import) '\.\/([\w-]+\.m?[jt]s)'/g)) files.add(taken);
  }
  return [...files];
}
