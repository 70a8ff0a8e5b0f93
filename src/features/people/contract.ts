import { z } from 'zod';
import { imageUrl, optionalText, optionalUrl, requiredText, version } from '../../platform/fields.ts';
import { oneOf, pageOf, fileKeys, pagingKeys } from '../../platform/paging.ts';
import { slug } from '../publishing/contract.ts';

export const MAX_PROFILES = 10;

const name = requiredText(120);

const fields = {
  slug,
  credentials: optionalText(120).describe(
    'What stands behind the name, such as "RD, MSc". Without it nobody is shown as a reviewer.',
  ),
  licence_url: optionalUrl.describe('Where a reader can look the credentials up.'),
  job_title: optionalText(120).describe('What the person does here, such as "Senior editor".'),
  bio: optionalText(2000).describe('Plain text.'),
  photo_url: imageUrl,
  same_as: z
    .array(optionalUrl.refine((url) => url !== null, 'must not be empty').transform((url) => url ?? ''))
    .max(MAX_PROFILES)
    .describe('Addresses of the same person elsewhere.'),
  conflicts_of_interest: optionalText(1000),
};
const optional = z.strictObject(fields).partial().shape;

export const PersonInput = z.strictObject({ name, ...optional });
export type PersonInput = z.infer<typeof PersonInput>;

/** Keys that are left out stay as they are. */
export const PersonChange = z.strictObject({ name: name.optional(), ...optional, version });
export type PersonChange = z.infer<typeof PersonChange>;

/** A person as readers see them. */
export const PublicPerson = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  credentials: z.string().nullable(),
  licence_url: z.string().nullable(),
  job_title: z.string().nullable(),
  bio: z.string().nullable(),
  photo_url: z.string().nullable(),
  same_as: z.array(z.string()),
  conflicts_of_interest: z.string().nullable(),
});
export type PublicPerson = z.infer<typeof PublicPerson>;

export const Person = z.object({
  ...PublicPerson.shape,
  used_in: z.int().describe('Guides and reviews that name the person.'),
  is_sample: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Person = z.infer<typeof Person>;

export const PERSON_SORTS = ['name', 'job_title', 'used_in', 'created_at', 'updated_at'] as const;

/** What a file of the list tells of each. */
export const PERSON_COLUMNS = [
  'id',
  'name',
  'slug',
  'job_title',
  'credentials',
  'used_in',
  'created_at',
  'updated_at',
] as const satisfies (keyof Person)[];

export const PersonQuery = z.strictObject({ ...pagingKeys, ...fileKeys, sortBy: z.enum(PERSON_SORTS).default('name') });
export type PersonQuery = z.infer<typeof PersonQuery>;

export const PersonPage = pageOf(Person);
export const PersonReply = oneOf(Person);
