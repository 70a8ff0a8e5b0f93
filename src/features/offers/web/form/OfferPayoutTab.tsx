import { useWatch } from 'react-hook-form';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { KeyValueEditor } from '../../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { PAYOUT_SOURCE_CHOICES, PAYOUT_TYPE_CHOICES } from '../offer-choices.ts';
import type { OfferValues } from './offer-form.ts';

/** What a conversion is worth. */
export function OfferPayoutTab() {
  const type = useWatch<OfferValues, 'payout_type'>({ name: 'payout_type' });
  return (
    <FormSection>
      <SelectInput name="payout_type" label="Payout model" options={PAYOUT_TYPE_CHOICES} />
      <SelectInput
        name="payout_source"
        label="What a conversion is worth"
        help="A postback usually tells the amount."
        options={PAYOUT_SOURCE_CHOICES}
      />
      {type !== 'revshare' && <TextInput name="payout_amount" label="Payout" type="money" placeholder="40.00" />}
      {(type === 'revshare' || type === 'hybrid') && (
        <TextInput name="payout_percent" label="Share" help="Of the sale." type="money" unit="%" />
      )}
      <TextInput name="payout_currency" label="Payout currency" help="Blank: the site's." placeholder="USD" isMono />
      {type !== 'revshare' && (
        <Wide>
          <KeyValueEditor
            name="payouts_by_country"
            label="Payout by country"
            help="Where a visitor's country pays another amount, such as DE = 52.00."
            keyLabel="Country code"
            valueLabel="Payout"
            addLabel="Add country"
            max={250}
          />
        </Wide>
      )}
      <Wide>
        <SwitchInput
          name="allow_rebill"
          label="Count rebills"
          help="Off: of the sales and rebills of one click only the first counts. The others are shown, in no sum, and the source is not told of them."
        />
      </Wide>
      <Wide>
        <SwitchInput
          name="count_late"
          label="Count late conversions"
          help="Off: what comes after the attribution window is shown, in no sum, and the source is not told of it."
        />
      </Wide>
      <TextInput
        name="attribution_window_days"
        label="Attribution window"
        help="Blank: as the network says. Holds for clicks whose first conversion is still to come."
        type="number"
        unit="days"
      />
    </FormSection>
  );
}
