import { randomBytes } from 'node:crypto';
import { AppError, invalid, notFound } from '../../../../platform/errors.ts';
import {
  NEEDED_BESIDE,
  permissionsOf,
  permissionsOfKey,
  ROLE_LABELS,
  type Role,
  type Scope as KeyScope,
} from '../../../../platform/permissions.ts';
import type { Actor, SignedIn } from '../../../../platform/server/http/access.ts';
import { type CsvTable, tableOf } from '../../../../platform/server/http/csv.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { sha256 } from '../../../../platform/server/secrets.ts';
import { foundRows } from '../../../../platform/text/row-order.ts';
import { fileDays, lastDays } from '../../../../platform/time.ts';
import type { ApiKey, ApiKeyBody, ApiKeysQuery, ApiKeysReply, MadeKey } from '../../contract-keys.ts';
import { auditOf } from '../service.ts';
import { tellPerson } from '../signing-in/letters.ts';
import type { Scope } from '../ports.ts';
import { lockUser } from '../store.ts';
import * as store from './store-keys.ts';

const DAY_MS = 86_400_000;
const PREFIX = 'gp_';
/** 256 bits in base64url. */
const TOKEN = /^gp_[\w-]{43}$/;
/** Ten a second: more than a report needs, less than takes a screen its place. */
const CALLS_PER_MINUTE = 600;
/** Of one person, that work. */
const MOST_KEYS = 20;
/** How long a key that ended stays in the list, and calls in the count. */
const KEPT_MS = 30 * DAY_MS;

const audit = auditOf<Pick<store.KeyRow, 'id' | 'name'>>('api_key', ({ name }) => name);

export const isKey = (token: string): boolean => TOKEN.test(token);

type Ends = Pick<store.KeyRow, 'revoked_at' | 'expires_at' | 'is_disabled'>;

const stateOf = (row: Ends, now: Date): ApiKey['state'] => {
  if (row.revoked_at !== null) return 'revoked';
  if (Date.parse(row.expires_at) <= now.getTime()) return 'expired';
  return row.is_disabled ? 'disabled' : 'active';
};

/**
 * Finds who holds a key, and puts the call on record; undefined for one that is unknown, has ended, or whose maker is disabled. Reads
 * PostgreSQL each time.
 * @throws AppError too_many_requests
 */
export async function authenticateKey(db: Db, token: string, now: Date): Promise<Actor | undefined> {
  const row = await store.findKeyByHash(db, sha256(token), now);
  if (!row || stateOf(row, now) !== 'active') return undefined;
  if ((await store.countCall(db, row.id, now)) > CALLS_PER_MINUTE)
    throw new AppError(
      'too_many_requests',
      `A key may make ${CALLS_PER_MINUTE} calls a minute. Try again in the next.`,
      {
        details: { retry_after_s: 60 - now.getUTCSeconds() },
      },
    );
  return {
    id: row.user_id,
    username: row.username,
    keyName: row.name,
    role: row.role,
    permissions: new Set(permissionsOfKey(row.role, row.scopes)),
    lacksSecondFactor: row.lacks_second_factor,
  };
}

async function present(db: Db, rows: readonly store.KeyRow[], now: Date): Promise<ApiKey[]> {
  const from = new Date(now.getTime() - KEPT_MS).toISOString().slice(0, 10);
  const calls = await store.listCalls(
    db,
    rows.map(({ id }) => id),
    from,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    token_start: row.token_start,
    scopes: row.scopes,
    user_id: row.user_id,
    username: row.username,
    state: stateOf(row, now),
    created_at: row.created_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    last_used_at: row.last_used_at,
    calls: calls.filter((one) => one.key_id === row.id).map(({ day, calls: made }) => ({ day, calls: made })),
  }));
}

const callsOf = ({ calls }: Pick<ApiKey, 'calls'>): number => calls.reduce((sum, one) => sum + one.calls, 0);

/** An administrator sees the keys of everybody, others their own; alike the latest first. */
async function keysSeen({ db, clock }: Scope, actor: SignedIn, query: ApiKeysQuery): Promise<ApiKey[]> {
  const { sortBy, order = sortBy === 'created_at' ? 'desc' : 'asc' } = query;
  const rows = await store.listKeys(db, actor.role === 'admin' ? undefined : actor.id);
  return foundRows(
    await present(db, rows, clock()),
    { sortBy, order },
    (key) => (sortBy === 'calls' ? callsOf(key) : key[sortBy]),
    ({ name }) => name,
  );
}

export const listKeys = async (scope: Scope, actor: SignedIn, query: ApiKeysQuery): Promise<ApiKeysReply> => ({
  data: await keysSeen(scope, actor, query),
  calls_per_minute: CALLS_PER_MINUTE,
});

const IN_FILE = [
  'id',
  'name',
  'token_start',
  'username',
  'scopes',
  'state',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'calls_30d',
] as const;

/** Named after the days of its calls. */
export async function keysTable(scope: Scope, actor: SignedIn, query: ApiKeysQuery): Promise<CsvTable> {
  const keys = await keysSeen(scope, actor, query);
  return tableOf(
    fileDays(lastDays(KEPT_MS / DAY_MS, 'UTC', scope.clock()), 'UTC'),
    IN_FILE,
    keys.map((key) => ({ ...key, calls_30d: callsOf(key) })),
  );
}

async function presentOne({ db, clock }: Scope, id: number): Promise<ApiKey> {
  const row = await store.findKey(db, id);
  if (!row) throw notFound('Key');
  return (await present(db, [row], clock()))[0]!;
}

/** @throws AppError validation_failed */
function refuseScopes(role: Role, scopes: readonly KeyScope[]): void {
  const missing = scopes.find((one) => !permissionsOf(role).includes(one));
  if (missing) throw invalid('scopes', `${missing} is not open to the role ${ROLE_LABELS[role].toLowerCase()}`);
  for (const one of scopes) {
    const beside = NEEDED_BESIDE[one];
    if (beside && !scopes.includes(beside)) throw invalid('scopes', `${one} needs ${beside} beside it`);
  }
}

/** @throws AppError validation_failed for scopes that the maker's role does not have, or that need others | conflict */
export async function makeKey(scope: Scope, actor: SignedIn, body: ApiKeyBody): Promise<MadeKey> {
  refuseScopes(actor.role, body.scopes);
  const now = scope.clock();
  const key = PREFIX + randomBytes(32).toString('base64url');
  const id = await inTransaction(scope.db, async (trx) => {
    await lockUser(trx, actor.id);
    const active = (await store.listKeys(trx, actor.id)).filter((row) => stateOf(row, now) === 'active');
    if (active.length >= MOST_KEYS)
      throw new AppError('conflict', `You have ${MOST_KEYS} keys. Revoke one that is not used any more.`);
    const made = await store.insertKey(
      trx,
      {
        userId: actor.id,
        name: body.name,
        tokenHash: sha256(key),
        tokenStart: key.slice(0, PREFIX.length + 4),
        scopes: body.scopes,
      },
      now,
      new Date(now.getTime() + body.days * DAY_MS),
    );
    const after = { scopes: body.scopes, days: body.days };
    await audit(trx, { actor, action: 'create' }, { id: made, name: body.name }, { after });
    return made;
  });
  tellPerson(scope, actor.id, `A key to the API was made in your name: ${body.name}.`, {
    kind: 'api_key',
    severity: 'info',
    message: (name) => `A key to the API was made in the name of ${name}.`,
    details: [
      { label: 'Key', text: body.name },
      { label: 'Scopes', text: body.scopes.join(', ') },
    ],
  });
  return { data: await presentOne(scope, id), key, message: 'The key is made. Copy it now: it is not shown again.' };
}

/** The key opens nothing any more, on any instance. @throws AppError not_found for one of somebody else | conflict */
export async function revokeKey(scope: Scope, actor: SignedIn, id: number): Promise<ApiKey> {
  await inTransaction(scope.db, async (trx) => {
    const row = await store.findKey(trx, id);
    if (!row || (actor.role !== 'admin' && row.user_id !== actor.id)) throw notFound('Key');
    if (!(await store.revokeKey(trx, id, scope.clock()))) throw new AppError('conflict', 'The key is revoked already.');
    await audit(trx, { actor, action: 'revoke' }, row);
  });
  return presentOne(scope, id);
}

/** Forgets keys that ended a month ago. */
export const sweepKeys = (db: Db, now: Date): Promise<void> =>
  store.removeOldKeys(db, new Date(now.getTime() - KEPT_MS));
