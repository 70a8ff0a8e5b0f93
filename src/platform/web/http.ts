import { readToken } from './session/browser-session.ts';
import { whenConfirmed } from './session/confirmation.ts';
import { noteFactorWanted } from './session/factor-wanted.ts';
import { endSession, judgeSession, noteAnswer, refuseChange, whenSignedIn } from './session/tab-session.ts';
import { noteOffer } from './undo/undo-offer.ts';

const BASE = '/api';
const TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 600_000;
const FALLBACK = 'Request failed';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Values of a query string; undefined, null and empty text are left out, arrays repeat the key. */
export type Query = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

type CallOptions<T> = {
  query?: Query;
  /** Sent as JSON, or as it is when it is FormData. */
  body?: unknown;
  /** Parses the reply; without it the reply is taken as it comes. */
  reply?: { parse: (value: unknown) => T };
  /** Sent as bearer whatever the path, and refused without a word to the person: for calls about a session itself. */
  token?: string;
  /** The person's bearer goes along though the path is none of those that always have it. */
  asPerson?: boolean;
  /** What a person reads when the server gave no message. */
  fallback?: string;
  /** Ends the call early; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
};

type Facts = {
  errors?: Record<string, string[]>;
  details?: Record<string, unknown>;
  requestId?: string;
  cause?: unknown;
};

/**
 * A call that failed. `message` is for people, `code` for code.
 * `status` is 0 when no answer came; the code is then `network` or `timeout`.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = facts.errors ?? {};
    this.details = facts.details ?? {};
    this.requestId = facts.requestId;
  }
}

const needsToken = (path: string): boolean =>
  path.startsWith('/admin/') || path.startsWith('/settings/') || path === '/images';

/**
 * The one way to the server: a call below `/api`, JSON in and out.
 * @param path without the base: `/admin/offers`
 * @throws ApiError for every refusal, a broken connection, and no answer within 30 s.
 */
export async function call<T = unknown>(method: Method, path: string, options: CallOptions<T> = {}): Promise<T> {
  const body = readJson(await send(method, path, options));
  if (body === undefined) throw new ApiError(200, 'unreadable', options.fallback ?? FALLBACK);
  return options.reply ? options.reply.parse(body) : (body as T);
}

/**
 * The same for an answer that is a file, such as a CSV: it may take minutes, and is there whole or not at all.
 * @returns it under the name that the server gives it
 * @throws ApiError as `call` does, also where the connection broke in the middle of it
 */
export const callFile = (path: string, options: CallOptions<unknown> = {}): Promise<File> =>
  receive(
    'GET',
    path,
    { ...options, timeoutMs: FILE_TIMEOUT_MS },
    // attachment; filename="offers-2026-11-26.csv"
    async (response) => new File([await response.blob()], response.headers.get('content-disposition')!.split('"')[1]!),
  );

/** Stores a picture and returns its address. */
export async function uploadImage(file: File, signal?: AbortSignal): Promise<string> {
  const body = new FormData();
  body.append('image', file);
  const fallback = 'Image upload failed';
  const reply = await call<{ imageUrl?: unknown }>('POST', '/images', { body, fallback, ...(signal && { signal }) });
  if (typeof reply.imageUrl !== 'string' || reply.imageUrl === '') throw new Error('Image URL not found in response');
  return reply.imageUrl;
}

/** @returns the body of a good answer as text. */
const send = (method: Method, path: string, options: CallOptions<unknown>): Promise<string> =>
  receive(method, path, options, (response) => response.text());

/** Changes that were sent and are not answered yet, those that wait for a login among them. */
let changesUnderWay = 0;

/** Is a change on its way to the server? */
export const isChanging = (): boolean => changesUnderWay > 0;

type ReceiveOptions = CallOptions<unknown> & { timeoutMs?: number };

async function receive<Body>(
  method: Method,
  path: string,
  options: ReceiveOptions,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  if (method === 'GET') return asPerson(method, path, options, read);
  changesUnderWay += 1;
  try {
    return await asPerson(method, path, options, read);
  } finally {
    changesUnderWay -= 1;
  }
}

/** Sends it in the name of the tab's person only: waits while nobody or somebody else is signed in, and is then sent again, once. */
async function asPerson<Body>(
  method: Method,
  path: string,
  options: ReceiveOptions,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  const isOfSession = options.token !== undefined;
  const send = async (token: string | undefined): Promise<Body> => {
    const body = await attempt(method, path, { ...options, token }, read);
    if (token && !isOfSession) noteAnswer();
    // what is not about the own account is open only to who needs none, or has one
    if (needsToken(path)) noteFactorWanted(false);
    return body;
  };
  if (!isOfSession && !options.asPerson && !needsToken(path)) return send(undefined);
  const wait = async (refusal?: ApiError): Promise<string | undefined> => {
    if (!isOfSession && judgeSession()) await whenSignedIn(refusal, options.signal);
    return options.token ?? readToken();
  };
  const token = await wait();
  try {
    return await send(token);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'password_required') {
      await whenConfirmed(options.signal);
      return send(token);
    }
    if (error instanceof ApiError && error.code === 'second_factor_required') noteFactorWanted(true);
    if (!(error instanceof ApiError) || !token || !mayGoOn(error, method, token) || isOfSession) throw error;
    const next = await wait(error);
    return send(next).catch((again: unknown) => {
      if (again instanceof ApiError && next) mayGoOn(again, method, next);
      throw again;
    });
  }
}

/** @returns whether the call may be sent again after a login */
function mayGoOn(error: ApiError, method: Method, token: string): boolean {
  if (error.status === 401) return endSession(token);
  // what somebody may not see stays unseen; what was typed is worth a question
  return error.status === 403 && error.code === 'forbidden' && method !== 'GET' && refuseChange(token, error.message);
}

async function attempt<Body>(
  method: Method,
  path: string,
  { token, ...options }: Omit<ReceiveOptions, 'token'> & { token: string | undefined },
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  // oxlint-disable-next-line no-console -- the specification asks for exactly this: warn, and let the request go on.
  else if (needsToken(path)) console.warn(`No token for ${method} ${path}`);

  const init: RequestInit = { method, headers, signal: withTimeout(options.signal, options.timeoutMs) };
  if (options.body instanceof FormData) init.body = options.body;
  else if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(options.body);
  }

  try {
    const response = await fetch(BASE + path + queryString(options.query), init);
    if (method !== 'GET') noteOffer(response.headers);
    if (response.ok) return await read(response);
    throw refusal(response.status, readJson(await response.text()), options.fallback);
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw cause instanceof ApiError ? cause : unanswered(cause, options.fallback);
  }
}

const withTimeout = (signal?: AbortSignal, timeoutMs = TIMEOUT_MS): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  }
  const text = params.toString();
  return text && `?${text}`;
}

/** An empty body is an empty object (204, a bare 202); undefined is a body that is no JSON. */
function readJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unanswered(cause: unknown, fallback = FALLBACK): ApiError {
  const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new ApiError(0, isSlow ? 'timeout' : 'network', fallback, { cause });
}

type ErrorBody = {
  message?: unknown;
  error?: unknown;
  errors?: Record<string, string[]>;
  details?: Record<string, unknown>;
  request_id?: string;
};

function refusal(status: number, body: unknown, fallback = FALLBACK): ApiError {
  const { message, error, errors, details, request_id: requestId } = (body ?? {}) as ErrorBody;
  const text = [message, error].find((part): part is string => typeof part === 'string' && part !== '');
  return new ApiError(status, typeof error === 'string' ? error : 'unknown', text ?? fallback, {
    ...(errors && { errors }),
    ...(details && { details }),
    ...(requestId && { requestId }),
  });
}
