import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ListedBlobStore } from '../../../platform/server/blobs/blob-store.ts';
import type { DatabaseMoment } from '../../../platform/server/backup/database-rows.ts';
import { openMoments, type Holder } from '../../backups/server/backup.ts';
import { RECORDS } from './description/all.ts';
import type { Described } from './description/described.ts';
import { LEFT_OUT } from './description/site.ts';
import { writeEvents } from './event-files.ts';
import { createHashedFile } from './hashed-file.ts';
import { FORMAT, type ExportedFile, type ExportManifest } from './manifest.ts';
import { exportedColumns, writeReadme } from './readme.ts';
import { lineOf } from './record-text.ts';
import { readLastIds, readRows, readSecretsToEnter, readShapes, type TableShape } from './store-records.ts';

type Parts = {
  /** Where the folder comes to be: nothing lies there yet, or an empty folder. */
  folder: string;
  url: string;
  holder: Holder;
  blobs: ListedBlobStore;
  version: string;
  /** Opens what was sealed by the key of the installation. */
  open(sealed: string): string;
  onProgress(text: string): void;
};

/**
 * Writes everything that belongs to the owner into a folder, which appears when it is whole.
 * @throws Error with a sentence
 */
export async function exportSite(parts: Parts): Promise<ExportManifest> {
  const { holder, url, onProgress, version } = parts;
  const target = resolve(parts.folder);
  // beside it: a rename stays on one disk
  const folder = join(dirname(target), `.${basename(target)}.part`);
  try {
    await refuseTaken(target);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await holder.keep();
    const { database, events } = await openMoments(url, holder);
    try {
      const shapes = await readShapes(database.query);
      const eventFiles = await writeEvents(folder, events.table, (rows) => onProgress(`events: ${count(rows)}`));
      await holder.close();
      const recordFiles = await writeRecords(folder, database, shapes, parts);
      const pictures = await writePictures(folder, parts);
      const readme = await createHashedFile(folder, 'README.md');
      await readme.write(writeReadme(shapes));
      const manifest: ExportManifest = {
        format: FORMAT,
        version,
        instant: database.instant,
        counts: { records: rowsOf(recordFiles), events: rowsOf(eventFiles), pictures: pictures.length },
        enter_again: await readSecretsToEnter(database.query),
        left_out: Object.entries(LEFT_OUT).map(([name, reason]) => ({ name, reason })),
        files: [await readme.end(), ...recordFiles, ...eventFiles, ...pictures],
      };
      await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, {
        mode: 0o600,
        flush: true,
      });
      await rename(folder, target);
      return manifest;
    } finally {
      await database.close();
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    // a command whose door stays open does not end
    await holder.close();
  }
}

async function refuseTaken(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  if (found.length > 0) throw new Error(`The folder ${folder} is not empty: name another one.`);
}

async function writeRecords(
  folder: string,
  { query }: DatabaseMoment,
  shapes: ReadonlyMap<string, TableShape>,
  { open, onProgress }: Parts,
): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  const lastIds = await readLastIds(query);
  for (const described of RECORDS) {
    const { table, file: name, opened = {} } = described;
    const shape = shapes.get(table)!;
    const columns = exportedColumns(described, shape);
    const file = await createHashedFile(folder, `records/${name}.jsonl`);
    let rows = 0;
    for await (const some of readRows(query, table, storedShape(described, shape))) {
      for (const row of some)
        for (const [sealed, plain] of Object.entries(opened))
          row[plain] = row[sealed] == null ? null : open(row[sealed]);
      await file.write(some.map((row) => `${lineOf(columns, row)}\n`).join(''));
      rows += some.length;
      onProgress(`${name}: ${count(rows)}`);
    }
    const last = lastIds.get(table);
    files.push({
      ...(await file.end()),
      rows,
      columns: columns.map((column) => column.name),
      ...(last !== undefined && { last_id: last }),
    });
  }
  return files;
}

const storedShape = ({ leftOut = {} }: Described, { columns, key }: TableShape): TableShape => ({
  key,
  columns: columns.filter(({ name }) => !(name in leftOut)),
});

/** As they are listed now: what a record names is there, and one that is too many harms nobody. */
async function writePictures(folder: string, { blobs, onProgress }: Parts): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  const keys = (await blobs.list()).toSorted();
  for (const key of keys) {
    const found = await blobs.get(key);
    // removed since they were listed
    if (!found) continue;
    const file = await createHashedFile(folder, `pictures/${key}`);
    await file.write(found.bytes);
    files.push({ ...(await file.end()), content_type: found.contentType });
    onProgress(`pictures: ${count(files.length)} of ${count(keys.length)}`);
  }
  return files;
}

const rowsOf = (files: readonly ExportedFile[]): number => files.reduce((sum, { rows = 0 }) => sum + rows, 0);
const count = (some: number): string => some.toLocaleString('en-US');
