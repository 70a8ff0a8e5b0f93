import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A migration that rewrites rows, or drops something, begins with this line: before it lands a backup is taken. One that only looks so
 * begins with `-- rewrites nothing: ` and why.
 */
const MARK = /^-- rewrites *\r?\n/;

export const isRewriting = (text: string): boolean => MARK.test(text);

const listFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();

/** The files of one store that rewrite. @param after the newest that landed, itself not among them; undefined: nobody knows, so all */
export const listRewriting = (folder: string, after: string | undefined): string[] =>
  listFiles(folder).filter(
    (file) => (after === undefined || file > after) && isRewriting(readFileSync(join(folder, file), 'utf8')),
  );

export const newestIn = (folder: string): string | undefined => listFiles(folder).at(-1);
