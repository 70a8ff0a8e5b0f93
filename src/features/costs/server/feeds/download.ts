import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { OutgoingResult } from '../../../../platform/server/outgoing/outgoing.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_HOPS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** What is asked for; address and header in the clear: they stay in memory. */
export type Target = {
  url: string;
  header: { name: string; value: string } | undefined;
  /** Of the file that was taken last: an answer that says it is still that one is as good as the file. */
  known: { etag: string | null; modified: string | null } | undefined;
  timeoutMs: number;
};

export type Download =
  | { kind: 'file'; text: string; digest: string; etag: string | null; modified: string | null }
  | { kind: 'same' }
  | { kind: 'failed'; error: string };

const failed = (error: string): Download => ({ kind: 'failed', error });

/** Fetches a file through the guard, each redirect anew. The header goes to the host that it was typed for and to no other. */
export async function download(outgoing: Deps['outgoing'], target: Target): Promise<Download> {
  const ends = performance.now() + target.timeoutMs;
  let { url } = target;
  for (let hops = 0; ; hops += 1) {
    const left = Math.round(ends - performance.now());
    if (left <= 0) return failed(WORDS['timeout']!);
    const isHome = new URL(url).origin === new URL(target.url).origin;
    const result = await outgoing.send({
      method: 'GET',
      url,
      headers: {
        accept: 'text/csv, text/plain, */*;q=0.5',
        ...(isHome && target.header && { [target.header.name]: target.header.value }),
        ...(target.known?.etag && { 'if-none-match': target.known.etag }),
        ...(target.known?.modified && { 'if-modified-since': target.known.modified }),
      },
      timeoutMs: left,
      fileBytes: MAX_BYTES,
    });
    if (result.kind !== 'answer') return failed(wordsOf(result));
    if (result.status === 304 && target.known) return { kind: 'same' };
    if (!REDIRECTS.includes(result.status) || result.location === undefined) return fileOf(result);
    if (hops >= MAX_HOPS)
      return failed(`The address leads on more than ${MAX_HOPS} times. Enter the one where the file lies.`);
    if (!URL.canParse(result.location, url)) return failed('The address leads on to what is no address.');
    const next = new URL(result.location, url);
    // what went there sealed is not sent on in the clear
    if (next.protocol === 'http:' && url.startsWith('https:'))
      return failed('The address leads on to one without https.');
    url = next.href;
  }
}

const WORDS: Record<string, string> = {
  timeout: 'No answer came in time.',
  name_not_found: 'The host of the address is not known. Check how it is written.',
  connection_failed: 'Nothing answers at the host of the address.',
  tls_failed: 'The host has no certificate that can be trusted.',
  no_answer: 'The connection broke off before the file was there.',
  address_not_allowed: 'The address leads to a private or local network, where nothing is fetched.',
  port_not_allowed: 'The address leads to a port that is not open: it must be 443.',
  userinfo_not_allowed: 'The address holds a user name or a password before the host. Use a header for them.',
  on_hold:
    'Nothing is fetched while this site is on hold after it was brought back from a backup. Decide on Server Health.',
};

const wordsOf = ({ reason }: Exclude<OutgoingResult, { kind: 'answer' }>): string =>
  WORDS[reason] ?? 'The address could not be reached.';

async function fileOf({ status, file }: Extract<OutgoingResult, { kind: 'answer' }>): Promise<Download> {
  if (status !== 200)
    return failed(
      `The address answered ${status}${HINTS[status] ?? (status >= 500 ? ': its server is in trouble.' : '.')}`,
    );
  if (!file || file.bytes.length === 0) return failed('The address answered an empty file.');
  if (file.isCut) return failed(TOO_LARGE);
  const plain = isGzip(file.bytes) ? await unpacked(file.bytes) : file.bytes;
  if (typeof plain === 'string') return failed(plain);
  const text = textOf(plain);
  const objection = text === undefined ? 'The file is no text: it has to be CSV in UTF-8.' : objectionTo(plain, text);
  if (objection !== undefined) return failed(objection);
  return {
    kind: 'file',
    text: text!,
    digest: sha256(text!),
    etag: file.etag?.slice(0, 500) ?? null,
    modified: file.modified?.slice(0, 100) ?? null,
  };
}

const HINTS: Record<number, string> = {
  401: ': its token or header is missing or wrong. Enter it again.',
  403: ': its token or header is missing or wrong. Enter it again.',
  404: ': no file lies there. Check the address.',
  410: ': no file lies there any more. Check the address.',
  429: ': it was asked too often.',
};

const TOO_LARGE = 'The file is larger than 8 MB. Let the source write fewer days into it.';
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** @returns what is wrong, in words */
async function unpacked(bytes: Buffer): Promise<Buffer | string> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : 'The packed file is damaged.';
  }
}

function textOf(bytes: Buffer): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function objectionTo(bytes: Buffer, text: string): string | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'The file is a ZIP archive or a spreadsheet: it has to be CSV.';
  const start = text.trimStart().slice(0, 200).toLowerCase();
  if (/^(<!doctype html|<html|<head|<body|<!--)/.test(start))
    return 'The address answered a web page, not a file: it may ask for a login. Enter an address with a token, or a header.';
  if (/^[[{<]/.test(start)) return 'The address answered JSON or XML: it has to be CSV.';
  return undefined;
}
