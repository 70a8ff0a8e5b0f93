import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call } from '../../../platform/web/http.ts';
import type { Choice } from '../../../platform/web/ui/FilterSelect.tsx';
import type { Offer } from '../../offers/contract.ts';
import type { Review } from '../../reviews/contract.ts';
import type { Source } from '../../sources/contract.ts';
import type { DestinationType } from '../contract.ts';
import { linksClient } from './client.ts';

/** What a destination can lead to. */
export type TargetKind = Exclude<DestinationType, 'url'>;
/** @param note its status, in the wire's word */
export type Target = { id: number; label: string; note: string };

const ROWS = 25;

type Find = (search: string, signal: AbortSignal) => Promise<Target[]>;

const FIND: Record<TargetKind, Find> = {
  listicle: async (search, signal) =>
    (await linksClient.availableGuides(search, signal)).map(({ id, title, status }) => ({
      id,
      label: title,
      note: status,
    })),

  review: async (search, signal) => {
    const query = { search, limit: ROWS };
    const fallback = 'Failed to fetch reviews';
    const { data } = await call<Paged<Review>>('GET', '/admin/offer-content', { query, signal, fallback });
    return data.map(({ id, title, status }) => ({ id, label: title, note: status }));
  },

  offer: async (search, signal) => {
    const query = { search, limit: ROWS, sortBy: 'name', order: 'asc' };
    const fallback = 'Failed to fetch offers';
    const { data } = await call<Paged<Offer>>('GET', '/admin/offers', { query, signal, fallback });
    return data.map(({ id, name, status }) => ({ id, label: name, note: status }));
  },
};

/** Guides, reviews and offers to choose from; cached under their own feature's word, so that its changes are seen. */
export const choiceQueries = {
  targets: (kind: TargetKind, search: string) =>
    queryOptions({
      queryKey: [{ listicle: 'guides', review: 'reviews', offer: 'offers' }[kind], 'targets', search],
      queryFn: ({ signal }) => FIND[kind](search, signal),
      placeholderData: keepPreviousData,
    }),

  /** Every source that is not archived. */
  sources: () =>
    queryOptions({
      queryKey: ['sources', 'choices'],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const query = { all: 1 };
        const fallback = 'Failed to fetch traffic sources';
        const { data } = await call<Paged<Source>>('GET', '/admin/traffic-sources', { query, signal, fallback });
        return data.map(({ id, name }) => ({ value: String(id), label: name }));
      },
    }),
};
