import { z } from 'zod';
import { optionalText, requiredText, version } from '../../platform/fields.ts';
import { oneOf } from '../../platform/paging.ts';

const categoryFields = {
  slug: z.union([
    z.literal('').transform(() => undefined),
    z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{1,80}$/, 'must be small letters, digits and dashes'),
  ]),
  sort_order: z.int().min(-1_000_000).max(1_000_000),
  color: z.union([
    z.literal('').transform(() => null),
    z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #01e3a0'),
    z.null(),
  ]),
  icon: optionalText(64),
  description: optionalText(500),
};

const optionalCategory = z.strictObject(categoryFields).partial().shape;

export const CategoryInput = z.strictObject({ name: requiredText(80), ...optionalCategory });
export type CategoryInput = z.infer<typeof CategoryInput>;

export const CategoryChange = z.strictObject({ name: requiredText(80).optional(), ...optionalCategory, version });
export type CategoryChange = z.infer<typeof CategoryChange>;

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  sort_order: z.int(),
  color: z.string().nullable(),
  icon: z.string().nullable(),
  description: z.string().nullable(),
  is_default: z.boolean().describe('Takes the offers that name none; it stays.'),
  offers_count: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Category = z.infer<typeof Category>;

export const Categories = z.object({ data: z.array(Category) });
export const CategoryReply = oneOf(Category);
