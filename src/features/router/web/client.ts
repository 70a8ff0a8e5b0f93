import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import { LINKS_KEY } from '../../links/web/client.ts';
import type { SampleVisitor, Simulated } from '../../links/rule-contract.ts';
import type { LostReply } from '../lost-contract.ts';

const BASE = '/admin/tracking-links';

/** @returns what becomes of each visitor, in their order */
export const simulatorClient = {
  simulate: async (linkId: number, visitors: SampleVisitor[]): Promise<Simulated[]> =>
    (
      await call<{ data: Simulated[] }>('POST', `${BASE}/${linkId}/simulate`, {
        body: { visitors },
        fallback: 'Failed to simulate',
      })
    ).data,
};

export const lostClient = {
  lostSlugs: (signal?: AbortSignal): Promise<LostReply> =>
    call('GET', `${BASE}/util/lost-slugs`, { signal, fallback: 'Failed to fetch addresses that lead nowhere' }),

  leadLostSlug: (id: number, linkId: number): Promise<{ message: string }> =>
    call('POST', `${BASE}/util/lost-slugs/${id}/lead`, {
      body: { link_id: linkId },
      fallback: 'Failed to lead the address to a link',
    }),

  forgetLostSlug: (id: number): Promise<{ message: string }> =>
    call('DELETE', `${BASE}/util/lost-slugs/${id}`, { fallback: 'Failed to forget the address' }),
};

export const lostQueries = {
  /** Slugs that visitors ask for and that lead nowhere. */
  lostSlugs: () =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'lost'],
      queryFn: async ({ signal }) => (await lostClient.lostSlugs(signal)).data,
    }),
};
