import type { Generated, Selectable } from 'kysely';
import type { Json } from '../../../platform/server/postgres/postgres.ts';
import type { DuplicateMode, PostbackField } from '../contract.ts';
import type { ConversionStatus } from '../conversion-statuses.ts';

export type NetworksTable = {
  id: Generated<number>;
  name: string;
  template_key: string | null;
  status: 'active' | 'paused' | 'archived';
  website_url: string | null;
  login_url: string | null;
  account_id: string | null;
  manager_name: string | null;
  manager_contact: string | null;
  notes: string | null;
  click_param: string | null;
  append_click_id: boolean;
  extra_params: Json<{ key: string; value: string }[]>;
  postback_key_hash: string;
  postback_key_sealed: string;
  previous_key_hash: string | null;
  previous_key_until: string | null;
  hmac_secret_sealed: string | null;
  hmac_param: string | null;
  ip_allowlist: Json<string[]>;
  param_aliases: Json<Partial<Record<PostbackField, string[]>>>;
  status_map: Json<Record<string, ConversionStatus | 'ignore'>>;
  default_status: ConversionStatus;
  duplicate_mode: DuplicateMode;
  payout_currency: string;
  attribution_window_days: number;
  payment_terms: string | null;
  min_payout_micros: bigint | null;
  hold_days: number | null;
  last_postback_at: Generated<string | null>;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

/** A network as later features judge by it. */
export type NetworkRow = Selectable<NetworksTable>;
