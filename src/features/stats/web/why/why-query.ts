import type { Query } from '../../../../platform/web/http.ts';

const KEYS =
  'days date_from date_to tz utm_source utm_medium utm_campaign utm_term utm_content device country source_id link_id about guide_status listicle_id item_id review_id offer_id network_id destination_id position place depth os browser event_type day status time_basis'.split(
    ' ',
  );

/** What of a screen's filters narrows its totals down. */
export const whyQuery = (filters: Query, more: Query = {}): Query =>
  Object.fromEntries(
    Object.entries({ ...filters, ...more }).filter(([key, value]) => KEYS.includes(key) && value !== ''),
  );
