import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContractForm } from '../../../../platform/web/form.ts';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { peopleQueries } from '../../../people/web/client.ts';
import type { DraftReply } from '../../../publishing/contract.ts';
import { ContentEditor } from '../../../publishing/web/ContentEditor.tsx';
import { CreditFields } from '../../../publishing/web/CreditFields.tsx';
import { FaqFields } from '../../../publishing/web/FaqFields.tsx';
import { RevisionsPanel } from '../../../publishing/web/RevisionsPanel.tsx';
import { ScheduleFields } from '../../../publishing/web/ScheduleFields.tsx';
import { SourceFields } from '../../../publishing/web/SourceFields.tsx';
import { useDraft, withDraft } from '../../../publishing/web/use-draft.ts';
import { type Guide, GuideChange } from '../../contract.ts';
import { categoryQueries } from '../categories/category-client.ts';
import { GUIDES_KEY, guidesClient } from '../client.ts';
import { EDITOR_LABELS, type GuideEditorValues, toEditorValues, toEditorWire } from './guide-editor-form.ts';
import { GuideGeneralSection } from './GuideGeneralSection.tsx';
import { GuideRubricSection } from './GuideRubricSection.tsx';
import { GuideSearchSection } from './GuideSearchSection.tsx';
import { GuideTextSection } from './GuideTextSection.tsx';

type Props = {
  guide: Guide;
  /** My unsaved edits, and who else has some. */
  found: DraftReply;
};

/** The full editor of one guide. */
export function GuideEditor({ guide, found }: Props) {
  const zone = useTimeZone();
  const path = `/admin/listicles/${guide.id}`;
  const afterChange = useAfterChange(GUIDES_KEY);
  const categories = useQuery(categoryQueries.all());
  const people = useQuery(peopleQueries.options());

  const toValues = (record: Guide) => toEditorValues(record, zone);
  const toWire = (values: GuideEditorValues) => toEditorWire(values, zone);
  const [opened] = useState(() => ({
    values: toValues(guide),
    edited: found.data ? toValues(withDraft(guide, found.data)) : undefined,
  }));
  const form = useContractForm({ schema: GuideChange, ...opened, keepAs: `guide/${guide.id}`, toWire });
  const draft = useDraft(form, { path, record: guide, found, toValues, toWire });

  const handleSave = async (wire: GuideChange) => {
    const { data, message = 'Listicle updated successfully!' } = await guidesClient.update(guide.id, wire);
    afterChange({ message });
    return data;
  };

  const words = (name: string, value: unknown): string | undefined => {
    if (value === null || value === undefined || value === '') return undefined;
    const named = (list: readonly { id: number; name: string }[] | undefined) =>
      list?.find((one) => one.id === Number(value))?.name;
    if (name === 'category_id') return named(categories.data);
    return name === 'author_id' || name === 'reviewer_id' ? named(people.data) : undefined;
  };

  return (
    <>
      <FailedParts queries={[categories, people]} />
      <ContentEditor
        path={path}
        noun="guide"
        form={form}
        draft={draft}
        found={found}
        onSave={handleSave}
        failureNotice="Failed to save listicle."
        conflict={{ fromRecord: toValues, labels: EDITOR_LABELS, words }}
        linkTo={(field) => (field.startsWith('items') ? `/admin/listicles/${guide.id}/items` : undefined)}
        sections={[
          {
            label: 'General',
            fields: ['title', 'status', 'slug', 'category_id', 'excerpt', 'main_image_url', 'main_image_alt'],
            content: <GuideGeneralSection categories={categories.data ?? []} />,
          },
          { label: 'Text', fields: ['description'], content: <GuideTextSection /> },
          { label: 'How we picked', fields: ['tested', 'methodology', 'rubric'], content: <GuideRubricSection /> },
          { label: 'FAQ', fields: ['faq'], content: <FaqFields /> },
          { label: 'Sources', fields: ['sources'], content: <SourceFields /> },
          {
            label: 'People and dates',
            fields: ['author_id', 'author_name', 'reviewer_id', 'reviewed_at', 'changes'],
            content: <CreditFields people={people.data ?? []} isLoading={people.isPending} />,
          },
          {
            label: 'Search engines',
            fields: ['meta_title', 'meta_description', 'noindex'],
            content: <GuideSearchSection guideId={guide.id} />,
          },
          {
            label: 'Schedule',
            fields: ['publish_at', 'unpublish_at'],
            content: (
              <ScheduleFields
                noun="guide"
                problem={draft.stored.problems.map((problem) => problem.message).join(' ') || undefined}
              />
            ),
          },
          {
            label: 'History',
            fields: [],
            content: (
              <RevisionsPanel
                path={path}
                labels={EDITOR_LABELS}
                current={{ ...toWire(toValues(draft.stored)), ...draft.edits }}
                words={words}
                onRestored={draft.take}
              />
            ),
          },
        ]}
      />
    </>
  );
}
