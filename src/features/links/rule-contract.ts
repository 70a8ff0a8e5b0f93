import { z } from 'zod';
import { moment, requiredText, version } from '../../platform/fields.ts';
import { addressId } from '../../platform/paging.ts';
import { Condition, DEVICES, MAX_CONDITIONS, VISITOR_KINDS } from './conditions.ts';

export const MAX_RULES = 50;

const id = z.int().min(1).max(2_147_483_647);

const fields = {
  is_enabled: z.boolean(),
  conditions: z
    .array(Condition)
    .max(MAX_CONDITIONS)
    .describe('Joined by and; a rule without conditions takes everybody.'),
  starts_at: moment,
  ends_at: moment.describe('Exclusive.'),
};
const optional = z.strictObject(fields).partial().shape;

export const RuleInput = z.strictObject({ name: requiredText(120), ...optional });
export type RuleInput = z.infer<typeof RuleInput>;

/** Keys that are left out stay as they are. */
export const RuleChange = z.strictObject({ name: requiredText(120).optional(), ...optional, version });
export type RuleChange = z.infer<typeof RuleChange>;

export const RuleOrder = z.strictObject({
  ids: z
    .array(id)
    .min(1)
    .max(MAX_RULES)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each rule once'),
});
export type RuleOrder = z.infer<typeof RuleOrder>;

export const Rule = z.object({
  id: z.int(),
  link_id: z.int(),
  place: z.int().describe('1 is asked first.'),
  name: z.string(),
  is_enabled: z.boolean(),
  conditions: z.array(z.looseObject({ type: z.string() })).describe('As given.'),
  words: z.array(z.string()).describe('Each condition as a sentence.'),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  is_running: z.boolean().describe('It is on, and within its own dates.'),
  destinations_count: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Rule = Omit<z.infer<typeof Rule>, 'conditions'> & { conditions: Condition[] };

export const RuleParams = z.object({ ruleId: addressId });
export const LinkRuleParams = RuleParams.extend({ id: addressId });
/** The whole list of a link, after every change of one of them. */
export const RulesReply = z.object({ data: z.array(Rule), message: z.string().optional() });
export type RulesReply = { data: Rule[]; message?: string | undefined };

const text = (max: number) => z.string().trim().max(max).nullable().optional();

/** A visitor who might come. What is left out is not known; headers are read as the router reads them. */
export const SampleVisitor = z.strictObject({
  name: text(80),
  country: z
    .union([
      z.literal('').transform(() => null),
      z.null(),
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'must be two letters, such as DE'),
    ])
    .optional(),
  region: text(64),
  language: text(16),
  device: z.enum(DEVICES).nullable().optional(),
  os: text(64),
  os_version: text(24),
  browser: text(64),
  user_agent: text(512).describe('Fills device, system and browser where they are left out.'),
  query: text(2048).describe('Such as utm_source=taboola&utm_term=tea.'),
  referrer: text(2048).describe('A host or an address.'),
  visitor: z.enum(VISITOR_KINDS).nullable().optional(),
  at: moment.optional().describe('When; now if left out.'),
});
export type SampleVisitor = z.infer<typeof SampleVisitor>;

export const SimulateInput = z.strictObject({
  visitors: z.array(SampleVisitor).min(1, 'must hold at least one visitor').max(20),
});
export type SimulateInput = z.infer<typeof SimulateInput>;

export const Simulated = z.object({
  name: z.string(),
  steps: z.array(z.string()).describe('The order of evaluation, each step with its result.'),
  rules: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      result: z.enum(['matches', 'does_not_match', 'not_running', 'not_asked']),
      conditions: z.array(
        z.object({ words: z.string(), value: z.string().nullable(), verdict: z.enum(['yes', 'no', 'unknown']) }),
      ),
    }),
  ),
  destinations: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      closed: z.string().nullable().describe('What holds it back, in words.'),
      overflow: z.string().nullable().describe('The offer that takes its visits because its own is at a cap.'),
    }),
  ),
  rule_id: z.int().nullable(),
  destination_id: z.int().nullable().describe('Null: the fallback.'),
  reason: z.string(),
  words: z.string().describe('The result in one sentence.'),
  location: z.string().describe('Where the first draw would lead, without what one visit adds.'),
  exits: z
    .array(
      z.object({
        name: z.string(),
        leads_to: z.string().nullable().describe('The offer that takes this visitor.'),
        closed: z.string().nullable().describe('Why none does, in words.'),
      }),
    )
    .describe('The buttons of the guide or review that the first draw leads to, for this visitor.'),
  distribution: z
    .array(z.object({ destination_id: z.int().nullable(), name: z.string(), visits: z.int(), percent: z.number() }))
    .describe('Of 10,000 visits like this one.'),
});
export type Simulated = z.infer<typeof Simulated>;

export const SimulateReply = z.object({ data: z.array(Simulated) });
export type SimulateReply = z.infer<typeof SimulateReply>;
