import { z } from 'zod';
import {
  amount,
  currency,
  optionalText,
  optionalUrl,
  requiredText,
  version,
  optionalCode,
} from '../../platform/fields.ts';
import { oneOf, pageOf, pagingKeys } from '../../platform/paging.ts';
import { SHIPS_AS_SHOWN, shipsAsShown, templateFacts } from '../../platform/template-facts.ts';
import { isAddressOrRange } from './rules.ts';

export const NETWORK_STATUSES = ['active', 'paused', 'archived'] as const;
export const CONVERSION_STATUSES = ['pending', 'approved', 'rejected', 'reversed'] as const;
export const DUPLICATE_MODES = ['ignore', 'update', 'add', 'add_payout'] as const;
/** What a postback says, as our fields; a network may send each under names of its own. */
export const POSTBACK_FIELDS = ['click_id', 'payout', 'txid', 'status', 'event', 'currency', 'time', 'test'] as const;

export const ConversionStatus = z.enum(CONVERSION_STATUSES);
export type ConversionStatus = z.infer<typeof ConversionStatus>;
export type DuplicateMode = (typeof DUPLICATE_MODES)[number];
export type PostbackField = (typeof POSTBACK_FIELDS)[number];

const queryKey = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');
const word = z.string().trim().toLowerCase().min(1).max(64);

const params = z.array(z.strictObject({ key: queryKey, value: z.string().trim().max(512) })).max(20);
const aliases = z.partialRecord(z.enum(POSTBACK_FIELDS), z.array(queryKey).max(10));
const statusMap = z.record(word, z.enum([...CONVERSION_STATUSES, 'ignore']));

const fields = {
  template_key: z.string().max(64).nullable(),
  status: z.enum(NETWORK_STATUSES),
  website_url: optionalUrl,
  login_url: optionalUrl,
  account_id: optionalText(255),
  manager_name: optionalText(255),
  manager_contact: optionalText(255),
  notes: optionalText(5000),
  click_param: z
    .union([queryKey, z.literal('').transform(() => null), z.null()])
    .describe('Query key that carries our click id to the network.'),
  append_click_id: z.boolean(),
  extra_params: params,
  hmac_secret: optionalCode(255).describe('Write-only; null removes it.'),
  hmac_param: z.union([queryKey, z.literal('').transform(() => null), z.null()]),
  ip_allowlist: z
    .array(z.string().trim().refine(isAddressOrRange, 'must be an IPv4 or IPv6 address or a CIDR range'))
    .max(50),
  param_aliases: aliases,
  status_map: statusMap,
  default_status: ConversionStatus,
  duplicate_mode: z.enum(DUPLICATE_MODES),
  payout_currency: currency,
  attribution_window_days: z.int().min(1).max(365),
  payment_terms: optionalText(255),
  min_payout: amount.nullable(),
  hold_days: z.int().min(0).max(365).nullable(),
};

const optional = z.strictObject(fields).partial().shape;

export const NetworkInput = z.strictObject({ name: requiredText(255), ...optional });
export type NetworkInput = z.infer<typeof NetworkInput>;

/** Keys that are left out stay as they are. */
export const NetworkChange = z.strictObject({ name: requiredText(255).optional(), ...optional, version });
export type NetworkChange = z.infer<typeof NetworkChange>;

export const Network = z.object({
  id: z.int(),
  name: z.string(),
  template_key: z.string().nullable(),
  status: z.enum(NETWORK_STATUSES),
  website_url: z.string().nullable(),
  login_url: z.string().nullable(),
  account_id: z.string().nullable(),
  manager_name: z.string().nullable(),
  manager_contact: z.string().nullable(),
  notes: z.string().nullable(),
  click_param: z.string().nullable(),
  append_click_id: z.boolean(),
  extra_params: z.array(z.object({ key: z.string(), value: z.string() })),
  postback_url: z.string().describe('Ready to paste at the network, with its own macros.'),
  has_hmac_secret: z.boolean(),
  hmac_param: z.string().nullable(),
  ip_allowlist: z.array(z.string()),
  param_aliases: z.partialRecord(z.enum(POSTBACK_FIELDS), z.array(z.string())),
  status_map: z.record(z.string(), z.enum([...CONVERSION_STATUSES, 'ignore'])),
  default_status: ConversionStatus,
  duplicate_mode: z.enum(DUPLICATE_MODES),
  payout_currency: z.string(),
  attribution_window_days: z.int(),
  payment_terms: z.string().nullable(),
  min_payout: z.string().nullable(),
  hold_days: z.int().nullable(),
  offers_count: z.int(),
  last_postback_at: z.string().nullable(),
  conversions_30d: z.int(),
  unmatched_7d: z.int(),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Network = z.infer<typeof Network>;

export const NETWORK_SORTS = [
  'name',
  'status',
  'template_key',
  'last_postback_at',
  'created_at',
  'updated_at',
] as const;

export const NetworkQuery = z.strictObject({
  ...pagingKeys,
  sortBy: z.enum(NETWORK_SORTS).default('name'),
  status: z.enum(NETWORK_STATUSES).optional(),
  template_key: z.string().max(64).optional(),
  all: z.enum(['1', 'true']).optional().describe('Every network that is not archived, for pickers.'),
});
export type NetworkQuery = z.infer<typeof NetworkQuery>;

/** A network's own macros and words, as a data file with its source. */
export const NetworkTemplate = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9-]{1,64}$/),
    name: z.string().min(1),
    ...templateFacts,
    click_param: z.string().nullable(),
    postback_query: z.record(z.string(), z.string()),
    param_aliases: aliases,
    status_map: statusMap,
    event_map: z.record(z.string(), z.string()),
    instructions: z.array(z.string()).length(3),
    notes: z.string().nullable().optional(),
  })
  .refine(shipsAsShown, SHIPS_AS_SHOWN);
export type NetworkTemplate = z.infer<typeof NetworkTemplate>;

export const NetworkPage = pageOf(Network);
export const NetworkReply = oneOf(Network);
export const NetworkTemplates = z.object({ data: z.array(NetworkTemplate) });
