import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { PasswordBody, RecoveryCodes, SecondFactor, SecondFactorSetup, Session } from '../../contract.ts';

type Said = { message: string };

/** The calls of a person about themselves, one for each route. */
export const accountClient = {
  confirm: (password: string): Promise<Said> =>
    call('POST', '/auth/confirm', { body: { password }, asPerson: true, fallback: 'Failed to check the password.' }),

  changePassword: (body: PasswordBody): Promise<Said> =>
    call('PUT', '/auth/password', { body, asPerson: true, fallback: 'Failed to change the password.' }),

  sessions: (signal?: AbortSignal): Promise<{ data: Session[] }> =>
    call('GET', '/auth/sessions', { asPerson: true, signal, fallback: 'Failed to fetch your sessions.' }),

  endSession: (id: string): Promise<Said> =>
    call('DELETE', `/auth/sessions/${id}`, { asPerson: true, fallback: 'Failed to end the session.' }),

  endOtherSessions: (): Promise<Said> =>
    call('DELETE', '/auth/sessions', { asPerson: true, fallback: 'Failed to end the sessions.' }),

  secondFactor: (signal?: AbortSignal): Promise<SecondFactor> =>
    call('GET', '/auth/second-factor', { asPerson: true, signal, fallback: 'Failed to fetch the second factor.' }),

  beginSetup: (): Promise<SecondFactorSetup> =>
    call('POST', '/auth/second-factor', { asPerson: true, fallback: 'Failed to begin the setup.' }),

  confirmSetup: (code: string): Promise<RecoveryCodes> =>
    call('PUT', '/auth/second-factor', { body: { code }, asPerson: true, fallback: 'Failed to check the code.' }),

  turnOff: (): Promise<Said> =>
    call('DELETE', '/auth/second-factor', { asPerson: true, fallback: 'Failed to turn the second factor off.' }),

  renewRecoveryCodes: (): Promise<RecoveryCodes> =>
    call('POST', '/auth/second-factor/recovery-codes', {
      asPerson: true,
      fallback: 'Failed to make new recovery codes.',
    }),
};

export const SESSIONS_KEY = ['account', 'sessions'] as const;
export const SECOND_FACTOR_KEY = ['account', 'second-factor'] as const;

/** What dialogs ask for with `useQuery`. */
export const accountQueries = {
  sessions: () =>
    queryOptions({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => accountClient.sessions(signal), staleTime: 0 }),

  secondFactor: () =>
    queryOptions({
      queryKey: SECOND_FACTOR_KEY,
      queryFn: ({ signal }) => accountClient.secondFactor(signal),
      staleTime: 0,
    }),
};
