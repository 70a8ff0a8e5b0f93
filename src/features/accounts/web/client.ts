import { call } from '../../../platform/web/http.ts';

/** What the server answers to a login; each part is checked by the session before it counts. */
type LoginAnswer = { token?: unknown; user?: unknown };

export const accountsClient = {
  login: (username: string, password: string): Promise<LoginAnswer> =>
    call('POST', '/auth/login', {
      body: { username, password, permanent: true },
      fallback: 'Login failed due to server error.',
    }),

  /** @param token whose user is asked for */
  me: (token: string): Promise<{ user?: unknown }> =>
    call('GET', '/auth/me', { token, fallback: 'Failed to find out who is signed in.' }),

  /** @param token of the session to end; by then it is no longer stored. */
  logout: (token: string): Promise<unknown> => call('POST', '/auth/logout', { token, fallback: 'Failed to sign out.' }),
};
