import { useContractForm } from '../../../platform/web/form.ts';
import { toNumber } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { OfferPicker } from '../../offers/web/lazy-parts.ts';
import { type Review, ReviewInput } from '../contract.ts';
import { reviewsClient } from './client.ts';

type Props = { onClose: () => void; onCreated: (review: Review, message: string) => void };

const BLANK = { offer_id: '', title: '' };

/** Begins a review as a draft; the rest is written in the full editor. */
export function ReviewDialog({ onClose, onCreated }: Props) {
  const form = useContractForm({
    schema: ReviewInput,
    values: BLANK,
    keepAs: 'review/new',
    toWire: (values) => ({ ...values, offer_id: toNumber(values.offer_id) }),
  });

  const handleSave = async (wire: ReviewInput) => {
    const { data, message = 'Content created successfully!' } = await reviewsClient.create(wire);
    onCreated(data, message);
  };

  return (
    <FormDialog title="Add New Content" form={form} onSave={handleSave} onClose={onClose}>
      <FormSection help="It begins as a draft that nobody sees; the editor for the rest opens next.">
        <Wide>
          <OfferPicker name="offer_id" label="Offer" help="Price, coupon and button come from it." isRequired isText />
        </Wide>
        <Wide>
          <TextInput name="title" label="Title" help="The address is made of it." isRequired />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
