import { z } from 'zod';
import { isBlobKey } from '../../../platform/server/blobs/blob-store.ts';

/** Another number means files that are laid out otherwise. A new column or a new kind of record is none. */
export const FORMAT = 1;

const PATH = /^(README\.md|records\/[a-z-]+\.jsonl|events\/\d{4}-\d{2}\.csv)$/;
const isPath = (path: string): boolean =>
  PATH.test(path) || (path.startsWith('pictures/') && isBlobKey(path.slice('pictures/'.length)));

const File = z.strictObject({
  path: z.string().refine(isPath, 'it is no file of an export'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'it is no SHA-256'),
  bytes: z.int().min(0),
  /** Records or events in it. */
  rows: z.int().min(0).optional(),
  columns: z.array(z.string()).optional(),
  /** The last number that was given to a record: no later one may have it again, also where that record is gone. */
  last_id: z.string().regex(/^\d+$/).optional(),
  content_type: z.string().max(200).optional(),
});
export type ExportedFile = z.infer<typeof File>;

export const ExportManifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Of the program that wrote it. */
  version: z.string(),
  /** What was recorded before it is in the files. */
  instant: z.iso.datetime(),
  counts: z.strictObject({ records: z.int(), events: z.int(), pictures: z.int() }),
  /** What is not in the files and has to be entered again. */
  enter_again: z.array(z.string()),
  left_out: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
  files: z
    .array(File)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'one path stands there twice'),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** @throws Error that names the field */
export function parseManifest(text: string): ExportManifest {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error('manifest.json cannot be read: it is no JSON. Nothing was changed.', { cause });
  }
  const format = (given as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format !== FORMAT)
    throw new Error(
      `The export has format ${format}, and this release reads format ${FORMAT}: import it with the release that wrote it. Nothing was changed.`,
    );
  const parsed = ExportManifest.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`manifest.json: ${issue!.path.join('.') || 'the whole'}: ${issue!.message}. Nothing was changed.`);
}
