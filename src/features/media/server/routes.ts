import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { ImageReply, MAX_UPLOAD_BYTES } from '../contract.ts';
import { createEncoder } from './encoder.ts';
import { libraryRoutes } from './routes-library.ts';
import * as media from './service.ts';

const FIELD = 'image';
const YEAR_S = 31_536_000;

/**
 * Uploads and what they became. Files are never served from anywhere else.
 * @param app best a child of the server (`server.register`), so that the form parser's hooks run for these routes alone
 * @param workMs what the encoder may spend on one picture; a test on a busy machine gives more
 */
export function mediaRoutes(route: Route, deps: Deps, app: FastifyInstance, workMs?: number): void {
  const onDeath = (how: object) => deps.log.warn(how, 'the picture decoder died of an upload');
  const scope = { ...deps, encode: createEncoder({ workMs, onDeath }) };
  libraryRoutes(route, deps);
  void app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 1,
      fields: 5,
      parts: 6,
      headerPairs: 20,
      fieldNameSize: 100,
      fieldSize: 1024,
    },
  });

  route.post(
    '/api/images',
    {
      access: 'write:content',
      summary: 'Store a picture: multipart/form-data with the field image (PNG, JPEG, GIF or WebP, at most 8 MB)',
      reply: ImageReply,
      status: 201,
      bodyLimitBytes: MAX_UPLOAD_BYTES + 64 * 1024,
      room: 'much',
    },
    async ({ actor, request }) => media.storeImage(scope, actor, await readUpload(request)),
  );

  route.get(
    '/media/*',
    { access: 'public', summary: 'A stored picture', params: z.object({ '*': z.string().max(300) }) },
    async ({ params, request, reply }) => {
      const image = await media.readImage(deps.blobs, params['*']);
      if (!image) throw notFound('Picture');
      const etag = `"${image.name}"`;
      void reply
        .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply
        .type(image.mime)
        .send(Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength));
    },
  );
}

const refused = (code: 'bad_request' | 'payload_too_large' | 'unsupported_media_type', reason: string): AppError =>
  new AppError(code, reason, { errors: { [FIELD]: [reason] } });

/** The bytes of the one file in the form. What is too large is read to its end, so that the sender hears the answer. */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw refused('unsupported_media_type', 'Send the picture as multipart/form-data, in the field "image".');
  }
  // an overlong boundary makes the parser's search quadratic
  if ((/boundary=([^;]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? '').length > 72) {
    throw refused('bad_request', 'The form could not be read.');
  }
  let found: Buffer | undefined;
  let isTooLarge = false;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const bytes = await part.toBuffer();
      isTooLarge ||= part.file.truncated;
      if (part.fieldname === FIELD) found = bytes;
    }
  } catch (error) {
    throw unreadable(error);
  }
  if (isTooLarge) throw refused('payload_too_large', 'The picture is larger than 8 MB.');
  if (!found || found.length === 0) throw refused('bad_request', 'Choose a picture: the field "image" is empty.');
  return found;
}

function unreadable(cause: unknown): AppError {
  const status = (cause as { statusCode?: number }).statusCode;
  const [code, reason] =
    status === 413
      ? (['payload_too_large', 'Send one picture at a time.'] as const)
      : (['bad_request', 'The upload broke off or is no form.'] as const);
  return new AppError(code, reason, { errors: { [FIELD]: [reason] }, cause });
}
