import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../config.ts';
import { isBlobKey, refuseWrongKey, type DatedBlobStore } from './blob-store.ts';
import { noAnswer, refusal, unreadable } from './s3-refusals.ts';

const LIMIT_MS = 10_000;
const TRIES = 2;
const PAUSE_MS = 300;
/** What is slower than 256 kB a second counts as hanging. */
const BYTES_PER_MS = 256;

type Ask = { method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'; query?: string; bytes?: Uint8Array; contentType?: string };
type Answer = { status: number; headers: Headers; bytes: Uint8Array };

/**
 * Files in a bucket of anything that speaks S3. One PUT replaces bytes and content type at once. The bucket is made by whoever runs
 * the site, and its address comes from the environment alone: it may be a private one, so it is outside of the guard of `outgoing`.
 * @param limitMs for the head of an answer, and as much again for its body; large files get more. An ask that nobody answers is
 * tried twice
 * @throws AppError unavailable, the same for every caller; its cause says what to do
 */
export function s3BlobStore(
  { endpoint, bucket, region, accessKeyId, secretAccessKey, style }: Omit<S3Config, 'cacheBytes'>,
  limitMs = LIMIT_MS,
): DatedBlobStore {
  const base = style === 'path' ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`);

  async function askOnce(path: string, { method, query = '', bytes, contentType }: Ask): Promise<Answer> {
    const { url, headers } = await new AwsV4Signer({
      method,
      url: `${base}/${path}${query}`,
      headers: {
        // signed, so that what arrives is what was sent
        'x-amz-content-sha256': hash('sha256', bytes ?? ''),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign();
    const late = new AbortController();
    const lateAfter = (size: number): NodeJS.Timeout =>
      setTimeout(() => late.abort(new Error(`no answer within ${limitMs} ms`)), limitMs + size / BYTES_PER_MS);
    let timer = lateAfter(bytes?.length ?? 0);
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: late.signal,
        ...(bytes && { body: bytes as Uint8Array<ArrayBuffer> }),
      });
      clearTimeout(timer);
      timer = lateAfter(Number(response.headers.get('content-length') ?? 0));
      return { status: response.status, headers: response.headers, bytes: await response.bytes() };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Each ask may be repeated: none does more the second time. */
  async function ask(path: string, what: Ask): Promise<Answer> {
    for (let left = TRIES - 1; ; left--) {
      try {
        const answer = await askOnce(path, what);
        if ((answer.status < 500 && answer.status !== 429) || left === 0) return answer;
      } catch (error) {
        if (left === 0) throw noAnswer(error);
      }
      await sleep(PAUSE_MS * (1 + Math.random()));
    }
  }

  /** @returns undefined when there is no such key */
  async function find(key: string, method: 'GET' | 'HEAD' | 'DELETE'): Promise<Answer | undefined> {
    refuseWrongKey(key);
    const answer = await ask(key, { method });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (method === 'HEAD') {
      if (answer.status === 404) return undefined;
      // the answer to a HEAD has no body that could say why
      return find(key, 'GET');
    }
    const why = refusal(answer, method);
    if (answer.status === 404 && why.code === 'NoSuchKey') return undefined;
    throw why.error;
  }

  return {
    async put(key, bytes, contentType) {
      refuseWrongKey(key);
      const answer = await ask(key, { method: 'PUT', bytes, contentType });
      if (answer.status !== 200) throw refusal(answer, 'PUT').error;
    },
    async get(key) {
      const found = await find(key, 'GET');
      return found && { bytes: found.bytes, contentType: typeOf(found) };
    },
    async remove(key) {
      await find(key, 'DELETE');
    },
    async list(prefix = '') {
      const keys: string[] = [];
      let token = '';
      do {
        const after = token && `&continuation-token=${encodeURIComponent(token)}`;
        const query = `?list-type=2${prefix && `&prefix=${encodeURIComponent(prefix)}`}${after}`;
        const answer = await ask('', { method: 'GET', query });
        if (answer.status !== 200) throw refusal(answer, 'LIST').error;
        const page = Buffer.from(answer.bytes).toString();
        if (!page.includes('<ListBucketResult')) throw unreadable();
        // what is no key of ours was put there by others
        for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
          if (isBlobKey(key!) && key!.startsWith(prefix)) keys.push(key!);
        const next = plainText(/<NextContinuationToken>([^<]*)</.exec(page)?.[1] ?? '');
        // a list that does not go on would never end
        if (next !== '' && next === token) throw unreadable();
        token = next;
      } while (token !== '');
      return keys;
    },
    async describe(key) {
      const found = await find(key, 'HEAD');
      return found && { size: Number(found.headers.get('content-length')), contentType: typeOf(found) };
    },
    async changedAt(key) {
      const at = Date.parse((await find(key, 'HEAD'))?.headers.get('last-modified') ?? '');
      return Number.isNaN(at) ? undefined : new Date(at);
    },
  };
}

const typeOf = ({ headers }: Answer): string => headers.get('content-type') ?? 'application/octet-stream';

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
const plainText = (xml: string): string => xml.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (one) => ENTITIES[one]!);
