import { existsSync, readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

/** Something of a person that was deleted for good, by what it is known without: a digest of a click's id, or the number of a message. */
const Erasure = z.union([
  z.strictObject({ click: z.string().regex(/^erased:[0-9a-f]{40}$/), at: z.iso.datetime() }),
  z.strictObject({ message: z.int().min(1), at: z.iso.datetime() }),
]);
export type Erasure = z.infer<typeof Erasure>;

type Where = Pick<Config, 'dataDir' | 'erasuresFile'>;

const NAME = 'erasures.jsonl';
const DUE = 'erasures-due';
const ownFile = (dataDir: string): string => join(dataDir, NAME);
const dueFile = (dataDir: string): string => join(dataDir, DUE);

async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    // a line that was cut by whatever ended the program is nobody's: what follows must not become a part of it
    const held = await handle.readFile();
    const whole = held.lastIndexOf(10) + 1;
    if (whole < held.length) await handle.truncate(whole);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const linesOf = (erasures: readonly Erasure[]): string => erasures.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Writes down what is being erased, outside of the database and of its backups, so that no backup brings it back. Durable. */
export async function noteErasures({ dataDir, erasuresFile }: Where, erasures: readonly Erasure[]): Promise<void> {
  const text = linesOf(erasures);
  if (text === '') return;
  await append(ownFile(dataDir), text);
  if (erasuresFile !== undefined) await append(erasuresFile, text);
}

/** @throws Error that names the line which is no erasure */
export function readErasures(file: string): Erasure[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const isCut = lines.at(-1) !== '';
  return lines.flatMap((line, at) => {
    // the last one may have been cut by whatever ended the program; then its erasure was not done either
    if (line === '' || (isCut && at === lines.length - 1)) return [];
    try {
      return [Erasure.parse(JSON.parse(line))];
    } catch {
      throw new Error(`Line ${at + 1} of ${file} is no erasure: name an erasures.jsonl of this site.`);
    }
  });
}

/** A restored site keeps the list, and carries it out before it serves. */
export async function bequeathErasures(dataDir: string, erasures: readonly Erasure[]): Promise<void> {
  await append(ownFile(dataDir), linesOf(erasures));
  await append(dueFile(dataDir), '');
}

/** What a restored site must erase again; undefined: nothing was restored here since the last time. */
export const erasuresDue = (dataDir: string): Erasure[] | undefined =>
  existsSync(dueFile(dataDir)) ? readErasures(ownFile(dataDir)) : undefined;

/** They were carried out. */
export const endErasures = (dataDir: string): Promise<void> => rm(dueFile(dataDir), { force: true });
