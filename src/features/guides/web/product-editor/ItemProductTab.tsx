import Alert from '@mui/material/Alert';
import { useWatch } from 'react-hook-form';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { OfferPicker } from '../../../offers/web/lazy-parts.ts';
import type { Item } from '../../contract.ts';
import { BADGE_CHOICES, type ItemValues } from './item-form.ts';

type Props = { item: Item | undefined; others: readonly Item[] };

/** What is placed here, how it is marked, and whether readers see it. */
export function ItemProductTab({ item, others }: Props) {
  const badge = useWatch<ItemValues, 'badge'>({ name: 'badge' });
  const best = badge === 'best_overall' && others.find((one) => one.badge === 'best_overall');
  return (
    <>
      <FormSection>
        <Wide>
          <OfferPicker
            name="offer_id"
            label="Offer"
            help="Price, coupon and link come from it. Without one this is an editorial mention with no button."
            initial={item?.offer ?? null}
          />
        </Wide>
        <Wide>
          <OfferPicker
            name="fallback_offer_id"
            label="Fallback offer"
            help="Where the button leads while the offer is not live. Without one the button is hidden."
            initial={item?.fallback_offer ?? null}
          />
        </Wide>
        <Wide>
          <TextInput name="title" label="Title" help="Blank: the name of the offer." />
        </Wide>
      </FormSection>
      <FormSection title="Badge">
        <SelectInput name="badge" label="Badge" none="No badge" options={BADGE_CHOICES} />
        <TextInput
          name="badge_text"
          label="Badge text"
          help={badge === 'best_for' ? 'Whom it is best for.' : 'Instead of the words of the badge.'}
          isRequired={badge === 'best_for'}
        />
        {best && (
          <Wide>
            <Alert severity="warning">
              “{best.display_title}” is best overall now. A guide has one: take the badge from it first.
            </Alert>
          </Wide>
        )}
      </FormSection>
      <FormSection title="Placement">
        <SwitchInput name="is_visible" label="Visible" help="Readers see it in the guide." />
        <SwitchInput
          name="sponsored_placement"
          label="Paid placement"
          help="Its rank is paid for; the card says “Paid placement” to readers."
        />
      </FormSection>
    </>
  );
}
