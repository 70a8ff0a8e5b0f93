import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { LinkReply } from '../contract.ts';

/** What the server answers to a login; each part is checked by the session before it counts. */
type LoginAnswer = { token?: unknown; user?: unknown };

export const accountsClient = {
  /** @param code of the second factor, for those who have one */
  login: (username: string, password: string, code?: string): Promise<LoginAnswer> =>
    call('POST', '/auth/login', {
      body: { username, password, permanent: true, code },
      fallback: 'Login failed due to server error.',
    }),

  /** @param token whose user is asked for */
  me: (token: string): Promise<{ user?: unknown }> =>
    call('GET', '/auth/me', { token, fallback: 'Failed to find out who is signed in.' }),

  /** @param token of the session to end; by then it is no longer stored. */
  logout: (token: string): Promise<unknown> => call('POST', '/auth/logout', { token, fallback: 'Failed to sign out.' }),

  /** Somebody cannot sign in. @returns what happens now, or what to do, in a sentence for the person */
  forgot: (username: string): Promise<{ message: string }> =>
    call('POST', '/auth/forgot', { body: { username }, fallback: 'Failed to ask for a link.' }),

  /** Whose password a one-time link sets. */
  readLink: (token: string, signal?: AbortSignal): Promise<LinkReply> =>
    call('POST', '/auth/password-link', { body: { token }, signal, fallback: 'Failed to read the link.' }),

  setPassword: (token: string, password: string): Promise<{ message: string }> =>
    call('PUT', '/auth/password-link', { body: { token, password }, fallback: 'Failed to save the password.' }),
};

export const sessionQueries = {
  /** Names of whom to ask for what is not open to one's role. */
  administrators: () =>
    queryOptions({
      queryKey: ['account', 'administrators'],
      queryFn: async ({ signal }) =>
        (await call<{ administrators: string[] }>('GET', '/auth/me', { asPerson: true, signal })).administrators,
    }),
};
