import {
  clearSession,
  readStoredUser,
  readToken,
  storeSession,
} from '../../../platform/web/session/browser-session.ts';
import { ApiError } from '../../../platform/web/http.ts';
import { noteFactorWanted } from '../../../platform/web/session/factor-wanted.ts';
import { forgetInput } from '../../../platform/web/session/kept-input.ts';
import { disownTab } from '../../../platform/web/session/tab-session.ts';
import type { User } from '../contract.ts';
import { accountsClient } from './client.ts';

export const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'username' in value && typeof value.username === 'string';

/** A token alone counts as a login; whose it is, `currentUser` finds out. */
export const isSignedIn = (): boolean => readToken() !== undefined;

/**
 * Who is signed in: as stored in this browser, else as the server says of the token; undefined for a guest.
 * @throws ApiError when the server had to be asked and gave no answer
 */
export function currentUser(): User | undefined | Promise<User | undefined> {
  const [token, user] = [readToken(), readStoredUser()];
  if (!token) return undefined;
  return isUser(user) ? user : userOf(token);
}

async function userOf(token: string): Promise<User | undefined> {
  try {
    const { user } = await accountsClient.me(token);
    if (!isUser(user)) throw new Error('The server did not say who is signed in.');
    storeSession(token, user);
    return user;
  } catch (error) {
    // the call has ended the session by then
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/**
 * Signs in and stores token and user. On any failure both are cleared and the error, fit for a person, is passed on.
 * @param code of the second factor, once the server has asked for it
 * @throws Error; `isCodeWanted` tells the one that asks for the code
 */
export async function login(username: string, password: string, code?: string): Promise<User> {
  try {
    const { token, user } = await accountsClient.login(username, password, code);
    if (typeof token !== 'string' || token === '' || !isUser(user)) {
      throw new Error('Login failed: Invalid response from server.');
    }
    keepSession(token, user);
    noteFactorWanted(false);
    return user;
  } catch (cause) {
    forgetSession();
    // Without an answer of the server there is nothing that a message could be taken from.
    const isUnanswered = cause instanceof ApiError ? cause.status === 0 : !(cause instanceof Error);
    throw isUnanswered ? new Error('An unexpected error occurred during login.', { cause }) : cause;
  }
}

/** The password was right, and the person has a second factor. */
export const isCodeWanted = (error: unknown): boolean => error instanceof ApiError && error.code === 'totp_required';

/** Signs out here at once, and drops what this person typed and never saved; the server is told, but its answer is not waited for. */
export function logout(): void {
  const token = readToken();
  forgetInput();
  disownTab();
  noteFactorWanted(false);
  clearSession();
  // A token that could not be revoked ends by itself when idle; the person is signed out in either case.
  if (token) accountsClient.logout(token).catch(() => undefined);
}

/** All sessions of a person have ended on the server: one of theirs that is kept here is over too. */
export function forgetSessionOf(username: string): void {
  const user = readStoredUser();
  if (isUser(user) && user.username === username) forgetSession();
}

/** @throws Error that says what to do, where the browser's storage is blocked or full */
function keepSession(token: string, user: User): void {
  try {
    storeSession(token, user);
  } catch (cause) {
    throw new Error(
      'This browser does not let us keep you signed in: its storage is blocked or full. Allow this site to store data (cookies and site data in the settings of the browser), or free some space, then sign in again.',
      { cause },
    );
  }
}

/** Where nothing can be kept there is nothing to forget. */
function forgetSession(): void {
  try {
    clearSession();
  } catch {
    // the storage is blocked
  }
}
