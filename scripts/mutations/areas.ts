import { matchesGlob } from 'node:path';

/** What has no behaviour of its own: shapes, words, looks, invented data, and what only tests use. */
const LEFT_OUT =
  /\.test\.tsx?$|testing\.ts$|conformance\.ts$|contract\.ts$|words?\.tsx?$|-styles?\.ts$|styles\/|templates?\/|sample\/|\.d\.ts$|labels?\.ts$|icons\.ts$/;

/** Where the promises of the program live. A file belongs to the first area that names it. */
const AREAS: Record<string, string[]> = {
  sql: ['src/**/server/**/store*.ts', 'src/**/server/**/*-store.ts', 'src/platform/server/{postgres,records}/**/*.ts'],
  screens: ['src/**/web/**/*.{ts,tsx}', 'src/app/admin/**/*.{ts,tsx}', 'src/app/site/**/*.tsx'],
  money: [
    'src/platform/{money,written-amounts,csv}.ts',
    'src/features/{rates,costs,conversions,postbacks,statements,deliveries,traces}/**/*.ts',
  ],
  journal: ['src/platform/server/journal/**/*.ts', 'src/features/{events,recovery}/**/*.ts'],
  reports: ['src/features/{reports,stats,outliers}/**/*.ts'],
  routing: ['src/features/{router,links,link-files,optimiser}/**/*.ts'],
  guards: [
    'src/features/{accounts,visitors}/**/*.ts',
    'src/features/publishing/server/**/*.ts',
    'src/platform/server/{http,outgoing}/**/*.ts',
    'src/platform/server/{secrets,disk-room,config}.ts',
    'src/app/server/{keep-room,mend-address,mending}.ts',
  ],
  rules: ['src/features/*/**/*.ts', 'src/platform/*.ts', 'src/platform/{macros,text}/*.ts'],
};

export const AREA_NAMES = Object.keys(AREAS);

/** @returns the area of a file; undefined for one whose changes prove nothing */
export function areaOf(path: string): string | undefined {
  if (LEFT_OUT.test(path)) return undefined;
  return AREA_NAMES.find((name) => AREAS[name]!.some((glob) => matchesGlob(path, glob)));
}

/** Numbers between 0 and 1 that are the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` of all, no two alike, in an order that hangs on the seed alone. */
export function pick<T>(all: readonly T[], count: number, seed: number): T[] {
  const throwDice = dice(seed);
  const rest = [...all];
  const picked: T[] = [];
  while (picked.length < count && rest.length > 0) {
    const place = Math.floor(throwDice() * rest.length);
    picked.push(rest[place]!);
    rest[place] = rest.at(-1)!;
    rest.pop();
  }
  return picked;
}
