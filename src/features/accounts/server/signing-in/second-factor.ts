import { randomBytes } from 'node:crypto';
import { AppError, invalid } from '../../../../platform/errors.ts';
import type { SignedIn } from '../../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';
import type { SecondFactor, SecondFactorSetup } from '../../contract.ts';
import type { Scope } from '../ports.ts';
import { type Author, auditUser } from '../service.ts';
import { findUser, lockUser, takePeriod, updateUser, type UserRow } from '../store.ts';
import * as store from './store-recovery-codes.ts';

const RECOVERY_CODES = 10;
const PERIOD_MS = 30_000;
/** Periods before and after the present one whose codes are good: clocks of phones drift. */
const DRIFT = 1;

/** RFC 6238 with what every authenticator app takes: SHA-1, 6 digits, 30 seconds. */
async function totpOf(secret: string, label?: { issuer: string; label: string }) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ ...label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
}

/** @returns the period whose code it is; undefined for a wrong one */
export async function periodOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const timestamp = now.getTime();
  const delta = (await totpOf(secret)).validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? undefined : Math.floor(timestamp / PERIOD_MS) + delta;
}

/** Takes a code of the app or a recovery code, each once, on whichever instance. @returns false for a wrong or used one. @throws AppError conflict */
export async function takeCode(scope: Scope, user: UserRow, typed: string): Promise<boolean> {
  const { db, ports } = scope;
  if (user.totp_sealed === null) return false;
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(code)) return store.takeRecoveryCode(db, user.id, sha256(asWritten(code)));
  const period = await periodOf(secretOf(scope, user.username, user.totp_sealed), code, ports.wallClock());
  return period !== undefined && takePeriod(db, user.id, period);
}

/** @throws AppError conflict where the data folder has another key than the one that the secret was sealed under */
function secretOf({ secrets, log }: Scope, username: string, sealed: string): string {
  try {
    return secrets.open(sealed);
  } catch (error) {
    log.error({ err: error }, 'the secret of a second factor cannot be read with this secret.key');
    throw new AppError(
      'conflict',
      `Your second factor cannot be read with the key of this installation. Use a recovery code, or run on the machine: npm run admin -- reset-second-factor ${username}`,
    );
  }
}

export async function secondFactorOf({ db }: Scope, actor: SignedIn): Promise<SecondFactor> {
  const user = await findUser(db, actor.id);
  const isOn = user?.totp_sealed != null;
  return {
    is_on: isOn,
    since: isOn ? user.totp_since : null,
    recovery_codes_left: isOn ? await store.countRecoveryCodes(db, actor.id) : 0,
  };
}

/** Makes a secret that counts once a code has confirmed it; the one before, if any, goes on until then. */
export async function beginSetup({ db, secrets, ports }: Scope, actor: SignedIn): Promise<SecondFactorSetup> {
  const { Secret } = await import('otpauth');
  // 160 bits, as RFC 4226 recommends
  const secret = new Secret({ size: 20 }).base32;
  await updateUser(db, actor.id, { totp_pending_sealed: secrets.seal(secret) });
  const totp = await totpOf(secret, { issuer: await ports.siteName(), label: actor.username });
  return { secret, uri: totp.toString() };
}

/** Turns the second factor on by a code of the new secret. @returns the recovery codes, told this once. @throws AppError validation_failed, conflict */
export const confirmSetup = ({ db, clock, secrets, ports }: Scope, actor: SignedIn, typed: string): Promise<string[]> =>
  inTransaction(db, async (trx) => {
    const user = await lockUser(trx, actor.id);
    const pending = user?.totp_pending_sealed;
    if (!pending) throw new AppError('conflict', 'There is no setup to confirm. Begin it anew.');
    const period = await periodOf(secrets.open(pending), typed.replaceAll(/\s/g, ''), ports.wallClock());
    if (period === undefined)
      throw invalid(
        'code',
        'is wrong: take the one that the app shows now, and see that the clock of the phone is right',
      );
    await updateUser(trx, actor.id, {
      totp_sealed: pending,
      totp_pending_sealed: null,
      totp_since: clock().toISOString(),
    });
    await takePeriod(trx, actor.id, period);
    await auditUser(trx, { actor, action: 'second_factor_on' }, actor);
    return renewCodes(trx, actor.id);
  });

/** @returns ten new recovery codes; those before are worth nothing any more. @throws AppError conflict */
export const renewRecoveryCodes = ({ db }: Scope, actor: SignedIn): Promise<string[]> =>
  inTransaction(db, async (trx) => {
    const user = await lockUser(trx, actor.id);
    if (user?.totp_sealed == null) throw new AppError('conflict', 'The second factor is off.');
    await auditUser(trx, { actor, action: 'recovery_codes' }, actor);
    return renewCodes(trx, actor.id);
  });

/** Turns it off, for oneself or for somebody who lost the phone. @throws AppError conflict */
export const turnOff = (db: Db, actor: Author, target: Pick<UserRow, 'id' | 'username'>): Promise<void> =>
  inTransaction(db, async (trx) => {
    if ((await lockUser(trx, target.id))?.totp_sealed == null)
      throw new AppError('conflict', 'The second factor is off.');
    await updateUser(trx, target.id, { totp_sealed: null, totp_pending_sealed: null, totp_since: null });
    await store.replaceRecoveryCodes(trx, target.id, []);
    await auditUser(trx, { actor, action: 'second_factor_off' }, target);
  });

async function renewCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await store.replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => sha256(code.replaceAll('-', ''))),
  );
  return codes;
}

/** The letters that recovery codes do without are read as the digits that they look like. */
const asWritten = (code: string): string => code.replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** 120 bits; none of the letters that are taken for a digit. */
function newCode(): string {
  const letters = 'abcdefghjkmnpqrstvwxyz0123456789';
  const text = [...randomBytes(24)].map((byte) => letters[byte % 32]!).join('');
  return text.match(/.{4}/g)!.join('-');
}
