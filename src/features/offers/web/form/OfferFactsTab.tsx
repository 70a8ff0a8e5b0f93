import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../../platform/web/ui/inputs/ImageField.tsx';
import { KeyValueEditor } from '../../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';

type Props = { zone: string };

/** What pages say about the product; written once, shown wherever the offer stands. */
export function OfferFactsTab({ zone }: Props) {
  return (
    <>
      <FormSection help="Shown on guides and reviews; written once, the same everywhere.">
        <TextInput name="brand" label="Brand" />
        <TextInput name="money_back_days" label="Money back" type="number" unit="days" />
        <Wide>
          <ImageField name="image_url" label="Image" />
        </Wide>
      </FormSection>
      <FormSection
        title="Price"
        help={`Pages say when a price was checked, and hide it when it grows old. Times in ${zone}.`}
      >
        <TextInput name="price" label="Price" type="money" placeholder="29.90" />
        <TextInput name="list_price" label="List price" help="Struck through, when higher." type="money" />
        <TextInput name="price_currency" label="Price currency" help="Blank: the site's." placeholder="USD" isMono />
        <TextInput
          name="price_checked_at"
          label="Price checked"
          help="A new price counts as checked now."
          type="datetime-local"
        />
        <Wide>
          <TextInput name="shipping_note" label="Shipping" placeholder="Free above 50 USD" />
        </Wide>
      </FormSection>
      <FormSection title="Coupon">
        <TextInput name="coupon_code" label="Coupon code" isMono />
        <TextInput name="coupon_ends_at" label="Coupon ends" help="Then it is hidden." type="datetime-local" />
        <Wide>
          <TextInput name="coupon_text" label="Coupon text" placeholder="10 % off the first order" />
        </Wide>
      </FormSection>
      <FormSection title="Facts">
        <Wide>
          <KeyValueEditor
            name="attributes"
            label="Facts"
            help="Rows of the comparison table, such as Servings = 40."
            keyLabel="Fact"
            valueLabel="Value"
            addLabel="Add fact"
            max={30}
          />
        </Wide>
      </FormSection>
    </>
  );
}
