import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, type Query } from '../../../../platform/web/http.ts';
import type {
  InviteBody,
  Member,
  MemberChange,
  PasswordLink,
  SecondFactorRulesBody,
  TeamReply,
} from '../../contract-team.ts';

const BASE = '/settings/team';

type One = { data: Member; message: string };

/** The calls of the team, one for each route. */
export const teamClient = {
  list: (query: Query, signal?: AbortSignal): Promise<TeamReply> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch the team.' }),

  invite: (body: InviteBody): Promise<PasswordLink> =>
    call('POST', BASE, { body, fallback: 'Failed to invite the person.' }),

  update: (id: number, body: MemberChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to save the person.' }),

  setFactorRules: (body: z.input<typeof SecondFactorRulesBody>): Promise<{ message: string }> =>
    call('PUT', `${BASE}/second-factor`, { body, fallback: 'Failed to save the rules.' }),

  makeLink: (id: number): Promise<PasswordLink> =>
    call('POST', `${BASE}/${id}/password-link`, { fallback: 'Failed to make a link.' }),

  disable: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/disable`, { fallback: 'Failed to disable the person.' }),

  enable: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/enable`, { fallback: 'Failed to enable the person.' }),

  endSessions: (id: number): Promise<One> =>
    call('DELETE', `${BASE}/${id}/sessions`, { fallback: 'Failed to end the sessions.' }),

  resetSecondFactor: (id: number): Promise<One> =>
    call('DELETE', `${BASE}/${id}/second-factor`, { fallback: 'Failed to turn the second factor off.' }),

  removeInvitation: (id: number): Promise<{ message: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to take the invitation back.' }),
};

/** The first word of every cache key below. */
export const TEAM_KEY = ['team'] as const;

export const teamQueries = {
  all: (query: Query) =>
    queryOptions({
      queryKey: [...TEAM_KEY, query],
      queryFn: ({ signal }) => teamClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),
};
