import { z } from 'zod';
import {
  amount,
  answeredOf,
  currency,
  optionalCode,
  optionalUrl,
  requiredText,
  sameField,
  sentOf,
  textField,
  version,
  untold,
  untoldList,
  untoldText,
} from '../../platform/fields.ts';
import { oneOf, pageOf, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { SHIPS_AS_SHOWN, shipsAsShown, templateFacts } from '../../platform/macros/template-facts.ts';
import { CONVERSION_STATUSES } from './conversion-statuses.ts';
import { isAddressOrRange } from './rules.ts';

export const NETWORK_STATUSES = ['active', 'paused', 'archived'] as const;
export const DUPLICATE_MODES = ['ignore', 'update', 'add', 'add_payout'] as const;
/** What a postback says, as our fields; a network may send each under names of its own. */
export const POSTBACK_FIELDS = ['click_id', 'payout', 'txid', 'status', 'event', 'currency', 'time', 'test'] as const;

export type DuplicateMode = (typeof DUPLICATE_MODES)[number];
export type PostbackField = (typeof POSTBACK_FIELDS)[number];

const queryKey = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');
const word = z.string().trim().toLowerCase().min(1).max(64);

/** A new one for each field: the API document describes one that is shared only once. */
const optionalKey = () => z.union([queryKey, z.literal('').transform(() => null), z.null()]);
const aliases = z.partialRecord(z.enum(POSTBACK_FIELDS), z.array(queryKey).max(10));
const meaning = z.enum([...CONVERSION_STATUSES, 'ignore']);
const statusMap = z.record(word, meaning);
const readText = z.string().nullable();

/** A network on the wire, field by field: the requests and the reply below are made of it. */
const fields = {
  id: { answered: z.int() },
  name: { sent: requiredText(255), answered: z.string() },
  template_key: { sent: z.string().max(64).nullable(), answered: readText },
  status: sameField(z.enum(NETWORK_STATUSES)),
  website_url: { sent: optionalUrl, answered: readText },
  login_url: { sent: optionalUrl, answered: readText },
  account_id: textField(255),
  manager_name: textField(255),
  manager_contact: textField(255),
  notes: textField(5000),
  click_param: {
    sent: optionalKey().describe('Query key that carries our click id to the network.'),
    answered: readText,
  },
  append_click_id: sameField(z.boolean()),
  extra_params: {
    sent: z.array(z.strictObject({ key: queryKey, value: z.string().trim().max(512) })).max(20),
    answered: z.array(z.object({ key: z.string(), value: z.string() })),
  },
  postback_url: { answered: z.string().describe('Ready to paste at the network, with its own macros.') },
  hmac_secret: { sent: optionalCode(255).describe('Write-only; null removes it.') },
  has_hmac_secret: { answered: z.boolean() },
  hmac_param: { sent: optionalKey(), answered: readText },
  ip_allowlist: {
    sent: z
      .array(z.string().trim().refine(isAddressOrRange, 'must be an IPv4 or IPv6 address or a CIDR range'))
      .max(50),
    answered: z.array(z.string()),
  },
  param_aliases: { sent: aliases, answered: z.partialRecord(z.enum(POSTBACK_FIELDS), z.array(z.string())) },
  status_map: { sent: statusMap, answered: z.record(z.string(), meaning) },
  default_status: sameField(z.enum(CONVERSION_STATUSES)),
  duplicate_mode: sameField(z.enum(DUPLICATE_MODES)),
  payout_currency: { sent: currency, answered: z.string() },
  attribution_window_days: { sent: z.int().min(1).max(365), answered: z.int() },
  payment_terms: textField(255),
  min_payout: { sent: amount.nullable(), answered: readText },
  hold_days: { sent: z.int().min(0).max(365).nullable(), answered: z.int().nullable() },
  offers_count: { answered: z.int() },
  last_postback_at: { answered: readText },
  conversions_30d: { answered: z.int() },
  unmatched_7d: { answered: z.int() },
  is_sample: { answered: z.boolean() },
  version: { answered: z.int() },
  created_at: { answered: z.string() },
  updated_at: { answered: z.string() },
};

const optional = z.strictObject(sentOf(fields)).partial().shape;

export const NetworkInput = z.strictObject({ ...optional, name: fields.name.sent });
export type NetworkInput = z.infer<typeof NetworkInput>;

/** Keys that are left out stay as they are. */
export const NetworkChange = z.strictObject({ ...optional, version });
export type NetworkChange = z.infer<typeof NetworkChange>;

export const Network = z.object(answeredOf(fields));
export type Network = z.infer<typeof Network>;

/** Without what opens doors or tells of people. */
const NetworkMasked = Network.extend({
  postback_url: untoldText,
  account_id: untold,
  login_url: untold,
  manager_name: untold,
  manager_contact: untold,
  notes: untold,
  ip_allowlist: untoldList,
});

/** What a network is put in order by that its record does not hold. */
export const NETWORK_FIGURES = ['offers_count', 'conversions_30d', 'unmatched_7d'] as const;
export type NetworkFigure = (typeof NETWORK_FIGURES)[number];

export const NETWORK_SORTS = [
  ...NETWORK_FIGURES,
  'name',
  'status',
  'template_key',
  'last_postback_at',
  'created_at',
  'updated_at',
] as const;

/** What a file of the list tells of each. */
export const NETWORK_COLUMNS = [
  'id',
  'name',
  'template_key',
  'status',
  'click_param',
  'offers_count',
  'conversions_30d',
  'unmatched_7d',
  'last_postback_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof Network)[];

export const NetworkQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
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
    instructions: z.array(z.string()).length(3),
    notes: z.string().nullable().optional(),
  })
  .refine(shipsAsShown, SHIPS_AS_SHOWN);
export type NetworkTemplate = z.infer<typeof NetworkTemplate>;

export const NetworkPage = pageOf(Network);
export const NetworkPageMasked = pageOf(NetworkMasked);
export const NetworkReply = oneOf(Network);
export const NetworkReplyMasked = oneOf(NetworkMasked);
export const NetworkTemplates = z.object({ data: z.array(NetworkTemplate) });
