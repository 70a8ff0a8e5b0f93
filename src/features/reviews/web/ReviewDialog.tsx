import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContractForm } from '../../../platform/web/form.ts';
import { toNumber } from '../../../platform/web/form.ts';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { PickInput } from '../../../platform/web/ui/inputs/PickInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import type { Offer } from '../../offers/contract.ts';
import { NewOfferButton } from '../../offers/web/lazy-parts.ts';
import { offerQueries } from '../../offers/web/client.ts';
import { type Review, ReviewInput } from '../contract.ts';
import { reviewsClient } from './client.ts';
import { withMade } from './made-offer.ts';

type Props = { onClose: () => void; onCreated: (review: Review, message: string) => void };

const BLANK = { offer_id: '', title: '' };

/** Begins a review as a draft; the rest is written in the full editor. */
export function ReviewDialog({ onClose, onCreated }: Props) {
  const offers = useQuery(offerQueries.options());
  const [made, setMade] = useState<Offer>();
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
        <FailedParts queries={[offers]} />
        <Wide>
          <PickInput
            name="offer_id"
            label="Offer"
            help="Price, coupon and button come from it."
            isRequired
            isLoading={offers.isPending}
            options={withMade(offers.data ?? [], made).map(({ id, name }) => ({ value: String(id), label: name }))}
            placeholder="Search offers..."
          />
          <NewOfferButton
            purpose="Offer"
            onMade={(offer) => {
              setMade(offer);
              form.setValue('offer_id', String(offer.id), { shouldDirty: true });
            }}
          />
        </Wide>
        <Wide>
          <TextInput name="title" label="Title" help="The address is made of it." isRequired />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
