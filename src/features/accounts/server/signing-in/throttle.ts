import { AppError } from '../../../../platform/errors.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';
import type { Range } from '../../../../platform/time.ts';
import { isThrottled, LOGIN_WINDOW_MS, networkOf, type BucketKind } from '../../rules.ts';
import type { Scope } from '../ports.ts';
import * as store from './store-failures.ts';

/** Whose secret is guessed at, and from where. */
export type Guesser = {
  username: string;
  /** The real peer; only a hash of its network is kept, for 15 minutes. */
  address: string;
};

/**
 * Judgements by bucket that are not done yet: guesses sent at once must not pass where one after the other would not. Of other instances
 * as many are taken to be under way as here.
 */
const underWay = new Map<string, number>();

/**
 * Judges a secret that somebody typed. What is thrown as `invalid_credentials` counts as a failure; success forgets those before.
 * @throws AppError too_many_requests after too many failures; else what `judge` throws
 */
export async function throttled<T>(
  { db, log, living }: Pick<Scope, 'db' | 'log' | 'living'>,
  { username, address }: Guesser,
  now: Date,
  judge: () => Promise<T>,
): Promise<T> {
  const account = sha256(`account:${username.toLowerCase()}`);
  const prefix = sha256(`prefix:${networkOf(address)}`);
  const buckets: Record<BucketKind, string> = { pair: sha256(`${account}:${prefix}`), account, prefix };
  const sharers = living?.() ?? 1;
  const aheadOf = (bucket: string): number => sharers * (underWay.get(bucket) ?? 0);
  const ahead = { pair: aheadOf(buckets.pair), account: aheadOf(account), prefix: aheadOf(prefix) };
  const all = Object.values(buckets);
  for (const bucket of all) underWay.set(bucket, (underWay.get(bucket) ?? 0) + 1);
  try {
    await refuseThrottled({ db, log }, { buckets, ahead }, now);
    const result = await judge();
    await store.removeFailures(db, [buckets.pair], windowAround(now).from);
    return result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_credentials') await store.insertFailures(db, all, now);
    throw error;
  } finally {
    for (const bucket of all) {
      const left = underWay.get(bucket)! - 1;
      if (left > 0) underWay.set(bucket, left);
      else underWay.delete(bucket);
    }
  }
}

async function refuseThrottled(
  { db, log }: Pick<Scope, 'db' | 'log'>,
  { buckets, ahead }: { buckets: Record<BucketKind, string>; ahead: Record<BucketKind, number> },
  now: Date,
): Promise<void> {
  const counts = await store.countFailures(db, Object.values(buckets), windowAround(now));
  const failures = {
    pair: (counts.get(buckets.pair) ?? 0) + ahead.pair,
    account: (counts.get(buckets.account) ?? 0) + ahead.account,
    prefix: (counts.get(buckets.prefix) ?? 0) + ahead.prefix,
  };
  if (isThrottled(failures)) {
    // neither name nor address, which are kept nowhere
    log.info({ failures }, 'a login was refused: too many failures');
    throw new AppError('too_many_requests', 'Too many failed logins. Try again in 15 minutes.', {
      details: { retry_after_s: LOGIN_WINDOW_MS / 1000 },
    });
  }
}

/**
 * Failures that count. A clock that ran ahead and was set back has left some in the future, which would lock the owner out until then:
 * what lies further ahead than the window is long is none of this time.
 */
export const windowAround = (now: Date): Range => ({
  from: new Date(now.getTime() - LOGIN_WINDOW_MS),
  to: new Date(now.getTime() + LOGIN_WINDOW_MS),
});

/** Forgets failures that no longer count, also where nobody ever logs in. */
export const sweepFailures = (db: Db, now: Date): Promise<void> => store.removeFailuresOutside(db, windowAround(now));
