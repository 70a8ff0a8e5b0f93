import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalid } from '../../errors.ts';
import { type Access, isOpenTo, type Permission, type Role, ROLE_LABELS } from '../../permissions.ts';

/** Who makes a call: a person who is signed in, or a key that somebody made. */
export type Actor = {
  /** Of a key that of its maker. */
  id: number;
  /** As the audit names it. */
  username: string;
  role: Role;
  permissions: ReadonlySet<Permission>;
  /** Undefined for a key. */
  session?: {
    id: bigint;
    /** The password was typed in it less than 15 minutes ago. */
    hasRecentPassword: boolean;
    /** The role asks for a second factor, the time to set one up is over, and there is none. */
    lacksSecondFactor: boolean;
  };
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
  { access, asksPassword, isOfMoney }: { access: Access; asksPassword?: boolean; isOfMoney?: boolean },
  authenticate: Authenticate,
): Promise<Actor> {
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await authenticate(token) : undefined;
  if (!actor) throw new AppError('unauthorized', 'Please log in.');
  const { session } = actor;
  if (session?.lacksSecondFactor && access !== 'signed-in')
    throw new AppError('second_factor_required', 'Your role asks for a second factor. Set one up to go on.');
  if (!isOpenTo({ access, isOfMoney }, { ...actor, isKey: !session })) throw refusal(actor, access);
  if (asksPassword && !session?.hasRecentPassword) throw passwordRequired();
  return actor;
}

const passwordRequired = (): AppError => new AppError('password_required', 'Enter your password again to go on.');

function refusal(actor: Actor, access: Access): AppError {
  const details = { needs: access };
  if (actor.session) {
    const role = ROLE_LABELS[actor.role].toLowerCase();
    const message = `This is not open to the role ${role}. Ask an administrator to do it, or to change your role.`;
    return new AppError('forbidden', message, { details });
  }
  const message =
    access === 'admin' || access === 'signed-in'
      ? 'No key opens this: it is for people who are signed in.'
      : `This key does not have the scope ${access}, or its maker may not do this.`;
  return new AppError('forbidden', message, { details });
}

/** Administrators who are signed in. */
export const seesTraces = (actor: Actor): boolean => actor.role === 'admin' && actor.session !== undefined;

/** An order by money would tell it. @throws AppError validation_failed */
export function refuseUntoldOrder(actor: Actor, sortBy: string | undefined, ofMoney: readonly string[]): void {
  if (sortBy !== undefined && ofMoney.includes(sortBy) && !actor.permissions.has('read:money'))
    throw invalid('sortBy', 'is not open to your role: it would tell of money');
}

/** A file holds what its screen may not show to everybody. @throws AppError forbidden */
export function refuseFile(actor: Actor, isTold: boolean): void {
  if (!isTold)
    throw new AppError('forbidden', `This file is not open to the role ${ROLE_LABELS[actor.role].toLowerCase()}.`);
}

/** The part of a reply that somebody is told, where that is not the whole. */
export function toldTo(actor: Actor | undefined, { masked, moneyless }: Told): z.ZodType | undefined {
  if (!actor || seesTraces(actor)) return undefined;
  return actor.permissions.has('read:money') ? masked : (moneyless ?? masked);
}
