import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { YES_NO_CHOICES } from '../offer-choices.ts';

/** What the advertiser demands of whoever promotes the product. */
export function OfferRulesTab() {
  return (
    <FormSection help="The publish check of guides and reviews keeps to these.">
      <Wide>
        <TextInput
          name="forbidden_words"
          label="Forbidden words"
          help="One word or phrase on each line. A text about this product that holds one is not published."
          rows={4}
        />
      </Wide>
      <Wide>
        <TextInput name="allowed_claims" label="Allowed claims" help="For editors; no reader sees it." rows={3} />
      </Wide>
      <Wide>
        <TextInput
          name="required_disclaimer"
          label="Required disclaimer"
          help="The publish check warns when the text of the product does not hold it, word for word."
          rows={2}
        />
      </Wide>
      <SelectInput
        name="brand_bidding_allowed"
        label="Ads on the brand name"
        options={YES_NO_CHOICES}
        none="Not known"
      />
    </FormSection>
  );
}
