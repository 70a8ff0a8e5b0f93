import { pick } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import type * as store from './store.ts';

/** Puts a change of a source on record. */
export const audit = auditOf('source', (row: store.SourceRow) => row.name);

const AUDITED = [
  'name',
  'template_key',
  'type',
  'status',
  'click_id_param',
  'click_id_token',
  'cost_param',
  'cost_model',
  'cost_currency',
  'traffic_loss_percent',
  'parameters',
  'utm_defaults',
  'postback_enabled',
  'postback_url_masked',
  'postback_method',
  'postback_statuses',
  'event_map',
  'status_map',
  'requires_external_id',
  'send_zero_payout',
  'expected_status',
  'delay_seconds',
  'notes',
  'is_sample',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof store.SourceRow)[];

/** What of a row may stand in the audit: of an address its masked form, of body and headers that there are some. */
export const auditable = (row: store.SourceRow): Record<string, unknown> => ({
  ...pick(row, AUDITED),
  has_postback_body: row.postback_body_sealed !== null,
  has_postback_headers: row.postback_headers_sealed !== null,
});
