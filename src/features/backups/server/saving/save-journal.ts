import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { PieceWriter } from '../../../../platform/server/backup/pieces.ts';
import { listSegments, pathOf } from '../../../../platform/server/journal/files.ts';
import type { Tail } from '../together/store-tails.ts';
import { formatPosition, parsePosition, segmentOf } from '../../../../platform/server/journal/position.ts';

/** The places of what was written to a journal that nobody writes to. */
export function boundsOf(dir: string): { start: string; end: string } {
  const sizes = [...listSegments(dir)];
  const [first, last] = [sizes[0], sizes.at(-1)];
  return {
    start: formatPosition({ segment: first?.[0] ?? 1, offset: 0 }),
    end: formatPosition({ segment: last?.[0] ?? 1, offset: last?.[1] ?? 0 }),
  };
}

/**
 * Saves the segments from that of a position up to another one, where the last is cut.
 * @throws Error when one of them is not there
 */
export async function saveJournal(
  dir: string,
  { from, end }: { from: string; end: string },
  writer: PieceWriter,
): Promise<Manifest['journal']['segments']> {
  const last = parsePosition(end);
  const found = listSegments(dir);
  const saved: Manifest['journal']['segments'] = [];
  for (let segment = segmentOf(from); segment <= last.segment; segment += 1) {
    const path = pathOf(dir, segment);
    if (!found.has(segment)) {
      // what was taken away before the backup began is told by the program itself
      if (segment < last.segment) continue;
      throw new Error(`The journal has no ${basename(path)} any more.`);
    }
    const lines = writer.lines();
    const size = segment === last.segment ? last.offset : Number.POSITIVE_INFINITY;
    if (size > 0) for await (const bytes of createReadStream(path, { end: size - 1 })) await lines.add(bytes as Buffer);
    saved.push({ name: basename(path), pieces: await lines.end() });
  }
  return saved;
}

/** Saves what another instance gave of its journal. */
export async function saveTail(
  { id, from, end, at, segments }: Tail,
  writer: PieceWriter,
): Promise<Manifest['journal']> {
  const saved: Manifest['journal']['segments'] = [];
  for (const { name, bytes } of segments) {
    const lines = writer.lines();
    await lines.add(bytes);
    saved.push({ name, pieces: await lines.end() });
  }
  return { id, from, end, at: at.toISOString(), segments: saved };
}
