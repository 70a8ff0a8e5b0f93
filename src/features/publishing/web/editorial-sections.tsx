import type { ReactNode } from 'react';
import type { FormTab } from '../../../platform/web/ui/form/FormTabs.tsx';
import { CreditFields, type People } from './fields/CreditFields.tsx';
import { FaqFields } from './fields/FaqFields.tsx';
import { ScheduleFields } from './fields/ScheduleFields.tsx';
import { SourceFields } from './fields/SourceFields.tsx';

type Options = {
  /** As people call the record: 'guide'. */
  noun: string;
  /** Who may be named as author and reviewer. */
  people: People;
  /** The fields for search engines, which also show how a result looks. */
  search: ReactNode;
  /** Why the server refused to publish at the set time. */
  problems: readonly { message: string }[];
};

/** The parts of the form that guides and reviews have in common, the last ones of both. */
export const editorialSections = ({ noun, people, search, problems }: Options): FormTab[] => [
  { label: 'FAQ', fields: ['faq'], content: <FaqFields /> },
  { label: 'Sources', fields: ['sources'], content: <SourceFields /> },
  {
    label: 'People and dates',
    fields: ['author_id', 'author_name', 'reviewer_id', 'reviewed_at', 'changes'],
    content: <CreditFields people={people} />,
  },
  { label: 'Search engines', fields: ['meta_title', 'meta_description', 'noindex'], content: search },
  {
    label: 'Schedule',
    fields: ['publish_at', 'unpublish_at'],
    content: <ScheduleFields noun={noun} problem={problems.map(({ message }) => message).join(' ') || undefined} />,
  },
];

type Named = { id: number; name: string };

/**
 * What a number in a form is the number of, in words; undefined for every other value.
 * @param lists the records that may be chosen, by field of the form
 */
export const namesIn =
  (lists: Record<string, readonly Named[] | undefined>) =>
  (field: string, value: unknown): string | undefined => {
    if (value === null || value === undefined || value === '') return undefined;
    return lists[field]?.find(({ id }) => id === Number(value))?.name;
  };
