import { z } from 'zod';
import { requiredText, version } from '../../platform/fields.ts';
import { oneOf } from '../../platform/paging.ts';
import { FORMATS, MAX_FORMULA, misreadWords, readFormula } from './formula.ts';

/** How many one person makes. */
export const MOST_OWN = 50;

const MAX_NAME = 40;

const formula = z
  .string()
  .trim()
  .min(1, 'This field is required.')
  .superRefine((text, check) => {
    const { misread } = readFormula(text);
    if (misread && text !== '') check.addIssue({ code: 'custom', message: misreadWords(misread) });
  })
  .meta({ maxLength: MAX_FORMULA })
  .describe('Known metrics by their names, numbers, + - * / and brackets, such as `(profit - 2 * cost) / clicks`.');

const fields = {
  name: requiredText(MAX_NAME),
  formula,
  format: z.enum(FORMATS).describe('percent: 0.125 is 12.5 %.'),
  is_shared: z.boolean().describe('The whole team has it; else only who made it. Administrators share.'),
};

export const OwnColumnInput = z.strictObject({ ...fields, is_shared: fields.is_shared.default(false) });
export type OwnColumnInput = z.infer<typeof OwnColumnInput>;

export const OwnColumnChange = z.strictObject({ ...z.strictObject(fields).partial().shape, version });
export type OwnColumnChange = z.infer<typeof OwnColumnChange>;

/** What a report says of an own column that it shows. */
export const ShownColumn = z.object({
  id: z.int(),
  name: z.string(),
  formula: z.string(),
  format: z.enum(FORMATS),
});
export type ShownColumn = z.infer<typeof ShownColumn>;

export const OwnColumn = ShownColumn.extend({
  is_shared: z.boolean(),
  is_mine: z.boolean().describe('Who asks has made it.'),
  may_change: z.boolean().describe('Who asks may change and delete it: their own, and administrators what is shared.'),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OwnColumn = z.infer<typeof OwnColumn>;

export const OwnColumns = z.object({ data: z.array(OwnColumn) });
export const OwnColumnReply = oneOf(OwnColumn);
