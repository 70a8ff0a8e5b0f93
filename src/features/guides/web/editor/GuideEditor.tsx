import { useQuery } from '@tanstack/react-query';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { peopleQueries } from '../../../people/web/client.ts';
import type { DraftReply } from '../../../publishing/contract.ts';
import { ContentEditor } from '../../../publishing/web/ContentEditor.tsx';
import { editorialSections, namesIn } from '../../../publishing/web/editorial-sections.tsx';
import { useDraftForm } from '../../../publishing/web/use-draft-form.ts';
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
  // names for what is compared: a past author may be anybody
  const people = useQuery(peopleQueries.list({ limit: 'all' }));

  const toValues = (record: Guide) => toEditorValues(record, zone);
  const { form, draft } = useDraftForm({
    schema: GuideChange,
    keepAs: `guide/${guide.id}`,
    path,
    record: guide,
    found,
    toValues,
    toWire: (values: GuideEditorValues) => toEditorWire(values, zone),
  });

  const handleSave = async (wire: GuideChange) => {
    const { data, message = 'Listicle updated successfully!' } = await guidesClient.update(guide.id, wire);
    afterChange({ message });
    return data;
  };

  const words = namesIn({ category_id: categories.data, author_id: people.data?.data, reviewer_id: people.data?.data });

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
          ...editorialSections({
            noun: 'guide',
            people: peopleQueries,
            search: <GuideSearchSection guideId={guide.id} />,
            problems: draft.stored.problems,
          }),
        ]}
      />
    </>
  );
}
