import { useContractForm } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { FormTabs } from '../../../platform/web/ui/FormTabs.tsx';
import { type Review, ReviewChange, ReviewInput } from '../contract.ts';
import { reviewsClient } from './client.ts';
import { REVIEW_LABELS, toValues, toWire } from './review-form.ts';
import { ReviewGeneralTab } from './ReviewGeneralTab.tsx';
import { ReviewSectionsTab } from './ReviewSectionsTab.tsx';
import { ReviewVerdictTab } from './ReviewVerdictTab.tsx';

type Props = {
  /** Undefined adds a new one. */
  review: Review | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits a review. */
export function ReviewDialog({ review, onClose, onSaved }: Props) {
  const form = useContractForm({ schema: review ? ReviewChange : ReviewInput, values: toValues(review), toWire });

  const handleSave = async (wire: ReviewInput | ReviewChange) => {
    const saved = review
      ? await reviewsClient.update(review.id, wire)
      : await reviewsClient.create(wire as ReviewInput);
    onSaved(saved.message ?? `Content ${review ? 'updated' : 'created'} successfully!`);
  };

  return (
    <FormDialog
      title={review ? `Edit ${review.title}` : 'Add New Content'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toValues, labels: REVIEW_LABELS }}
    >
      <FormTabs
        tabs={[
          {
            label: 'General',
            fields: ['offer_id', 'title', 'status', 'slug', 'author_name', 'main_image_url', 'meta_description'],
            content: <ReviewGeneralTab current={review && { id: review.offer_id, name: review.offer_name }} />,
          },
          {
            label: 'Verdict',
            fields: ['tested', 'score', 'verdict', 'pros', 'cons'],
            content: <ReviewVerdictTab />,
          },
          { label: 'Sections', fields: ['sections'], content: <ReviewSectionsTab /> },
        ]}
      />
    </FormDialog>
  );
}
