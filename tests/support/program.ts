import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * What Node is given to start the whole program as `npm start` does. Who changed the sources in place, as the mutations do, sets
 * `FROM_SOURCES`.
 */
export const PROGRAM: readonly string[] = [
  '--max-semi-space-size=4',
  join(ROOT, process.env['FROM_SOURCES'] ? 'src/app/server/main.ts' : 'dist/program/main.js'),
];

/** The rest of what `npm start` says. */
export const PROGRAM_ENV = {
  UV_THREADPOOL_SIZE: '16',
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
};
