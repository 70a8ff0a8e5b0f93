import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { RuleChange, RuleInput, RulesReply } from '../../rule-contract.ts';
import { LINKS_KEY } from '../client.ts';

const BASE = '/admin/tracking-links';

/** The calls of a link's rules; each answers the whole list. */
export const rulesClient = {
  list: (linkId: number, signal?: AbortSignal): Promise<RulesReply> =>
    call('GET', `${BASE}/${linkId}/rules`, { signal, fallback: 'Failed to fetch rules' }),

  add: (linkId: number, body: RuleInput): Promise<RulesReply> =>
    call('POST', `${BASE}/${linkId}/rules`, { body, fallback: 'Failed to add rule' }),

  update: (ruleId: number, body: RuleChange): Promise<RulesReply> =>
    call('PUT', `${BASE}/rules/${ruleId}`, { body, fallback: 'Failed to update rule' }),

  reorder: (linkId: number, ids: number[]): Promise<RulesReply> =>
    call('PUT', `${BASE}/${linkId}/rules/order`, { body: { ids }, fallback: 'Failed to reorder rules' }),

  remove: (linkId: number, ruleId: number): Promise<RulesReply> =>
    call('DELETE', `${BASE}/${linkId}/rules/${ruleId}`, { fallback: 'Failed to remove rule' }),
};

/** What screens ask for with `useQuery`. */
export const ruleQueries = {
  list: (linkId: number) =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'rules', linkId],
      queryFn: async ({ signal }) => (await rulesClient.list(linkId, signal)).data,
    }),
};
