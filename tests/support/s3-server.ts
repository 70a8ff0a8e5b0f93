import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '../../src/platform/server/config.ts';

/** Keys on a page of a list: a real store says 1000. */
const PAGE = 3;
const KEY_ID = 'TESTKEY';
const SECRET = 'test+secret/of-the-bucket';

type File = { bytes: Buffer; contentType: string; at?: Date };
/** Answers in the place of the store, or lets it answer by returning false. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A store over HTTP that speaks as much of S3 as we ask, as AWS describes it: it judges each signature by a reckoning of its own, and
 * knows its buckets in the path or in front of the host. A production engine is held to the same suite in `s3-on-ceph.engines.test.ts`.
 */
export const startS3 = (...names: string[]) => serve(new Map(names.map((name) => [name, new Map<string, File>()])));

/** The same with one bucket, whose files lie in a folder and outlive the process. */
export const startS3In = (folder: string, name: string) => serve(new Map([[name, bucketIn(folder)]]));

async function serve(buckets: Map<string, Map<string, File>>) {
  const asked: string[] = [];
  let fault: Fault | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://any');
    const bytes = await buffer(request);
    asked.push(`${request.method} ${url.pathname}`);
    if (fault?.(request, response)) return;
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`);
    };
    const why = judge(request, url, bytes);
    if (why) return refuse(403, why);
    const [, before] = /^([^:]+)\.localhost(?::|$)/.exec(request.headers.host!) ?? [];
    const path = decodeURIComponent(url.pathname).slice(1);
    const name = before ?? path.split('/')[0]!;
    const key = before === undefined ? path.slice(name.length + 1) : path;
    const bucket = buckets.get(name);
    if (!bucket) return refuse(404, 'NoSuchBucket');
    if (key === '') {
      response.writeHead(200, { 'content-type': 'application/xml' });
      const { prefix = '', 'continuation-token': token = '' } = Object.fromEntries(url.searchParams);
      response.end(listPage([...bucket.keys()].filter((one) => one.startsWith(prefix)).toSorted(), token));
      return;
    }
    const file = bucket.get(key);
    switch (request.method) {
      case 'PUT':
        bucket.set(key, {
          bytes,
          contentType: request.headers['content-type'] ?? 'binary/octet-stream',
          at: new Date(),
        });
        response.writeHead(200).end();
        return;
      case 'DELETE':
        bucket.delete(key);
        response.writeHead(204).end();
        return;
      default:
        if (!file) return refuse(404, 'NoSuchKey');
        response.writeHead(200, {
          'content-type': file.contentType,
          'content-length': file.bytes.length,
          'last-modified': (file.at ?? new Date()).toUTCString(),
        });
        response.end(file.bytes);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    /** What a store is opened with. */
    options: (bucket: string, style: S3Config['style'] = 'path'): S3Config => ({
      endpoint: `http://${style === 'path' ? '127.0.0.1' : 'localhost'}:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
      style,
      cacheBytes: 0,
    }),
    buckets,
    makeBucket(name: string): string {
      buckets.set(name, new Map());
      return name;
    },
    /** Every request since the start, such as `GET /pictures/a`. */
    asked,
    /** From now on; undefined: none any more. */
    setFault(next: Fault | undefined): void {
      fault = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3>>;

function bucketIn(folder: string): Map<string, File> {
  mkdirSync(folder, { recursive: true });
  const pathOf = (key: string) => join(folder, encodeURIComponent(key));
  const read = (name: string): [string, File] => {
    const { contentType, base64 } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>;
    return [decodeURIComponent(name), { contentType: contentType!, bytes: Buffer.from(base64!, 'base64') }];
  };
  class Kept extends Map<string, File> {
    override set(key: string, { contentType, bytes }: File): this {
      writeFileSync(pathOf(key), JSON.stringify({ contentType, base64: bytes.toString('base64') }));
      return super.set(key, { contentType, bytes });
    }
    override delete(key: string): boolean {
      rmSync(pathOf(key), { force: true });
      return super.delete(key);
    }
  }
  const bucket = new Kept();
  for (const name of readdirSync(folder)) bucket.set(...read(name));
  return bucket;
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The token is one that has to be written carefully, in XML as in an address. */
function listPage(keys: string[], token: string): string {
  const from = Number(/^"after"&(\d+)$/.exec(token)?.[1] ?? 0);
  const contents = keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${xmlText(key)}</Key></Contents>`);
  const next = from + PAGE < keys.length ? `"after"&${from + PAGE}` : undefined;
  const more = `<IsTruncated>${next !== undefined}</IsTruncated>`;
  const tail = next === undefined ? '' : `<NextContinuationToken>${xmlText(next)}</NextContinuationToken>`;
  return `<?xml version="1.0"?>\n<ListBucketResult>${more}${contents.join('')}${tail}</ListBucketResult>`;
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.codePointAt(0)!.toString(16).toUpperCase()}`);

/** Signature version 4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). @returns why it is refused */
function judge({ method, headers }: IncomingMessage, url: URL, bytes: Buffer): string | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!found) return 'AccessDenied';
  const [, keyId, day, region, signed, signature] = found as unknown as string[];
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  if (headers['x-amz-content-sha256'] !== sha256(bytes)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed!.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    sha256(bytes),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${sha256(canonical)}`;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day!), region!));
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
