import { z } from 'zod';
import { moment } from '../../platform/fields.ts';
import { isTimeZone } from '../../platform/time.ts';
import { MAX_PATTERN } from './pattern-size.ts';

export const CONDITION_TYPES = [
  'country',
  'region',
  'language',
  'device',
  'os',
  'browser',
  'time',
  'date',
  'query',
  'referrer',
  'visitor',
  'source',
] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv'] as const;
export const QUERY_MATCHES = ['equals', 'contains', 'any', 'none', 'regex'] as const;
export const VISITOR_KINDS = ['new', 'returning'] as const;
export const MAX_CONDITIONS = 20;
const MAX_VALUES = 250;

const all = {
  op: z.enum(['is', 'is_not']).default('is'),
  include_unknown: z
    .boolean()
    .default(false)
    .describe('A value that is not known matches neither `is` nor `is_not` unless this is set.'),
};
const anyOf = <T extends z.ZodType>(value: T) => z.array(value).min(1, 'must name at least one value').max(MAX_VALUES);
const word = z.string().trim().min(1).max(64);
const versionNumber = z
  .union([
    z.literal('').transform(() => null),
    z.null(),
    z
      .string()
      .trim()
      .regex(/^\d{1,5}(\.\d{1,5}){0,3}$/, 'must be a version such as 17 or 17.4'),
  ])
  .default(null);
const clock = z
  .union([
    z.literal('').transform(() => null),
    z.null(),
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 09:00'),
  ])
  .default(null);

/** What a rule asks of a visit. `values` are joined by or; conditions by and. */
export const Condition = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('country'),
      ...all,
      values: anyOf(
        z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^[A-Z]{2}$/, 'must be two letters, such as DE'),
      ),
    }),
    z.strictObject({ type: z.literal('region'), ...all, values: anyOf(word) }),
    z.strictObject({
      type: z.literal('language'),
      ...all,
      values: anyOf(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[a-z]{2,3}$/, 'must be a language such as en'),
      ),
    }),
    z.strictObject({ type: z.literal('device'), ...all, values: anyOf(z.enum(DEVICES)) }),
    z.strictObject({
      type: z.literal('os'),
      ...all,
      values: anyOf(word),
      min_version: versionNumber.describe('Inclusive.'),
      max_version: versionNumber.describe('Inclusive: 17 takes 17.4 in.'),
    }),
    z.strictObject({ type: z.literal('browser'), ...all, values: anyOf(word) }),
    z.strictObject({
      type: z.literal('time'),
      ...all,
      weekdays: z.array(z.int().min(1).max(7)).max(7).default([]).describe('1 is Monday; none: every day.'),
      from: clock.describe('Inclusive.'),
      to: clock.describe('Exclusive; earlier than `from`: past midnight.'),
      zone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
    }),
    z.strictObject({
      type: z.literal('date'),
      ...all,
      from: moment.default(null),
      to: moment.default(null).describe('Exclusive.'),
    }),
    z.strictObject({
      type: z.literal('query'),
      ...all,
      key: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores'),
      match: z
        .enum(QUERY_MATCHES)
        .default('equals')
        .describe('`regex`: the syntax of RE2; case does not count, and the first 256 characters are looked at.'),
      values: z.array(z.string().trim().min(1).max(MAX_PATTERN)).max(MAX_VALUES).default([]),
    }),
    z.strictObject({
      type: z.literal('referrer'),
      ...all,
      values: anyOf(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[a-z0-9.-]{1,253}$/, 'must be a host such as news.example'),
      ),
    }),
    z.strictObject({ type: z.literal('visitor'), ...all, values: anyOf(z.enum(VISITOR_KINDS)) }),
    z.strictObject({ type: z.literal('source'), ...all, values: anyOf(z.int().min(1).max(2_147_483_647)) }),
  ])
  .superRefine((one, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (one.type === 'query') {
      const wantsNone = one.match === 'any' || one.match === 'none';
      if (!wantsNone && one.values.length === 0) refuse(['values'], 'must name at least one value');
      if (wantsNone && one.values.length > 0) refuse(['values'], `must be empty for the match "${one.match}"`);
    }
    if (one.type === 'time' && one.weekdays.length === 0 && one.from === null && one.to === null)
      refuse(['weekdays'], 'must name a day or a time of day');
    if (one.type === 'date') {
      if (one.from === null && one.to === null) refuse(['from'], 'must have a beginning or an end');
      if (one.from !== null && one.to !== null && one.to <= one.from)
        refuse(['to'], 'must be later than the beginning');
    }
  });
export type Condition = z.output<typeof Condition>;
