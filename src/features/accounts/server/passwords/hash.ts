import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../../platform/errors.ts';

// argon2id, 19 MiB, t = 2, p = 1: the minimum figures of the OWASP password storage cheat sheet (2025).
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_WAITING = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** At most one hash a core at a time and 64 in the queue: a flood of logins must not starve the redirects. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= MAX_WAITING)
      throw new AppError('too_many_requests', 'Too many logins at once. Try again in a moment.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** One that is made here: 120 random bits. */
export const newPassword = (): string => randomBytes(15).toString('base64url');

export const hashPassword = (password: string): Promise<string> => oneAtATime(() => hash(password, COST));

// Compared with when the user is unknown, so that the answer takes as long as for a known one.
let dummy: Promise<string> | undefined;

/** @param stored nothing for an unknown user, or one without a password: the work is done all the same and the answer is false. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', COST);
  const target = stored ?? (await dummy);
  const matches = await oneAtATime(() => verify(target, password));
  return matches && stored != null;
}
