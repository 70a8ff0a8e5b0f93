import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/server/postgres.ts';
type Click0 = {
  click_id: string;
  ts: string;
  visit_id: string | null;
  view_id: string | null;
  link_id: number | null;
  destination_id: number | null;
  source_id: number | null;
  listicle_id: number | null;
  item_id: number | null;
  position: number | null;
  review_id: number | null;
  offer_id: number | null;
  network_id: number | null;
  external_id: string | null;
  ad_ids: Record<string, string> | null;
  utm: Record<string, string> | null;
  subs: Record<string, string> | null;
  country: string | null;
  device: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer_host: string | null;
};
export type Click = Selectable<Click0>;
export const findClick = (db: Db, clickId: string): Promise<Click | undefined> =>
  db
    .withTables<{ clicks: Click0 }>()
    .selectFrom('clicks')
    .selectAll()
    .where('click_id', '=', clickId)
    .executeTakeFirst();
