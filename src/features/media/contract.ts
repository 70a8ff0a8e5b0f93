import { z } from 'zod';
import { version, line } from '../../platform/fields.ts';
import { fileKeys, oneOf, pageOf, pagingKeys } from '../../platform/paging.ts';

/** The most bytes of one uploaded file. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;
/** The most pixels of one picture, all frames together. */
export const MAX_PIXELS = 40_000_000;
/** The most frames of an animation. */
export const MAX_FRAMES = 300;

/** Where a stored picture is, and how large it came out. */
export const ImageReply = z.object({
  id: z.int(),
  imageUrl: z.string().describe('Path on this site: /media/...'),
  width: z.int(),
  height: z.int().describe('Of one frame.'),
  variants: z
    .array(z.object({ url: z.string(), width: z.int(), mime: z.string() }))
    .describe('Smaller forms in AVIF and WebP; none where they would not be smaller, and for an animation.'),
  hash: z.string().describe('SHA-256 of the stored file, which is also its name.'),
  message: z.string().optional(),
});
export type ImageReply = z.infer<typeof ImageReply>;

/** A stored picture in the library. */
export const LibraryImage = z.object({
  id: z.int(),
  url: z.string().describe('Path on this site: /media/...'),
  preview_url: z.string().describe('Its smallest form.'),
  alt: z.string().describe('What it shows, as a note for those who choose it.'),
  mime: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  used_by: z
    .array(z.object({ kind: z.string(), id: z.int(), name: z.string() }))
    .describe('Records that show it, at most 20; those in the trash count.'),
  used_in: z.int().describe('How many records show it.'),
  version: z.int(),
  created_at: z.string(),
});
export type LibraryImage = z.infer<typeof LibraryImage>;

/** What a file of the list tells of each. */
export const PICTURE_COLUMNS = [
  'id',
  'url',
  'alt',
  'mime',
  'width',
  'height',
  'bytes',
  'used_in',
  'created_at',
] as const satisfies (keyof LibraryImage)[];

/** `search` looks into what a picture shows and into the names of the records that show it. */
export const LibraryQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(['created_at', 'alt', 'bytes', 'width', 'used_in']).default('created_at'),
  used: z.enum(['true', 'false']).optional(),
});
export type LibraryQuery = z.infer<typeof LibraryQuery>;

export const LibraryPage = pageOf(LibraryImage);
export const LibraryReply = oneOf(LibraryImage);

export const LibraryChange = z.strictObject({ alt: line.max(200), version });
export type LibraryChange = z.infer<typeof LibraryChange>;

/** Another picture of the library, which then stands wherever this one stood. */
export const Replacement = z.strictObject({ with: z.int().min(1).max(2_147_483_647) });
export type Replacement = z.infer<typeof Replacement>;
