import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { RECORDS } from './description/all.ts';
import { readEvents } from './event-rows.ts';
import { parseManifest, type ExportedFile, type ExportManifest } from './manifest.ts';
import { readLines } from './read-lines.ts';
import { exportedColumns } from './readme.ts';
import { BadValue, readRecord, type Column, type TextRow } from './record-text.ts';
import type { TableShape } from './store-records.ts';

/** As many bad rows are told as a person can mend at once. */
const MOST_TOLD = 20;
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** A kind of record in the files of an export. */
export type RecordFile = { table: string; path: string; columns: Column[]; lastId: string | undefined };

/** @throws Error with a sentence */
export async function readExport(folder: string): Promise<ExportManifest> {
  const path = join(folder, 'manifest.json');
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile())
    throw new Error(`There is no export in ${folder}: it has no manifest.json. Nothing was changed.`);
  if (found.size > MAX_MANIFEST_BYTES) throw new Error(`manifest.json is too large. Nothing was changed.`);
  return parseManifest(await readFile(path, 'utf8'));
}

/** The path of a file in the folder, which no link may lead out of. @throws Error */
export async function pathIn(folder: string, path: string): Promise<string> {
  const root = resolve(folder);
  const whole = resolve(root, path);
  if (!whole.startsWith(root + sep)) throw new Error(`${path} leads out of the folder. Nothing was changed.`);
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const found = await lstat(join(root, ...parts.slice(0, depth))).catch(() => undefined);
    if (found === undefined) throw new Error(`${path} is not there. Nothing was changed.`);
    if (found.isSymbolicLink() || (depth === parts.length && !found.isFile()))
      throw new Error(`${path} is no plain file. Nothing was changed.`);
  }
  return whole;
}

/** Reads every file once. @throws Error that names the first that is not what was written */
export async function checkHashes(
  folder: string,
  { files }: ExportManifest,
  onFile: (done: number, of: number) => void,
): Promise<void> {
  for (const [at, { path, sha256, bytes }] of files.entries()) {
    const whole = await pathIn(folder, path);
    const digest = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(whole)) {
      digest.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    if (size !== bytes || digest.digest('hex') !== sha256)
      throw new Error(
        `${path} is not what was written: ${size === bytes ? 'its SHA-256 is another one' : `it has ${size} bytes, and the manifest tells of ${bytes}`}. Nothing was changed.`,
      );
    onFile(at + 1, files.length);
  }
}

/** What this release knows of the kinds of record in an export. @throws Error that names the file and the field */
export function matchRecords({ files }: ExportManifest, shapes: ReadonlyMap<string, TableShape>): RecordFile[] {
  const byPath = new Map(RECORDS.map((described) => [`records/${described.file}.jsonl`, described]));
  return files
    .filter(({ path }) => path.startsWith('records/'))
    .map(({ path, columns = [], last_id: lastId }) => {
      const described = byPath.get(path);
      if (!described) throw new Error(`${path}: this release knows no such records. Nothing was changed.`);
      const known = exportedColumns(described, shapes.get(described.table)!);
      return {
        table: described.table,
        path,
        lastId,
        columns: columns.map((name) => {
          const column = known.find((one) => one.name === name);
          if (!column) throw new Error(`${path}: ${name}: this release knows no such field. Nothing was changed.`);
          return column;
        }),
      };
    });
}

/** The records of a file, each with its line. @throws BadValue, or Error for a line that cannot be held */
export async function* readRecords(
  folder: string,
  { path, columns }: RecordFile,
  onBad: (line: number, error: BadValue) => void,
): AsyncGenerator<TextRow> {
  for await (const { line, text } of readLines(await pathIn(folder, path))) {
    try {
      yield readRecord(columns, text);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      onBad(line, error);
    }
  }
}

/** Looks at every record and event. @throws Error with file, line, field and reason of the bad ones */
export async function checkRows(
  folder: string,
  manifest: ExportManifest,
  records: readonly RecordFile[],
  onFile: (path: string) => void,
): Promise<void> {
  const bad: string[] = [];
  let count = 0;
  const note =
    (path: string) =>
    (line: number, { message }: BadValue): void => {
      count += 1;
      if (bad.length < MOST_TOLD) bad.push(`${path}, line ${line}: ${message}`);
    };
  const compare = ({ path, rows }: ExportedFile, found: number): void => {
    if (rows !== found && count === 0)
      bad.push(`${path}: it has ${found} rows, and the manifest tells of ${rows ?? 0}`);
  };
  for (const file of records) {
    let found = 0;
    for await (const _row of readRecords(folder, file, note(file.path))) found += 1;
    compare(
      manifest.files.find(({ path }) => path === file.path)!,
      found,
    );
    onFile(file.path);
  }
  for (const file of eventFiles(manifest)) {
    let found = 0;
    for await (const rows of readEvents(await pathIn(folder, file.path), note(file.path))) found += rows.length;
    compare(file, found);
    onFile(file.path);
  }
  if (bad.length === 0) return;
  const more = count > MOST_TOLD ? `\nand ${count - MOST_TOLD} more.` : '';
  throw new Error(`Some rows cannot be taken, so nothing was changed:\n${bad.join('\n')}${more}`);
}

export const eventFiles = ({ files }: ExportManifest): ExportedFile[] =>
  files.filter(({ path }) => path.startsWith('events/')).toSorted((a, b) => (a.path < b.path ? -1 : 1));
