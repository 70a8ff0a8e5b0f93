import { pick } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import { costText } from './link-cost.ts';
import type * as store from './store-links.ts';

/** Puts a change of a link on record. @param actor undefined: the program itself */
export const auditLink = auditOf('link', (row: Pick<store.LinkRow, 'id' | 'name'>) => row.name);

const AUDITED = [
  'name',
  'slug',
  'status',
  'traffic_source_id',
  'kept_source',
  'redirect_type',
  'forward_params',
  'forward_list',
  'param_conflict',
  'utm',
  'sticky',
  'rotation',
  'click_limit',
  'cost_model',
  'auto_goal',
  'auto_floor_percent',
  'auto_step_points',
  'auto_frozen_at',
  'fallback_url',
  'starts_at',
  'expires_at',
  'expired_url',
  'notes',
  'tags',
  'is_sample',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof store.LinkRow)[];

/** What of a link may stand in the audit; what every save changes and what only the clock moves is not told. */
export const auditable = (row: store.LinkRow): Record<string, unknown> => ({
  ...pick(row, AUDITED),
  cost_value: costText(row.cost_micros),
});
