import { useSyncExternalStore } from 'react';
import { clearSession, onSessionChange, readStoredUser, readToken } from './browser-session.ts';

/** Whoever is signed in; two names without ids are one person when they are equal. */
export type Person = { id?: number; username: string; permissions?: readonly string[] };

/**
 * Why this tab asks the server nothing: its session is over, a change was refused to its person (a role was changed), or another
 * person signed in.
 */
export type Pause = { kind: 'ended' } | { kind: 'refused'; message: string } | { kind: 'other'; username: string };

type Listener = () => void;
type Waiting = { wasRefused: boolean; goOn: () => void; giveUp: () => void };

let owner: Person | undefined;
let pause: Pause | undefined;
/** A call of this tab was answered: what stands here is worth staying for. */
let hasWorked = false;
/** The token whose person has said that a refusal is understood. */
let refusalReadFor: string | undefined;
let refusedToken: string | undefined;
let hasTyped: () => boolean = () => false;
const waiting = new Set<Waiting>();
const listeners = new Set<Listener>();
const leavers = new Set<Listener>();

/** Whose work stands in this tab; undefined for a guest. */
export const tabOwner = (): Person | undefined => owner;

/** What stands in this tab belongs to this person from now on; nothing of it is ever sent in the name of another. */
export function ownTab(person: Person): void {
  // a new role counts with the next login
  if (owner === undefined || isOwner(person)) owner = person;
}

/** The person leaves this tab: it is a guest's again, and what still waits for a login is given up. */
export function disownTab(): void {
  owner = undefined;
  hasWorked = false;
  refusalReadFor = undefined;
  setPause(undefined);
  for (const one of waiting) one.giveUp();
}

/** How a tab finds out whether something is typed in it that is not saved. */
export function askForTyped(ask: () => boolean): void {
  hasTyped = ask;
}

/** A call was answered to this tab's person. */
export function noteAnswer(): void {
  if (owner) hasWorked = true;
}

/**
 * Looks at who is signed in now; before each call, and when the browser's storage changes.
 * A tab without an owner, as at the login, is never paused.
 */
export function judgeSession(): Pause | undefined {
  if (!owner) return undefined;
  const [token, user] = [readToken(), readStoredUser() as Person | undefined];
  if (token === undefined) {
    if (!pause && !hasTyped()) leave();
    else if (pause?.kind !== 'ended') setPause({ kind: 'ended' });
    return pause;
  }
  if (user?.username === undefined) return pause;
  if (isOwner(user)) {
    owner = user;
    if (pause && !(pause.kind === 'refused' && token === refusedToken)) goOn();
  } else {
    const isTold = pause?.kind === 'other' && pause.username === user.username;
    if (!isTold) setPause({ kind: 'other', username: user.username });
  }
  return pause;
}

/**
 * The server refused the token. The tab pauses, unless nothing was done in it yet: whoever only comes is sent to the login.
 * @returns whether the call may be sent again once somebody has signed in
 */
export function endSession(refused: string): boolean {
  if (readToken() !== refused) judgeSession();
  else if (owner && (hasWorked || hasTyped())) {
    setPause({ kind: 'ended' });
    clearSession();
  } else {
    owner = undefined;
    clearSession();
    leave();
  }
  return owner !== undefined;
}

/**
 * The server knows the person but refuses the change. Asked about once for each login.
 * @returns whether the call may be sent again after another login
 */
export function refuseChange(token: string, message: string): boolean {
  if (!owner || !hasWorked || refusalReadFor === token) return false;
  refusedToken = token;
  if (!pause) setPause({ kind: 'refused', message });
  return true;
}

/** The person has read the refusal and goes on without another login: what was refused stays so, the rest is sent. */
export function acceptRefusal(): void {
  refusalReadFor = readToken();
  setPause(undefined);
  for (const one of waiting) (one.wasRefused ? one.giveUp : one.goOn)();
}

/**
 * Waits until the tab's own person is signed in.
 * @param refusal of the server, which a call that is given up rejects with; undefined for a call that was not sent yet
 */
export function whenSignedIn(refusal: Error | undefined, signal?: AbortSignal): Promise<void> {
  if (!pause) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      waiting.delete(one);
      signal?.removeEventListener('abort', handleAbort);
      settle();
    };
    const handleAbort = () => end(() => reject(signal!.reason as Error));
    const one: Waiting = {
      wasRefused: refusal !== undefined,
      goOn: () => end(resolve),
      giveUp: () => end(() => reject(refusal ?? new Error('Please sign in.'))),
    };
    waiting.add(one);
    signal?.addEventListener('abort', handleAbort);
  });
}

/** Calls back when this tab pauses and when it goes on. @returns what stops the calls. */
export function onPause(listener: Listener): () => void {
  listeners.add(listener);
  const stop = onSessionChange(judgeSession);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Calls back when the session is over and nothing here is worth staying for. @returns what stops the calls. */
export function onSessionEnded(listener: Listener): () => void {
  leavers.add(listener);
  return () => leavers.delete(listener);
}

/** The pause of this tab, for what shows it. */
export const usePause = (): Pause | undefined => useSyncExternalStore(onPause, () => pause);

const isOwner = (user: Person): boolean =>
  owner?.id !== undefined && user.id !== undefined ? user.id === owner.id : user.username === owner?.username;

function setPause(next: Pause | undefined): void {
  pause = next;
  for (const listener of listeners) listener();
}

function goOn(): void {
  setPause(undefined);
  for (const one of waiting) one.goOn();
}

function leave(): void {
  disownTab();
  for (const listener of leavers) listener();
}
