import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { useTimeZone } from '../../../platform/web/ui/time-zone.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { Offer } from '../../offers/contract.ts';
import { offerQueries } from '../../offers/web/client.ts';
import { peopleQueries } from '../../people/web/client.ts';
import type { DraftReply } from '../../publishing/contract.ts';
import { ContentEditor } from '../../publishing/web/ContentEditor.tsx';
import { editorialSections, namesIn } from '../../publishing/web/editorial-sections.tsx';
import { useDraftForm } from '../../publishing/web/use-draft-form.ts';
import { type Review, ReviewChange } from '../contract.ts';
import { REVIEWS_KEY, reviewsClient } from './client.ts';
import { REVIEW_LABELS, type ReviewValues, toValues, toWire } from './review-form.ts';
import { ReviewGalleryTab } from './ReviewGalleryTab.tsx';
import { ReviewGeneralTab } from './ReviewGeneralTab.tsx';
import { ReviewSearchTab } from './ReviewSearchTab.tsx';
import { ReviewTextTab } from './ReviewTextTab.tsx';
import { ReviewVerdictTab } from './ReviewVerdictTab.tsx';

type Props = {
  review: Review;
  /** My unsaved edits, and who else has some. */
  found: DraftReply;
};

/** The full editor of one review. */
export function ReviewEditor({ review, found }: Props) {
  const zone = useTimeZone();
  const path = `/admin/offer-content/${review.id}`;
  const afterChange = useAfterChange(REVIEWS_KEY);
  // names for what is compared: the first offers that the picker shows, and all people, as a past author may be anybody
  const offers = useQuery(offerQueries.search({ search: '', all: 1 }));
  const people = useQuery(peopleQueries.list({ limit: 'all' }));
  const [made, setMade] = useState<Offer>();

  const asValues = (record: Review) => toValues(record, zone);
  const { form, draft } = useDraftForm({
    schema: ReviewChange,
    keepAs: `review/${review.id}`,
    path,
    record: review,
    found,
    toValues: asValues,
    toWire: (values: ReviewValues) => toWire(values, zone),
  });
  const { stored } = draft;

  const handleSave = async (wire: ReviewChange) => {
    const { data, message = 'Content updated successfully!' } = await reviewsClient.update(review.id, wire);
    afterChange({ message });
    return data;
  };

  const offer = { id: stored.offer_id, name: stored.offer_name };
  const words = namesIn({
    offer_id: [offer, ...(made ? [made] : []), ...(offers.data ?? [])],
    author_id: people.data?.data,
    reviewer_id: people.data?.data,
  });

  return (
    <>
      <FailedParts queries={[offers, people]} />
      <ContentEditor
        path={path}
        noun="review"
        form={form}
        draft={draft}
        found={found}
        onSave={handleSave}
        failureNotice="Failed to save content."
        conflict={{ fromRecord: asValues, labels: REVIEW_LABELS, words }}
        sections={[
          {
            label: 'General',
            fields: ['title', 'offer_id', 'status', 'slug', 'main_image_url', 'main_image_alt'],
            content: <ReviewGeneralTab offer={offer} formerSlugs={stored.former_slugs} onMade={setMade} />,
          },
          {
            label: 'Verdict',
            fields: ['tested', 'score', 'verdict', 'pros', 'cons', 'sub_scores'],
            content: <ReviewVerdictTab />,
          },
          { label: 'Text', fields: ['sections'], content: <ReviewTextTab /> },
          { label: 'Gallery', fields: ['gallery'], content: <ReviewGalleryTab /> },
          ...editorialSections({
            noun: 'review',
            people: peopleQueries,
            search: <ReviewSearchTab />,
            problems: stored.problems,
          }),
        ]}
      />
    </>
  );
}
