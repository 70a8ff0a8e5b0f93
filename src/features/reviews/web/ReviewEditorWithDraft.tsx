import { DraftGate } from '../../publishing/web/DraftGate.tsx';
import type { Review } from '../contract.ts';
import { ReviewEditor } from './ReviewEditor.tsx';

/** The editor with what was left unsaved; a file of its own, so that its screen opens before all of it is here. */
export const ReviewEditorWithDraft = ({ review }: { review: Review }) => (
  <DraftGate path={`/admin/offer-content/${review.id}`}>
    {(found) => <ReviewEditor key={review.id} review={review} found={found} />}
  </DraftGate>
);
