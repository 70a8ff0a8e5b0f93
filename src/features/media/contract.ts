import { z } from 'zod';

/** The most bytes of one uploaded file. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;
/** The most pixels of one picture, all frames together. */
export const MAX_PIXELS = 40_000_000;
/** The most frames of an animation. */
export const MAX_FRAMES = 300;

/** Where a stored picture is, and how large it came out. */
export const ImageReply = z.object({
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
