import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalid } from '../../errors.ts';
import { type Door, isOpenTo, type Permission, type Role, ROLE_LABELS, takesKeys } from '../../permissions.ts';

/** Who makes a call: a person who is signed in, or a key that somebody made. */
export type Actor = {
  /** Of a key that of its maker. */
  id: number;
  username: string;
  /** The name of the key. */
  keyName?: string;
  role: Role;
  permissions: ReadonlySet<Permission>;
  /** Names the call: what is put on record of it belongs together. */
  call?: string;
  /** The last entry of the audit that the call has made. */
  recorded?: { id: string; entity: string; action: string };
  /** Undefined for a key. */
  session?: {
    id: bigint;
    /** The password was typed in it less than 15 minutes ago. */
    hasRecentPassword: boolean;
  };
  /** The role asks for a second factor, the time to set one up is over, and there is none. */
  lacksSecondFactor: boolean;
};

/** A person, not a key. */
export type SignedIn = Actor & Required<Pick<Actor, 'session'>>;

/** Finds who holds a bearer token; undefined for any that is not live. @throws AppError too_many_requests for a key; else only when the store is gone */
export type Authenticate = (token: string) => Promise<Actor | undefined>;

/** What of a reply is told to whom. */
export type Told = {
  /** To everybody who may see secrets and traces: administrators who are signed in. */
  reply?: z.ZodType | undefined;
  /** Without secrets and traces, to analysts and keys; left out where `reply` holds none. */
  masked?: z.ZodType | undefined;
  /** Without money besides, to editors and keys to content. Numbers without it are told to nobody who may not see money. */
  moneyless?: z.ZodType | undefined;
};

/** The name of the scheme is read in any case, as RFC 9110 has it; all else must be exact. */
const TOKEN = /^Bearer ([A-Za-z0-9_-]{20,200})$/i;

/** @throws AppError unauthorized | forbidden | password_required | second_factor_required */
export async function judge(
  request: FastifyRequest,
  { asksPassword, ...door }: Door & { asksPassword?: boolean },
  authenticate: Authenticate,
): Promise<Actor> {
  const { access } = door;
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await authenticate(token) : undefined;
  if (!actor) throw new AppError('unauthorized', 'Please log in.');
  const { session } = actor;
  if (actor.lacksSecondFactor && access !== 'account')
    throw new AppError(
      'second_factor_required',
      session
        ? 'Your role asks for a second factor. Set one up to go on.'
        : 'Whoever made this key needs a second factor first.',
    );
  if (!isOpenTo(door, { ...actor, isKey: !session })) {
    request.log.info({ user: actor.id, isKey: !session, needs: access }, 'refused: not open to this role or key');
    throw refusal(actor, door);
  }
  if (asksPassword && !session?.hasRecentPassword) throw passwordRequired();
  return actor;
}

/**
 * For what only some bodies of a route do: changing a secret, or where readers are sent. Keys have a scope for it, and no password.
 * @throws AppError password_required
 */
export function askPassword(actor: Actor | undefined, isNeeded: boolean): void {
  if (isNeeded && actor?.session && !actor.session.hasRecentPassword) throw passwordRequired();
}

const passwordRequired = (): AppError => new AppError('password_required', 'Enter your password again to go on.');

function refusal(actor: Actor, door: Door): AppError {
  const details = { needs: door.access };
  if (actor.session) {
    const role = ROLE_LABELS[actor.role].toLowerCase();
    const message = `This is not open to the role ${role}. Ask an administrator to do it, or to change your role.`;
    return new AppError('forbidden', message, { details });
  }
  const message = takesKeys(door)
    ? `This key does not have the scope ${door.access}, or what it tells is not for keys of its kind or of its maker's role.`
    : 'No key opens this: it is for people who are signed in.';
  return new AppError('forbidden', message, { details });
}

/** Administrators who are signed in. */
export const seesTraces = (actor: Actor): boolean =>
  actor.role === 'admin' && actor.session !== undefined && !actor.lacksSecondFactor;

/** An order by money would tell it. @throws AppError validation_failed */
export function refuseUntoldOrder(actor: Actor, sortBy: string | undefined, ofMoney: readonly string[]): void {
  if (sortBy !== undefined && ofMoney.includes(sortBy) && !actor.permissions.has('read:money'))
    throw invalid('sortBy', 'is not open to your role: it would tell of money');
}

/** A file holds what its screen may not show to everybody. @throws AppError forbidden */
export function refuseFile(actor: Actor, isTold: boolean): void {
  if (isTold) return;
  const whom = actor.session ? `the role ${ROLE_LABELS[actor.role].toLowerCase()}` : 'keys';
  throw new AppError('forbidden', `This file is not open to ${whom}.`);
}

/** A refusal as somebody may read it: the record that a change collided with may hold what is masked in replies; content holds nothing of the kind. */
export function refusalTo(actor: Actor | undefined, error: unknown, { access }: Door): unknown {
  if (!(error instanceof AppError) || error.details?.['current'] === undefined) return error;
  if (!actor || seesTraces(actor) || access === 'write:content') return error;
  const { current: _current, ...details } = error.details;
  return new AppError(error.code, error.message, { ...(error.errors && { errors: error.errors }), details });
}

/** The part of a reply that somebody is told, where that is not the whole. */
export function toldTo(actor: Actor | undefined, { masked, moneyless }: Told): z.ZodType | undefined {
  if (!actor || seesTraces(actor)) return undefined;
  return actor.permissions.has('read:money') ? masked : (moneyless ?? masked);
}
