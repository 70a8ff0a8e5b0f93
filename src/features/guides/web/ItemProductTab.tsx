import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import type { Item } from '../contract.ts';
import { BADGE_CHOICES } from './item-form.ts';
import { OfferPicker } from './OfferPicker.tsx';

type Props = { item: Item | undefined };

/** What is placed here, how it is marked, and whether readers see it. */
export function ItemProductTab({ item }: Props) {
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
      <FormSection title="Marks">
        <SelectInput name="badge" label="Badge" none="No badge" options={BADGE_CHOICES} />
        <TextInput name="badge_text" label="Badge text" help="Instead of the words of the badge." />
        <TextInput name="score" label="Score" help="0 to 10, one decimal." type="money" unit="/ 10" />
      </FormSection>
      <FormSection title="Placement">
        <SwitchInput name="is_visible" label="Visible" help="Readers see it in the guide." />
        <SwitchInput
          name="sponsored_placement"
          label="Sponsored placement"
          help="Its rank is paid for; the page says so on the card."
        />
      </FormSection>
    </>
  );
}
