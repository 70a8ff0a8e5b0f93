import { readManifest, type Manifest } from '../../../platform/server/backup/manifest.ts';
import { readRaw, type Piece } from '../../../platform/server/backup/pieces.ts';
import type { Place } from '../../../platform/server/backup/place.ts';

/** Reads the manifest of a backup; of the newest where none is named. @throws Error with a sentence */
export async function findBackup(place: Place, name?: string): Promise<Manifest> {
  const names = await place.listBackups();
  const wanted = name ?? names.at(-1);
  if (wanted === undefined) throw new Error(`There is no backup in ${place.name}.`);
  const text = await place.getManifest(wanted);
  if (text === undefined)
    throw new Error(
      `There is no backup ${wanted} in ${place.name}.${names.length > 0 ? ` There are: ${names.slice(-5).join(', ')}` : ''}`,
    );
  const manifest = readManifest(wanted, text);
  if (manifest.name !== wanted)
    throw new Error(`The manifest ${wanted}.json is that of the backup ${manifest.name}: give it its name back.`);
  return manifest;
}

type Named = { piece: Piece; of: string };

function listPieces({ database, events, journal, other_journals, pictures }: Manifest): Named[] {
  const named = (of: string, pieces: readonly Piece[]): Named[] => pieces.map((piece) => ({ piece, of }));
  return [
    ...database.tables.flatMap(({ name, pieces }) => named(`the table ${name}`, pieces)),
    ...events.months.flatMap(({ month, pieces }) => named(`the events of ${month}`, pieces)),
    ...[journal, ...other_journals].flatMap(({ segments }) =>
      segments.flatMap(({ name, pieces }) => named(`the journal (${name})`, pieces)),
    ),
    ...pictures.map(({ key, sha256, bytes }) => ({ piece: { sha256, bytes }, of: `the picture ${key}` })),
  ];
}

const AT_ONCE = 4;

/** Reads every piece of a backup once. @throws Error that names the first that is not what was written, and of what it is */
export async function checkPieces(
  place: Place,
  manifest: Manifest,
  onPiece: (done: number, of: number) => void,
): Promise<void> {
  const all = [...new Map(listPieces(manifest).map((named) => [named.piece.sha256, named])).values()];
  const left = all.values();
  let done = 0;
  const work = Array.from({ length: AT_ONCE }, async () => {
    for (const { piece, of } of left) {
      await readRaw(place, piece, of);
      onPiece((done += 1), all.length);
    }
  });
  await Promise.all(work);
}
