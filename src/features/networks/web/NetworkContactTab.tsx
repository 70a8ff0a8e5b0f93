import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';

/** Daily use: whom to write to, and when money comes. */
export function NetworkContactTab() {
  return (
    <>
      <FormSection title="Contact">
        <Wide>
          <TextInput name="account_id" label="Account ID" />
        </Wide>
        <TextInput name="manager_name" label="Account manager" />
        <TextInput name="manager_contact" label="Manager contact" />
      </FormSection>
      <FormSection title="Terms">
        <TextInput name="payment_terms" label="Payment terms" placeholder="Net 30, weekly" />
        <TextInput name="min_payout" label="Minimum payout" type="money" placeholder="50.00" />
        <TextInput name="hold_days" label="Hold" type="number" unit="days" />
        <Wide>
          <TextInput name="notes" label="Notes" rows={3} />
        </Wide>
      </FormSection>
    </>
  );
}
