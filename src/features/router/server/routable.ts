import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { DestinationType } from '../../links/contract.ts';
import * as rules from '../../links/server/store-rules.ts';
import { listFormer } from '../../links/server/store-slugs.ts';
import * as store from '../../links/server/store-links.ts';

export type RoutableRule = Pick<rules.RuleRow, 'id' | 'name' | 'is_enabled' | 'conditions' | 'starts_at' | 'ends_at'>;

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
  | 'rotation'
  | 'click_limit'
  | 'fallback_url'
  | 'starts_at'
  | 'expires_at'
  | 'expired_url'
  | 'cost_model'
> & {
  /** Decimal text of a bigint. */
  cost_micros: string | null;
  /** Slugs of before that still lead here; left out where there are none. */
  former_slugs?: string[];
  /** Those that are on, in their order. */
  rules: RoutableRule[];
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
    rule_id: number | null;
    cap_daily_clicks: number;
    cap_daily_conversions: number;
    starts_at: string | null;
    ends_at: string | null;
  }[];
};

/** Links that are not deleted, in four queries; whether a target is open is for the caller to judge. @param only some of them */
export async function routableLinks(db: Db, only?: readonly number[]): Promise<RoutableLink[]> {
  const links = await store.listRoutable(db, only);
  const ids = links.map((link) => link.id);
  const byLink = Map.groupBy(await store.listRoutableDestinations(db, ids), (row) => row.link_id);
  const former = Map.groupBy(await listFormer(db, ids, new Date()), (row) => row.link_id);
  const rulesOf = Map.groupBy(await rules.listRoutable(db, ids), (row) => row.link_id);
  return links.map((link) => ({
    ...link,
    ...(former.has(link.id) && { former_slugs: former.get(link.id)!.map(({ slug }) => slug) }),
    rules: (rulesOf.get(link.id) ?? []).map(({ link_id: _link, ...rule }) => rule),
    destinations: (byLink.get(link.id) ?? []).map(({ link_id: _link, ...destination }) => destination),
  }));
}
