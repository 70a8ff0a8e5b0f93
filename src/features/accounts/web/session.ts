import { clearSession, readStoredUser, readToken, storeSession } from '../../../platform/web/browser-session.ts';
import { ApiError } from '../../../platform/web/http.ts';
import type { User } from '../contract.ts';
import { accountsClient } from './client.ts';

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'username' in value && typeof value.username === 'string';

/** Who is signed in, as stored in this browser; undefined for a guest. */
export function currentUser(): User | undefined {
  const user = readStoredUser();
  return readToken() && isUser(user) ? user : undefined;
}

/**
 * Signs in and stores token and user. On any failure both are cleared and the error, fit for a person, is passed on.
 * @throws Error
 */
export async function login(username: string, password: string): Promise<User> {
  try {
    const { token, user } = await accountsClient.login(username, password);
    if (typeof token !== 'string' || token === '' || !isUser(user)) {
      throw new Error('Login failed: Invalid response from server.');
    }
    storeSession(token, user);
    return user;
  } catch (cause) {
    clearSession();
    // Without an answer of the server there is nothing that a message could be taken from.
    const isUnanswered = cause instanceof ApiError ? cause.status === 0 : !(cause instanceof Error);
    throw isUnanswered ? new Error('An unexpected error occurred during login.', { cause }) : cause;
  }
}

/** Signs out here at once; the server is told, but its answer is not waited for. */
export function logout(): void {
  const token = readToken();
  clearSession();
  // A token that could not be revoked ends by itself when idle; the person is signed out in either case.
  if (token) accountsClient.logout(token).catch(() => undefined);
}
