import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** `npm start` as package.json has it: `exec env NAME=value ... node --flag ... scripts/start.mjs`. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
const [, variables, flags] = /^exec env (.*) node (.*) scripts\/start\.mjs$/.exec(scripts.start)!;

/**
 * What Node is given to start the whole program as `npm start` does. Who changed the sources in place, as the mutations do, sets
 * `FROM_SOURCES`.
 */
export const PROGRAM: readonly string[] = [
  ...flags!.split(' '),
  join(ROOT, process.env['FROM_SOURCES'] ? 'src/app/server/main.ts' : 'dist/program/main.js'),
];

/** The rest of what `npm start` says. */
export const PROGRAM_ENV: Readonly<Record<string, string>> = {
  ...Object.fromEntries(variables!.split(' ').map((variable) => variable.split('=') as [string, string])),
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
};
