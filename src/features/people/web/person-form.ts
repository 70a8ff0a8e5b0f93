import { blankToNull, linesOf, toText } from '../../../platform/web/form.ts';
import type { Person } from '../contract.ts';

/** What the editor holds: everything typed is text; field names are those of the wire. */
export type PersonValues = ReturnType<typeof toValues>;

/** A person as the editor shows one; without one, an empty form. */
export const toValues = (person?: Person) => ({
  name: toText(person?.name),
  slug: toText(person?.slug),
  credentials: toText(person?.credentials),
  licence_url: toText(person?.licence_url),
  job_title: toText(person?.job_title),
  bio: toText(person?.bio),
  photo_url: person?.photo_url ?? null,
  same_as: (person?.same_as ?? []).join('\n'),
  conflicts_of_interest: toText(person?.conflicts_of_interest),
  version: person?.version,
});

/** The form as the contract wants it; a blank slug is left out, so that the name makes one or the stored one stays. */
export const toWire = (values: PersonValues) => ({
  ...values,
  slug: blankToNull(values.slug) ?? undefined,
  same_as: linesOf(values.same_as),
});

/** The words of the form, for the list of differences in a conflict. */
export const PERSON_LABELS: Partial<Record<keyof PersonValues, string>> = {
  name: 'Name',
  slug: 'Slug',
  credentials: 'Credentials',
  licence_url: 'Where to check them',
  job_title: 'Role',
  bio: 'About',
  photo_url: 'Photo',
  same_as: 'Profiles elsewhere',
  conflicts_of_interest: 'Conflicts of interest',
};
