import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { OfferSelect } from '../OfferSelect.tsx';

type Props = {
  /** Undefined for a new offer. */
  offerId: number | undefined;
};

/** How many visitors the offer takes, and who takes the others. */
export function OfferCaps({ offerId }: Props) {
  return (
    <FormSection title="Caps" help="0: no cap. When one is reached, the overflow offer takes the visitors.">
      <TextInput name="cap_clicks_daily" label="Clicks a day" type="number" />
      <TextInput name="cap_conversions_daily" label="Conversions a day" type="number" />
      <TextInput name="cap_total" label="Clicks in all" type="number" />
      <TextInput
        name="cap_timezone"
        label="Zone of the day"
        help="A day begins at midnight here. Blank: the site's zone."
        placeholder="America/New_York"
        isMono
      />
      <Wide>
        <OfferSelect
          name="overflow_offer_id"
          label="Overflow offer"
          help="Needed with a cap."
          isText
          exceptId={offerId}
          placeholder="No overflow offer"
        />
      </Wide>
    </FormSection>
  );
}
