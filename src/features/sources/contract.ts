import { z } from 'zod';
import {
  currency,
  optionalText,
  requiredText,
  version,
  optionalCode,
  line,
  untold,
  untoldList,
  untoldText,
} from '../../platform/fields.ts';
import { oneOf, pageOf, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { SHIPS_AS_SHOWN, shipsAsShown, templateFacts } from '../../platform/macros/template-facts.ts';
import { CONVERSION_STATUSES } from '../networks/conversion-statuses.ts';

export const SOURCE_TYPES = ['native', 'search', 'social', 'push', 'email', 'organic', 'influencer', 'other'] as const;
export const SOURCE_STATUSES = ['active', 'paused', 'archived'] as const;
export const COST_MODELS = ['cpc', 'cpm', 'cpa', 'flat', 'none'] as const;
/** What of the address of an arrival is kept, beside the parameters of its source. */
export const UTM_KEYS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
/** The click ids of ad platforms. */
export const AD_ID_KEYS = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'ttclid', 'msclkid'] as const;
export const SUB_KEYS = Array.from({ length: 10 }, (_, i) => `sub${i + 1}`);
/** What a conversion can be; a source may call each by a name of its own. */
export const EVENT_TYPES = ['lead', 'sale', 'upsell', 'rebill', 'refund', 'chargeback', 'custom'] as const;
/** Stands for a stored header value, which is never shown; sent back, it keeps the value. */
export const KEPT_VALUE = '••••••';

export type EventType = (typeof EVENT_TYPES)[number];

const queryKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');
const optionalKey = z.union([queryKey, z.literal('').transform(() => null), z.null()]);

/** One piece of what the source appends to ad URLs. */
export const SourceParameter = z.strictObject({
  alias: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must begin with a lower-case letter and hold letters, digits and underscores'),
  param: queryKey,
  token: z.string().trim().max(255),
  label: line.max(80),
  group_in_reports: z.boolean(),
});
export type SourceParameter = z.infer<typeof SourceParameter>;

/** What an arrival can say besides: all of it is kept. */
export const MAX_PARAMETERS = 30;

const parameters = z
  .array(SourceParameter)
  .max(MAX_PARAMETERS)
  .refine((list) => new Set(list.map(({ alias }) => alias)).size === list.length, 'must not repeat an alias');

const headers = z
  .array(
    z.strictObject({
      name: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'is no header name'),
      value: z
        .string()
        .trim()
        .max(1024)
        .regex(/^[\x20-\x7e•]*$/, 'must hold plain characters only'),
    }),
  )
  .max(20);

const theirWord = z.string().trim().min(1).max(128);

const fields = {
  template_key: z.string().max(64).nullable(),
  type: z.enum(SOURCE_TYPES),
  status: z.enum(SOURCE_STATUSES),
  click_id_param: optionalKey.describe('The parameter in which the source sends its own click id.'),
  click_id_token: optionalCode(255).describe('The token that the source replaces by its click id.'),
  cost_param: optionalKey,
  cost_model: z.enum(COST_MODELS),
  cost_currency: currency,
  traffic_loss_percent: z
    .int()
    .min(0)
    .max(100)
    .describe('Of the clicks that the source bills, how many never arrive; raises the cost of those that do.'),
  parameters,
  utm_defaults: z.partialRecord(z.enum(UTM_KEYS), z.string().trim().max(255)),
  postback_enabled: z.boolean(),
  postback_url: optionalCode(2048).describe('Macros after the host. https, on the public internet.'),
  postback_method: z.enum(['GET', 'POST']),
  postback_body: optionalCode(8192).describe('Sent with POST; macros allowed.'),
  postback_headers: headers.describe('Stored sealed; values are never shown again.'),
  postback_statuses: z.array(z.enum(CONVERSION_STATUSES)).max(4),
  event_map: z.partialRecord(z.enum(EVENT_TYPES), theirWord),
  status_map: z.partialRecord(z.enum(CONVERSION_STATUSES), theirWord),
  requires_external_id: z.boolean(),
  send_zero_payout: z.boolean(),
  expected_status: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[1-5](xx|\d\d)$/, 'must be 2xx or one code such as 200')
    .describe('Which answer of the source counts as taken.'),
  delay_seconds: z.int().min(0).max(86_400),
  notes: optionalText(5000),
};

const optional = z.strictObject(fields).partial().shape;

export const SourceInput = z.strictObject({ name: requiredText(255), ...optional });
export type SourceInput = z.infer<typeof SourceInput>;

/** Keys that are left out stay as they are. */
export const SourceChange = z.strictObject({
  name: requiredText(255).optional(),
  ...optional,
  apply_to_links: z
    .boolean()
    .optional()
    .describe('Of changed parameters: false leaves the links that are there as they were. Default true.'),
  version,
});
export type SourceChange = z.infer<typeof SourceChange>;

/** Visits whose ad address named a price that nobody could read, and the newest of what it said. */
export const UnreadCosts = z.object({ visits: z.int(), sample: z.string() });
export type UnreadCosts = z.infer<typeof UnreadCosts>;

/** A source as the list shows it. */
export const Source = z.object({
  id: z.int(),
  name: z.string(),
  template_key: z.string().nullable(),
  type: z.enum(SOURCE_TYPES),
  status: z.enum(SOURCE_STATUSES),
  click_id_param: z.string().nullable(),
  click_id_token: z.string().nullable(),
  cost_param: z.string().nullable(),
  cost_model: z.enum(COST_MODELS),
  cost_currency: z.string(),
  traffic_loss_percent: z.int(),
  parameters: z.array(SourceParameter),
  utm_defaults: z.partialRecord(z.enum(UTM_KEYS), z.string()),
  url_suffix: z.string().describe('Ready to paste behind an ad URL.'),
  postback_enabled: z.boolean(),
  postback_url_masked: z.string().nullable(),
  postback_method: z.enum(['GET', 'POST']),
  postback_statuses: z.array(z.enum(CONVERSION_STATUSES)),
  event_map: z.partialRecord(z.enum(EVENT_TYPES), z.string()),
  status_map: z.partialRecord(z.enum(CONVERSION_STATUSES), z.string()),
  requires_external_id: z.boolean(),
  send_zero_payout: z.boolean(),
  expected_status: z.string(),
  delay_seconds: z.int(),
  notes: z.string().nullable(),
  links_count: z.int().describe('Tracking links that name it.'),
  visits_30d: z.int(),
  cost_30d: z.string().nullable().describe('In the currency of the site; null when nothing says what was paid.'),
  profit_30d: z.string().nullable().describe('Expected revenue - cost, of days whose cost is known.'),
  roi_30d: z.number().nullable().describe('Profit / cost.'),
  left_out_30d: z.int().describe('Source-days whose cost is not known: in no profit and no ROI.'),
  unconverted_30d: z
    .string()
    .optional()
    .describe('Money without a rate to the currency, in none of these sums: `12.00 EUR; cost 3.00 CHF`.'),
  unread_costs_30d: UnreadCosts.nullable().describe('Visits with a cost that could not be read; null: none.'),
  postbacks_ok_rate_24h: z
    .number()
    .nullable()
    .describe('Sent of those that ended in the last 24 hours; null = none did.'),
  last_error: z.string().nullable(),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Source = z.infer<typeof Source>;

/** What of a source decides how the visits of its links are read. */
export type LinkReading = Pick<Source, 'click_id_param' | 'cost_param' | 'parameters' | 'utm_defaults'>;

/** A source as its editor shows it: with the postback in the clear, the values of its headers masked. */
export const SourceDetail = Source.extend({
  postback_url: z.string().nullable(),
  postback_body: z.string().nullable(),
  postback_headers: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type SourceDetail = z.infer<typeof SourceDetail>;

/** Without what opens doors. */
const masked = {
  postback_url_masked: untold,
  last_error: untold,
  notes: untold,
  unread_costs_30d: UnreadCosts.extend({ sample: untoldText }).nullable(),
};
const SourceMasked = Source.extend(masked);
const SourceDetailMasked = SourceDetail.extend({
  ...masked,
  postback_url: untold,
  postback_body: untold,
  postback_headers: untoldList,
});

/** What a source is put in order by that its record does not hold. */
export const SOURCE_FIGURES = ['postbacks_ok_rate_24h', 'visits_30d', 'cost_30d', 'profit_30d', 'roi_30d'] as const;
export type SourceFigure = (typeof SOURCE_FIGURES)[number];

export const SOURCE_SORTS = ['name', 'type', 'status', 'created_at', 'updated_at', ...SOURCE_FIGURES] as const;

/** What a file of the list tells of each. */
export const SOURCE_COLUMNS = [
  'id',
  'name',
  'template_key',
  'type',
  'status',
  'click_id_param',
  'postbacks_ok_rate_24h',
  'visits_30d',
  'cost_30d',
  'profit_30d',
  'roi_30d',
  'left_out_30d',
  'unconverted_30d',
  'created_at',
  'updated_at',
] as const satisfies (keyof Source)[];

export const SourceQuery = z.strictObject({
  ...pagingKeys,
  ...fileKeys,
  sortBy: z.enum(SOURCE_SORTS).default('name'),
  status: z.enum(SOURCE_STATUSES).optional(),
  type: z.enum(SOURCE_TYPES).optional(),
  all: z.enum(['1', 'true']).optional().describe('Every source that is not archived, for pickers.'),
});
export type SourceQuery = z.infer<typeof SourceQuery>;

/** A source's own tokens and its postback, as a data file with its origin. */
export const SourceTemplate = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9-]{1,64}$/),
    name: z.string().min(1),
    type: z.enum(SOURCE_TYPES),
    ...templateFacts,
    click_id_param: z.string().nullable(),
    click_id_token: z.string().nullable(),
    cost_param: z.string().nullable(),
    cost_model: z.enum(COST_MODELS),
    parameters,
    utm_defaults: z.partialRecord(z.enum(UTM_KEYS), z.string()),
    postback_url: z.string().nullable(),
    postback_method: z.enum(['GET', 'POST']),
    requires_external_id: z.boolean(),
    notes: z.string().nullable().optional(),
  })
  .refine(shipsAsShown, SHIPS_AS_SHOWN)
  .refine(({ capture_only: only, postback_url: url }) => !only || url === null, {
    path: ['postback_url'],
    error: 'must be null while the template is capture only',
  });
export type SourceTemplate = z.infer<typeof SourceTemplate>;

export const SourcePage = pageOf(Source);
export const SourcePageMasked = pageOf(SourceMasked);
export const SourceReply = oneOf(SourceDetail);
export const SourceReplyMasked = oneOf(SourceDetailMasked);
export const SourceTemplates = z.object({ data: z.array(SourceTemplate) });
