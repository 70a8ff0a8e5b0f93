import { pick } from '../../../../platform/server/records/records.ts';
import { auditOf } from '../../../accounts/server/service.ts';
import type { Item } from '../../contract.ts';
import type { ItemRow } from './store-items.ts';

/** Puts a change of a product on record. */
export const audit = auditOf('guide_item', (item: Item) => item.display_title);

const AUDITED = [
  'guide_id',
  'offer_id',
  'rank',
  'title',
  'badge',
  'badge_text',
  'score_tenths',
  'score_reason',
  'rank_reason',
  'scores',
  'summary',
  'body',
  'pros',
  'cons',
  'best_for',
  'not_for',
  'image_url',
  'image_alt',
  'cta_text',
  'fallback_offer_id',
  'is_visible',
  'sponsored_placement',
  'attributes',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof ItemRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
export const auditable = (row: ItemRow): Record<string, unknown> => pick(row, AUDITED);
