import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, type ErrorCode } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import { allOrEach, createBatches } from '../../../../platform/server/postgres/batches.ts';
import { createLimiter } from '../../../../platform/server/http/limiter.ts';
import { createLastHeard } from './last-heard.ts';
import { findByPostbackKey, notePostback, type PostbackNetwork } from '../../../networks/server/service.ts';
import type { PostbackAnswer } from '../../../conversions/contract.ts';
import { ANY_DIALECT, readMessage, type Dialect } from '../../../conversions/message.ts';
import { judge, judgeTogether, PIXEL_PATH } from './judge.ts';
import { bodyPairs, queryPairs, storable } from '../../../conversions/pairs.ts';
import * as logs from '../../../conversions/server/store-logs.ts';
import { keyTraces } from '../unknown.ts';
import { networkOf } from '../../../accounts/rules.ts';
import { isAllowedAddress } from '../../../networks/rules.ts';

/** One postback as it came in. */
export type Incoming = {
  /** The secret of the path; never stored, never logged. */
  key: string;
  method: string;
  rawQuery: string;
  body: string;
  /** The same as the form that it stands for, where it came as a multipart one; what is read and stored. Left out: the body itself. */
  form?: string;
  /** The real peer. */
  address: string;
  /** Brought by a browser, as the address of a picture. */
  isPixel?: boolean;
};

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log' | 'living'>;

const MASKED_PATH = '/postback/***';
const MAX_URL = 8192;
const SIGNATURE_WINDOW_S = 300;
/** Few at once, so that a burst makes them large; more than one, so that a click which somebody holds does not stop the others. */
const BATCHES = { size: 32, width: 3, spaceMs: 16 };
/** Longer than statements may take: only a database that is frozen, or cut off without a word, lets a network wait so long. */
const PATIENCE_MS = 15_000;
/** Of a message without a key of ours: enough to see who mistyped what. */
const MAX_STRANGE_BODY = 1024;

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  bad_key: 'This postback address is not known.',
  bad_signature: 'The signature does not match.',
  ip_not_allowed: 'This address may not send postbacks.',
  too_many_requests: 'Too many postbacks at once. Send this one again.',
  missing_click_id: 'There is no click id in this postback.',
  parameter_pollution: 'A parameter appears twice in this postback.',
};

/**
 * Makes the receiver of postbacks. Each message is stored raw in a statement of its own before anything is decided, so that neither a
 * crash nor an error of ours loses it; then it is judged.
 * @param patienceMs how long a network waits for an answer before it is told to send the message again
 */
export function createReceiver(scope: Scope, patienceMs = PATIENCE_MS) {
  const perNetwork = createLimiter(500, 2000, scope.living);
  const refusalsLogged = createLimiter(1 / 60, 1, scope.living);
  const strangers = createLimiter(1 / 6, 10, scope.living);
  // whoever owns many networks must not fill the disk either
  const allStrangers = createLimiter(1, 200, scope.living);
  const note = createLastHeard((networkId, at) =>
    notePostback(scope.db, networkId, at).catch((error: unknown) =>
      // the postback itself is safe; only the date in the list is older than it could be
      scope.log.warn({ err: error }, 'the time of the last postback was not noted'),
    ),
  );

  const isStrangerLogged = ({ address }: Incoming, now: Date): boolean =>
    strangers.allows(networkOf(address), now.getTime()) && allStrangers.allows('', now.getTime());

  /** Whose message it is, whether it is refused, and what is stored of it. */
  function admit(incoming: Incoming, network: PostbackNetwork | undefined, now: Date): Admission {
    if (!network) {
      const form = saidIn(incoming).slice(0, MAX_STRANGE_BODY);
      const rawQuery = incoming.rawQuery.slice(0, MAX_STRANGE_BODY);
      const refused = 'bad_key';
      const row = { ...rowOf({ ...incoming, form, rawQuery }, null, refused, now), ...keyTraces(incoming.key) };
      return { network, refused, row: isStrangerLogged(incoming, now) ? row : null };
    }
    const name = String(network.id);
    if (!perNetwork.allows(name, now.getTime())) {
      const isLogged = refusalsLogged.allows(name, now.getTime());
      return {
        network,
        refused: 'too_many_requests',
        row: isLogged ? rowOf(incoming, network, 'rate_limited', now) : null,
      };
    }
    const refused = judgeSender(network, incoming, now);
    return { network, refused, row: rowOf(incoming, network, refused, now) };
  }

  const take = createBatches(async (all: Incoming[]) => {
    const now = scope.clock();
    const networks = await networksByKey(scope, all, now);
    const admissions = all.map((incoming) => admit(incoming, networks.get(incoming.key), now));
    const stored = await logs.insertLogs(
      scope.db,
      admissions.flatMap(({ row }) => row ?? []),
    );
    const waiting = stored.filter(({ state }) => state === 'received').map(({ id }) => id);
    // what is stored stays stored: a judgement that fails is not this batch's failure
    const ends = await allOrEach((ids) => decide(scope, ids), waiting);
    return admissions.map(({ network, refused }) => ({ network, refused, end: refused ? undefined : ends.shift() }));
  }, BATCHES);

  /** @throws AppError bad_key | bad_signature | ip_not_allowed | too_many_requests | missing_click_id | parameter_pollution | unavailable */
  return async function receive(incoming: Incoming): Promise<PostbackAnswer> {
    const now = scope.clock();
    try {
      const { network, refused, end } = await within(take(incoming), patienceMs);
      if (refused) throw refusal(refused);
      if (end?.status !== 'fulfilled') throw end?.reason;
      const { reason } = end.value;
      await note(network!.id, now);
      if (reason === 'missing_click_id' || reason === 'parameter_pollution') throw refusal(reason);
      return end.value;
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('unavailable', 'This postback could not be taken. Send it again.', { cause: error });
    }
  };
}

const saidIn = ({ body, form }: Incoming): string => form ?? body;

/** What it waits for goes on, and harms nobody: a message that comes again counts once. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`nothing came back within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Admission = { network: PostbackNetwork | undefined; refused: ErrorCode | undefined; row: logs.NewLog | null };

const decide = async (scope: Scope, ids: bigint[]): Promise<PostbackAnswer[]> =>
  ids.length === 1 ? [await judge(scope, ids[0]!)] : judgeTogether(scope, ids);

async function networksByKey(
  { db, secrets }: Pick<Scope, 'db' | 'secrets'>,
  all: readonly Incoming[],
  now: Date,
): Promise<Map<string, PostbackNetwork | undefined>> {
  const keys = [...new Set(all.map(({ key }) => key))];
  return new Map(
    await Promise.all(keys.map(async (key) => [key, await findByPostbackKey(db, secrets, key, now)] as const)),
  );
}

const rowOf = (
  incoming: Incoming,
  network: PostbackNetwork | null,
  reason: ErrorCode | 'rate_limited' | undefined,
  now: Date,
): logs.NewLog => ({
  direction: 'in',
  network_id: network?.id ?? null,
  // whoever looks for a click finds what was refused about it too
  click_id: reason ? clickOf(incoming, network ?? ANY_DIALECT, now) : null,
  method: incoming.method,
  url_masked: storable(
    `${incoming.isPixel ? PIXEL_PATH : MASKED_PATH}${incoming.rawQuery && `?${incoming.rawQuery}`}`,
  ).slice(0, MAX_URL),
  request_query: JSON.stringify(queryPairs(incoming.rawQuery)),
  request_body: saidIn(incoming) ? storable(saidIn(incoming)) : null,
  remote_net: networkOf(incoming.address),
  state: reason ? 'done' : 'received',
  reason_code: reason ?? null,
  created_at: now.toISOString(),
});

const refusal = (code: ErrorCode): AppError =>
  new AppError(code, MESSAGES[code] ?? code, code === 'too_many_requests' ? { details: { retry_after_s: 1 } } : {});

function clickOf(incoming: Incoming, dialect: Dialect, now: Date): string | null {
  const reading = readMessage(queryPairs(incoming.rawQuery), bodyPairs(saidIn(incoming)), dialect, now);
  return 'said' in reading ? reading.said.clickKey : reading.clickKey;
}

function judgeSender(network: PostbackNetwork, incoming: Incoming, now: Date): ErrorCode | undefined {
  if (!isAllowedAddress(network.ip_allowlist, incoming.address)) return 'ip_not_allowed';
  if (network.hmacSecret === undefined) return undefined;
  const isGenuine = !!network.hmac_param && isSigned(network.hmacSecret, network.hmac_param, incoming, now);
  return isGenuine ? undefined : 'bad_signature';
}

/**
 * Is the message signed? HMAC-SHA256, as hex or base64, over the raw query without the pair of the signature, followed by the raw
 * body. A signed `sig_ts` (seconds since 1970) must lie within 300 s of now.
 */
export function isSigned(secret: string, param: string, { rawQuery, body }: Incoming, now: Date): boolean {
  const isSignature = (pair: string) => pair.split('=', 1)[0]!.toLowerCase() === param.toLowerCase();
  const pairs = rawQuery.split('&');
  const given = new URLSearchParams(pairs.filter(isSignature).join('&')).values().next().value ?? '';
  const rest = pairs.filter((pair) => !isSignature(pair)).join('&');
  const expected = createHmac('sha256', secret).update(`${rest}${body}`).digest();
  const bytes = /^[0-9a-f]{64}$/i.test(given)
    ? Buffer.from(given, 'hex')
    : Buffer.from(given.replaceAll(' ', '+'), 'base64');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return false;
  const stamp = new URLSearchParams(rest).get('sig_ts');
  return stamp === null || Math.abs(Number(stamp) - now.getTime() / 1000) <= SIGNATURE_WINDOW_S;
}
