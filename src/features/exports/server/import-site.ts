import { readFile } from 'node:fs/promises';
import type { BlobStore } from '../../../platform/server/blobs/blob-store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { eventFiles, pathIn, readRecords, type RecordFile } from './check-export.ts';
import { RECORDS } from './description/all.ts';
import { EVENT_NAMES, readEvents } from './event-rows.ts';
import type { ExportManifest } from './manifest.ts';
import { copyLine, type BadValue, type TextRow } from './record-text.ts';
import { openImport, type ImportedRecords } from './store-records.ts';

type Parts = {
  folder: string;
  manifest: ExportManifest;
  records: readonly RecordFile[];
  /** Without a site, with the tables of this release. */
  url: string;
  blobs: BlobStore;
  /** Empty. */
  eventStore: EventStore;
  seal(plain: string): string;
  onProgress(text: string): void;
};

const TABLE = 'events';
const CURSOR = 'import';

/**
 * Brings an export that was checked into empty places. Records come first and count last: until all is there, there is no site.
 * @throws Error with a sentence
 */
export async function importSite(parts: Parts): Promise<void> {
  const { records, url, eventStore, manifest } = parts;
  const rows = await openImport(
    url,
    RECORDS.map(({ table }) => table),
  );
  try {
    for (const file of records) await takeRecords(rows, file, parts);
    await joined(rows, records);
    await takeEvents(parts);
    await takePictures(parts);
    const { rows: there } = await eventStore.stats();
    if (there !== manifest.counts.events)
      throw new Error(
        `The event store holds ${there} events after the import, and the export ${manifest.counts.events}.`,
      );
    await rows.commit(await eventStore.mark());
  } finally {
    await rows.close();
  }
}

async function takeRecords(
  rows: ImportedRecords,
  file: RecordFile,
  { folder, seal, onProgress }: Parts,
): Promise<void> {
  const { opened = {} } = RECORDS.find(({ table }) => table === file.table)!;
  const sealedBy = new Map(Object.entries(opened).map(([sealed, plain]) => [plain, sealed]));
  const names = file.columns.map(({ name }) => sealedBy.get(name) ?? name);

  async function* lines(): AsyncGenerator<string> {
    const refuse = (line: number, { message }: BadValue): never => {
      throw new Error(`${file.path}, line ${line}: ${message}`);
    };
    for await (const row of readRecords(folder, file, refuse)) {
      const stored: TextRow = { ...row };
      for (const [plain, sealed] of sealedBy) stored[sealed] = row[plain] == null ? null : seal(row[plain]);
      yield copyLine(names, stored);
    }
  }

  onProgress(file.path);
  try {
    await rows.take(file.table, names, lines());
  } catch (error) {
    throw inFile(file.path, error);
  }
}

/** What the database said, where it can be found in the files: a `copy` names the line and the column. */
function inFile(path: string, error: unknown): unknown {
  const { where, detail, column, message } = error as {
    where?: string;
    detail?: string;
    column?: string;
    message: string;
  };
  const line = /COPY \w+, line (\d+)(?:, column (\w+))?/.exec(where ?? '');
  if (!line) return error;
  const field = column ?? line[2];
  return new Error(
    `${path}, line ${line[1]}: ${field === undefined ? '' : `${field}: `}${message}${detail === undefined ? '' : ` (${detail})`}. Nothing was changed.`,
    { cause: error },
  );
}

async function joined(rows: ImportedRecords, records: readonly RecordFile[]): Promise<void> {
  const lastIds = records.flatMap(({ table, lastId }) => (lastId === undefined ? [] : [[table, lastId] as const]));
  try {
    await rows.join(new Map(lastIds));
  } catch (error) {
    const { table, detail, message } = error as { table?: string; detail?: string; message: string };
    const file = records.find((one) => one.table === table);
    if (!file) throw error;
    throw new Error(`${file.path}: ${detail ?? message} Nothing was changed.`, { cause: error });
  }
}

async function takeEvents({ folder, manifest, eventStore, onProgress }: Parts): Promise<void> {
  let done = 0;
  for (const { path } of eventFiles(manifest)) {
    const refuse = (line: number, { message }: BadValue): never => {
      throw new Error(`${path}, line ${line}: ${message}`);
    };
    for await (const rows of readEvents(await pathIn(folder, path), refuse)) {
      done += rows.length;
      await eventStore.append({
        cursor: CURSOR,
        position: String(done),
        table: TABLE,
        rows: {
          rowCount: rows.length,
          columns: [...EVENT_NAMES],
          values: JSON.stringify(EVENT_NAMES.map((_, column) => rows.map((row) => row[column]!))),
        },
      });
      onProgress(`events: ${count(done)} of ${count(manifest.counts.events)}`);
    }
  }
}

async function takePictures({ folder, manifest, blobs, onProgress }: Parts): Promise<void> {
  const pictures = manifest.files.filter(({ path }) => path.startsWith('pictures/'));
  for (const [at, { path, content_type: type = 'application/octet-stream' }] of pictures.entries()) {
    await blobs.put(path.slice('pictures/'.length), await readFile(await pathIn(folder, path)), type);
    onProgress(`pictures: ${count(at + 1)} of ${count(pictures.length)}`);
  }
}

const count = (some: number): string => some.toLocaleString('en-US');
