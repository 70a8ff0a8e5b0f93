import { FormFields } from '../../../platform/web/ui/form/FormFields.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { NETWORK_SECTIONS } from './network-form.ts';

/** Daily use: whom to write to, and when money comes. */
export function NetworkContactTab() {
  return (
    <>
      <FormSection title="Contact">
        <FormFields
          labels={NETWORK_SECTIONS.contact}
          inputs={{
            account_id: (field) => (
              <Wide>
                <TextInput {...field} />
              </Wide>
            ),
            manager_name: (field) => <TextInput {...field} />,
            manager_contact: (field) => <TextInput {...field} />,
          }}
        />
      </FormSection>
      <FormSection title="Terms">
        <FormFields
          labels={NETWORK_SECTIONS.terms}
          inputs={{
            payment_terms: (field) => <TextInput {...field} placeholder="Net 30, weekly" />,
            min_payout: (field) => <TextInput {...field} type="money" placeholder="50.00" />,
            hold_days: (field) => <TextInput {...field} type="number" unit="days" />,
            notes: (field) => (
              <Wide>
                <TextInput {...field} rows={3} />
              </Wide>
            ),
          }}
        />
      </FormSection>
    </>
  );
}
