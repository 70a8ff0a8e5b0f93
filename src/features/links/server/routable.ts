import type { Db } from '../../../platform/server/postgres.ts';
import type { DestinationType } from '../contract.ts';
import { listAllFormer } from './store-slugs.ts';
import * as store from './store.ts';

/** A link with its destinations as the routing snapshot reads it. */
export type RoutableLink = Pick<
  store.LinkRow,
  | 'id'
  | 'name'
  | 'slug'
  | 'status'
  | 'traffic_source_id'
  | 'kept_source'
  | 'redirect_type'
  | 'forward_params'
  | 'forward_list'
  | 'param_conflict'
  | 'utm'
  | 'sticky'
  | 'fallback_url'
  | 'starts_at'
  | 'expires_at'
  | 'expired_url'
> & {
  /** Slugs of before that still lead here; left out where there are none. */
  former_slugs?: string[];
  destinations: {
    id: number;
    type: DestinationType;
    guide_id: number | null;
    review_id: number | null;
    offer_id: number | null;
    url: string | null;
    weight: number;
    status: 'active' | 'paused';
    priority: number;
  }[];
};

/** Every link that is not deleted, in three queries; whether a target is open is for the caller to judge. */
export async function routableLinks(db: Db): Promise<RoutableLink[]> {
  const links = await store.listRoutable(db);
  const byLink = Map.groupBy(await store.listRoutableDestinations(db), (row) => row.link_id);
  const former = Map.groupBy(await listAllFormer(db, new Date()), (row) => row.link_id);
  return links.map((link) => ({
    ...link,
    ...(former.has(link.id) && { former_slugs: former.get(link.id)!.map(({ slug }) => slug) }),
    destinations: (byLink.get(link.id) ?? []).map(({ link_id: _link, ...destination }) => destination),
  }));
}
