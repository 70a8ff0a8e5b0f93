import { z } from 'zod';
import { sha256Of } from './place.ts';
import { SealedToRecipient } from './recipient.ts';

const Piece = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) });
const Migration = z.strictObject({ name: z.string(), sha256: z.string() });
const base64 = z.base64().max(200);

/** Numbers of the event store that reports are made of, in its rows of that moment. */
export const Figures = z.strictObject({
  visits: z.int(),
  views: z.int(),
  clicks: z.int(),
  conversions: z.int(),
  /** By currency, in micros as decimal text. */
  earned: z.record(z.string(), z.string()),
  spent: z.record(z.string(), z.string()),
});
export type Figures = z.infer<typeof Figures>;

const Journal = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  from: z.string(),
  end: z.string(),
  at: z.iso.datetime(),
  segments: z.array(z.strictObject({ name: z.string().regex(/^\d{10}\.log$/), pieces: z.array(Piece) })),
});

export const Manifest = z.strictObject({
  /** 2: events are Parquet. No release wrote 1, with events as lines. */
  format: z.literal(2),
  name: z.string(),
  /** Of the program that wrote it. */
  version: z.string(),
  began_at: z.iso.datetime(),
  /** What was answered before it is in the backup. What an instance began after the `at` of its journal, a moment later, is not. */
  instant: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  database: z.strictObject({
    server: z.string(),
    migrations: z.array(Migration),
    tables: z.array(
      z.strictObject({
        name: z.string(),
        columns: z.string(),
        rows: z.int(),
        digest: z.string(),
        pieces: z.array(Piece),
      }),
    ),
    left_out: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
    sequences: z.array(z.strictObject({ name: z.string(), last: z.string().nullable(), start: z.string() })),
  }),
  events: z.strictObject({
    migrations: z.array(Migration),
    rows: z.int(),
    figures: Figures,
    /** Rows by the month of their time (UTC), each piece a Parquet file. */
    months: z.array(
      z.strictObject({
        month: z.string(),
        columns: z.array(z.string()),
        rows: z.int(),
        digest: z.string(),
        pieces: z.array(Piece),
      }),
    ),
    /** How far the store was in what is shipped to it, by the names of its cursors. */
    cursors: z.record(z.string(), z.string()),
  }),
  /** Of the program's journal, from what one of the stores did not have up to the instant. */
  journal: Journal,
  /** The same of the other instances that ran then, each up to a moment of its own just after the instant. */
  other_journals: z.array(Journal).default([]),
  /** Other programs whose last clicks lie in their own folders alone, and not here. */
  missing_journals: z.array(z.strictObject({ number: z.int(), host: z.string(), bytes: z.int() })),
  pictures: z.array(z.strictObject({ key: z.string(), type: z.string(), ...Piece.shape })),
  /** A text that opens by the key of the installation alone. */
  key_check: z.string(),
  key: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('sealed'),
      sealed: z.strictObject({
        kdf: z.literal('scrypt'),
        // bounds: whoever damaged the file must not make us take all memory
        n: z
          .int()
          .min(1024)
          .max(2 ** 20),
        r: z.int().min(1).max(16),
        p: z.int().min(1).max(4),
        salt: base64,
        iv: base64,
        tag: base64,
        body: base64,
      }),
    }),
    z.strictObject({ kind: z.literal('recipient'), sealed: SealedToRecipient }),
    z.strictObject({ kind: z.literal('apart'), why: z.string() }),
  ]),
  /** What all pieces hold together. */
  bytes: z.int(),
});
export type Manifest = z.infer<typeof Manifest>;

const SUM = 'sha256';

/** The text of a manifest, with a digest of itself at its end. */
export function writeManifest(manifest: Manifest): string {
  const [body, sum] = [JSON.stringify(manifest, null, 1), sha256Of(JSON.stringify(manifest))];
  return `${body.slice(0, -2)},\n "${SUM}": "${sum}"\n}\n`;
}

/** @throws Error when a byte of it is not what was written, or another release wrote it */
export function readManifest(name: string, text: string): Manifest {
  const damaged = (what: string): Error =>
    new Error(`The backup is damaged: its manifest ${name}.json ${what}. Nothing was changed.`);
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw damaged('cannot be read');
  }
  if (typeof given !== 'object' || given === null) throw damaged('cannot be read');
  const { [SUM]: sum, ...rest } = given;
  if (sha256Of(JSON.stringify(rest)) !== sum) throw damaged('is not what was written');
  if (rest['format'] === 1)
    throw new Error(
      'This backup was written before the first release, with events as lines, which is not read any more: restore it with the program that wrote it. Nothing was changed.',
    );
  if (rest['format'] !== 2)
    throw new Error('This backup was written by a newer release: restore it with that. Nothing was changed.');
  const parsed = Manifest.safeParse(rest);
  if (!parsed.success) throw damaged(`lacks something: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  // blanks and line ends too, so that no byte of the file may differ
  if (writeManifest(rest as Manifest) !== text) throw damaged('is not what was written');
  return parsed.data;
}
