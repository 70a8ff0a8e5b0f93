import { z } from 'zod';
import { amount, optionalText, requiredText, version, line } from '../../platform/fields.ts';
import { judgeUrlTemplate } from '../../platform/macros/macros.ts';
import { addressId, oneOf, pageOf, pagingKeys } from '../../platform/paging.ts';
import { isSitePath, isWebAddress, toAscii } from './addresses.ts';
import { DESTINATION_STATES, LINK_STATES } from './shares.ts';
import { isReservedSlug, SLUG } from './slugs.ts';

export const LINK_STATUSES = ['active', 'paused', 'archived'] as const;
export const FORWARD_PARAMS = ['all', 'listed', 'none'] as const;
export const PARAM_CONFLICTS = ['incoming_wins', 'link_wins'] as const;
export const ROTATIONS = ['weighted', 'priority', 'auto'] as const;
export const LINK_COST_MODELS = ['source', 'cpc', 'cpa', 'none'] as const;
export const STICKY_MODES = ['none', 'day'] as const;
/** The type of a destination that is a guide. */
export const TO_GUIDE = 'listicle';
export const DESTINATION_TYPES = [TO_GUIDE, 'review', 'offer', 'url'] as const;
export const DESTINATION_STATUSES = ['active', 'paused'] as const;
/** How an address can be mangled and is mended; the closed list. */
export const MENDS = [
  'ampersand',
  'encoded',
  'html_ampersand',
  'second_question_mark',
  'slash',
  'case',
  'around',
  'other_name',
] as const;
export type Mend = (typeof MENDS)[number];
export const MAX_WEIGHT = 1000;
export const MAX_DESTINATIONS = 100;

export type DestinationType = (typeof DESTINATION_TYPES)[number];

const id = z.int().min(1).max(2_147_483_647);

const slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(SLUG, 'must be 2 to 64 letters, digits, dashes or underscores, and begin with a letter or digit')
  .refine((text) => !isReservedSlug(text), 'is reserved: it is, or looks like, an address of the site itself');

const redirectType = z.union([z.literal(302), z.literal(307)], {
  error: ({ input }) =>
    input === 301 || input === 308
      ? 'must not be permanent: browsers remember it, so later visits would pass us by and not be counted; use 302 or 307'
      : 'must be 302 or 307',
});

/** Where a visit goes that no destination takes. */
export const wayOut = z
  .string()
  .trim()
  .max(2048)
  .refine(
    (text) => isSitePath(text) || isWebAddress(text),
    'must be a path of this site that begins with one / (not /go/), or an address that begins with http:// or https://',
  )
  .transform(toAscii)
  .pipe(z.string().max(2048));

const instant = z.union(
  [z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()), z.null()],
  'must be a date and time with its zone, such as 2026-03-01T09:00:00Z',
);

const utmValue = line.max(255);
const utm = z
  .strictObject({
    utm_source: utmValue,
    utm_medium: utmValue,
    utm_campaign: utmValue,
    utm_term: utmValue,
    utm_content: utmValue,
  })
  .partial()
  .transform((given): Record<string, string> =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
  );

const queryKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');

export const linkTag = line.min(1).max(50);
export const MAX_LINK_TAGS = 20;

const fields = {
  status: z.enum(LINK_STATUSES),
  traffic_source_id: id.nullable(),
  redirect_type: redirectType.describe('302 or 307; a permanent one would break counting.'),
  forward_params: z.enum(FORWARD_PARAMS),
  forward_list: z.array(queryKey).max(50).describe('Query keys that go on when forward_params is `listed`.'),
  param_conflict: z.enum(PARAM_CONFLICTS).describe('Who wins when an incoming utm and the one of the link differ.'),
  utm,
  sticky: z.enum(STICKY_MODES),
  rotation: z
    .enum(ROTATIONS)
    .describe(
      'How visits are shared out: by weight, all to the highest priority, or by weights that auto-optimisation moves.',
    ),
  fallback_url: wayOut.describe('Where a visit goes when no destination is live.'),
  starts_at: instant,
  expires_at: instant.describe('Exclusive.'),
  expired_url: z
    .union([z.literal('').transform(() => null), z.null(), wayOut])
    .describe('Where a visit goes after the end; null is the fallback.'),
  click_limit: z
    .int()
    .min(1)
    .max(2_000_000_000)
    .nullable()
    .describe('Visits in all, counted from when it was set; then the visit goes on as after the end. Null: no limit.'),
  cost_model: z
    .enum(LINK_COST_MODELS)
    .describe(
      'source: what the ad address says; cpc: cost_value for each visit whose address says nothing; cpa: cost_value for each conversion; none: free.',
    ),
  cost_value: z
    .union([z.literal('').transform(() => null), z.null(), amount])
    .describe('In the currency of the source.'),
  notes: optionalText(5000),
  tags: z.array(linkTag).max(MAX_LINK_TAGS),
};
const optional = z.strictObject(fields).partial().shape;

/** An empty slug is made up: 7 characters. */
export const LinkInput = z.strictObject({
  name: requiredText(120),
  slug: z.union([z.literal('').transform(() => undefined), slug]).optional(),
  ...optional,
});
export type LinkInput = z.infer<typeof LinkInput>;

/** Keys that are left out stay as they are. */
export const LinkChange = z.strictObject({
  name: requiredText(120).optional(),
  slug: slug.optional(),
  ...optional,
  version,
});
export type LinkChange = z.infer<typeof LinkChange>;

const weight = z.int().min(0).max(MAX_WEIGHT).describe('0 gets no new visitors.');
/** A template of a URL: macros stand only after the host, so that no visitor chooses where it leads. */
const targetUrl = z
  .string()
  .trim()
  .max(2048)
  .superRefine((text, context) => {
    const objection = /\p{Cc}/u.test(text) ? 'must not hold line breaks or tabs' : judgeUrlTemplate(text);
    if (objection) context.addIssue({ code: 'custom', message: objection });
  });

const cap = z.int().min(0).max(2_000_000_000);

const destinationFields = {
  name: z.string().trim().max(120),
  weight,
  status: z.enum(DESTINATION_STATUSES),
  priority: z.int().min(-1000).max(1000),
  starts_at: instant.describe('Before it, no visits.'),
  ends_at: instant.describe('Exclusive.'),
  rule_id: id.nullable().describe('The rule whose visitors it takes; null: those whom no rule takes.'),
  is_control: z
    .boolean()
    .describe('Auto-optimisation leaves its share alone, so that the others have something to beat.'),
  caps: z
    .strictObject({ daily_clicks: cap, daily_conversions: cap })
    .partial()
    .describe('0: no cap. A day is a day of the site; at its cap a destination leaves the draw until midnight.'),
};

const targetFields = {
  type: z.enum(DESTINATION_TYPES),
  target_id: id.nullish(),
  url: z.union([z.literal('').transform(() => null), z.null(), targetUrl]).optional(),
};
type TargetInput = { type: DestinationType; target_id?: number | null | undefined; url?: string | null | undefined };

/** Exactly one target: `url` for the type url, `target_id` for the others. */
function judgeTarget(input: TargetInput, context: z.RefinementCtx): void {
  const [wanted, other] = input.type === 'url' ? (['url', 'target_id'] as const) : (['target_id', 'url'] as const);
  if (input[wanted] == null) context.addIssue({ code: 'custom', path: [wanted], message: 'This field is required.' });
  if (input[other] != null)
    context.addIssue({
      code: 'custom',
      path: [other],
      message: `must be empty for a destination of type ${input.type}`,
    });
}

/** What destinations of several links may have in common. */
export const Target = z.strictObject(targetFields).superRefine(judgeTarget);
export type Target = z.infer<typeof Target>;

export const DestinationInput = z
  .strictObject({ ...targetFields, ...z.strictObject(destinationFields).partial().shape })
  .superRefine(judgeTarget);
export type DestinationInput = z.infer<typeof DestinationInput>;

/** The target stays, save for the address of a url; keys that are left out stay as well. */
export const DestinationChange = z.strictObject({
  ...z.strictObject({ ...destinationFields, url: targetUrl }).partial().shape,
  version,
});
export type DestinationChange = z.infer<typeof DestinationChange>;

export const WeightsInput = z.strictObject({
  weights: z
    .record(z.string().regex(/^[1-9]\d{0,9}$/, 'must be the id of a destination'), weight)
    .refine((weights) => Object.keys(weights).length > 0, 'must name at least one destination'),
});
export type WeightsInput = z.infer<typeof WeightsInput>;

export const Destination = z.object({
  id: z.int(),
  link_id: z.int(),
  type: z.enum(DESTINATION_TYPES),
  target_id: z.int().nullable(),
  url: z.string().nullable(),
  target_name: z.string().describe('Title of the guide or review, name of the offer, or the address.'),
  name: z.string(),
  weight: z.int(),
  status: z.enum(DESTINATION_STATUSES),
  priority: z.int(),
  rule_id: z.int().nullable(),
  is_control: z.boolean(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  caps: z.object({ daily_clicks: z.int(), daily_conversions: z.int() }),
  share_now: z.number().describe('Percent of new visits among those of its rule, one decimal.'),
  state: z.enum(DESTINATION_STATES),
  overflow_name: z.string().nullable().describe('The offer that takes its visits while its own is at a cap.'),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Destination = z.infer<typeof Destination>;

export const Link = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(LINK_STATUSES),
  traffic_source_id: z.int().nullable(),
  redirect_type: z.int(),
  forward_params: z.enum(FORWARD_PARAMS),
  forward_list: z.array(z.string()),
  param_conflict: z.enum(PARAM_CONFLICTS),
  utm: z.record(z.string(), z.string()),
  sticky: z.enum(STICKY_MODES),
  rotation: z.string(),
  fallback_url: z.string(),
  starts_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  expired_url: z.string().nullable(),
  click_limit: z.int().nullable(),
  cost_model: z.enum(LINK_COST_MODELS),
  cost_value: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  state: z.enum(LINK_STATES),
  url: z.string().describe('The short address.'),
  former_slugs: z
    .array(z.object({ slug: z.string(), until: z.string().nullable() }))
    .describe('Other slugs that lead here: those of before until their date, given ones (null) for good.'),
  source_name: z.string().nullable(),
  destinations: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      type: z.enum(DESTINATION_TYPES),
      target_id: z.int().nullable(),
      url: z.string().nullable(),
      weight: z.int(),
      share_now: z.number(),
      state: z.enum(DESTINATION_STATES),
    }),
  ),
  mended_30d: z
    .array(z.object({ how: z.enum(MENDS), visits: z.int() }))
    .describe('Visits of people whose address came mangled and was mended, by what was wrong with it.'),
  visits_30d: z.int(),
  uniques_30d: z.int().describe('Different visitors, counted anew each day.'),
  bots_30d: z.int().describe('Visits of bots, which no other number holds.'),
  last_visit_at: z.string().nullable().describe('Of a person, within 30 days.'),
  clicks_30d: z.int(),
  ctr_30d: z.number().nullable().describe('Clicks / visits.'),
  conversions_30d: z.int(),
  revenue_30d: z.string(),
  epc_30d: z.string().nullable().describe('Expected revenue per click, in the currency of the site.'),
  cost_30d: z.string().nullable().describe('In the currency of the site; null when nothing says what was paid.'),
  roi_30d: z.number().nullable().describe('(Expected revenue - cost) / cost, of source-days whose cost is known.'),
  left_out_30d: z.int().describe('Source-days whose cost is not known: in no profit and no ROI.'),
  unconverted_30d: z
    .string()
    .optional()
    .describe('Money without a rate to the currency, in none of these sums: `12.00 EUR; cost 3.00 CHF`.'),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Link = z.infer<typeof Link>;

export const LinkChoicesQuery = z.strictObject({ search: pagingKeys.search });
/** What a picker shows of a link. */
export const LinkChoices = z.object({ data: z.array(Link.pick({ id: true, name: true, slug: true })) });
export type LinkChoices = z.infer<typeof LinkChoices>;

export const GuideChoicesQuery = z.strictObject({
  search: z.string().trim().max(200).optional(),
  include_reviews: z.enum(['1', 'true']).optional().describe('The reviews that readers may see as well.'),
});
export type GuideChoicesQuery = z.infer<typeof GuideChoicesQuery>;
export const GuideChoices = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      type: z.enum([TO_GUIDE, 'review']),
      title: z.string(),
      status: z.enum(['published', 'featured']),
      slug: z.string(),
      views_30d: z.int(),
      epc_30d: z.string().nullable().describe('Expected revenue per click, in the currency of the site.'),
      unconverted_30d: z
        .string()
        .optional()
        .describe('Money without a rate to the currency, in none of these sums: `12.00 EUR; cost 3.00 CHF`.'),
    }),
  ),
});
export type GuideChoices = z.infer<typeof GuideChoices>;

export const DestinationParams = z.object({ destId: addressId });
export const LinkDestinationParams = DestinationParams.extend({ id: addressId });

export const LinkPage = pageOf(Link);
export const LinkReply = oneOf(Link);
/** The whole list of a link, after every change of one of them. */
export const DestinationsReply = z.object({ data: z.array(Destination), message: z.string().optional() });
export type DestinationsReply = z.infer<typeof DestinationsReply>;

/** What auto-optimisation of a link aims at. */
export const GOALS = ['revenue_expected', 'revenue_confirmed', 'conversion_rate', 'click_out_rate'] as const;
export type Goal = (typeof GOALS)[number];
