import { AppError } from '../../errors.ts';

/**
 * Readers and editors learn that the pictures are away; what to change is for whoever runs the site, and stands in the log.
 * @param sentence names variables, never their values
 */
const unavailable = (sentence: string, cause?: unknown): AppError =>
  new AppError('unavailable', 'The store of pictures does not answer. Try again in a moment.', {
    details: { retry_after_s: 60 },
    cause: new Error(sentence, cause === undefined ? undefined : { cause }),
  });

/** For whoever runs the site: what is wrong with the bucket, and which variable to look at. */
export const whyOf = (error: unknown): string => {
  if (error instanceof AppError && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
};

/** Nobody is there, or nobody spoke in time. */
export function noAnswer(error: unknown): AppError {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return unavailable(
    `The store of pictures does not answer (${code ?? message}): is S3_ENDPOINT right, and reachable from this machine?`,
    error,
  );
}

const NOT_S3 = 'What answers at S3_ENDPOINT does not speak S3: look at S3_ENDPOINT and S3_STYLE.';

/** Somebody answers who does not speak S3. */
export const unreadable = (): AppError => unavailable(NOT_S3);

const MAY = { GET: 'read', PUT: 'write', DELETE: 'remove', LIST: 'list' };
const RIGHTS = 's3:GetObject, s3:PutObject, s3:DeleteObject, and s3:ListBucket for the bucket itself';

const SENTENCES: Record<string, string> = {
  NoSuchBucket:
    'The bucket does not exist: make it, or correct S3_BUCKET, S3_ENDPOINT or S3_REGION. The program makes no buckets.',
  InvalidAccessKeyId: 'The store of pictures does not know the key: look at S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The secret is not that of the key: look at S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID.',
  AuthorizationHeaderMalformed: 'The bucket lies in another region: look at S3_REGION.',
  InvalidRegionName: 'The store of pictures does not know the region: look at S3_REGION.',
  PermanentRedirect: 'The bucket lies at another address: look at S3_ENDPOINT and S3_REGION.',
  TemporaryRedirect: 'The bucket lies at another address: look at S3_ENDPOINT and S3_REGION.',
  RequestTimeTooSkewed: 'The clock of this machine differs from that of the store of pictures: set it.',
  EntityTooLarge: 'The store of pictures takes no file as large as this one.',
};

/** What an answer that is no success means. @returns its code too; undefined where the answer is not in the words of S3 */
export function refusal(
  { status, bytes }: { status: number; bytes: Uint8Array },
  method: keyof typeof MAY,
): { code: string | undefined; error: AppError } {
  const code = /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1];
  return { code, error: unavailable(sentenceOf(status, code, MAY[method])) };
}

function sentenceOf(status: number, code: string | undefined, act: string): string {
  if (code !== undefined && code in SENTENCES) return SENTENCES[code]!;
  if (status === 403)
    return `The key of S3_ACCESS_KEY_ID may not ${act} in the bucket of S3_BUCKET: give it ${RIGHTS}. Without the last one, what is not there is refused too.`;
  if (status === 429 || status >= 500)
    return `The store of pictures does not answer (${status}${code === undefined ? '' : ` ${code}`}): it is too busy or out of order.`;
  if (code === undefined) return `${NOT_S3} It says ${status}.`;
  return `The store of pictures refuses to ${act} (${status} ${code}): look at S3_BUCKET, S3_ENDPOINT and S3_STYLE.`;
}
