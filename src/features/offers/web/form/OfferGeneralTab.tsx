import type { Named } from '../../../../platform/web/ui/filters/use-found.ts';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { RecordInput } from '../../../../platform/web/ui/filters/RecordInput.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { networkQueries } from '../../../networks/web/client.ts';
import { STATUS_CHOICES } from '../offer-choices.ts';

type Props = { network: Named | undefined; categories: readonly Choice[]; zone: string };

/** What it is, who pays, and when it runs. */
export function OfferGeneralTab({ network, categories, zone }: Props) {
  return (
    <>
      <FormSection>
        <Wide>
          <TextInput name="name" label="Name" isRequired autoFocus />
        </Wide>
        <RecordInput
          name="network_id"
          label="Network"
          help="Who pays you. None: a direct advertiser."
          queries={networkQueries}
          known={[network]}
          isText
          placeholder="No network"
        />
        <SelectInput name="category_id" label="Category" options={categories} />
        <SelectInput
          name="status"
          label="Status"
          help="Only active offers get traffic."
          isRequired
          options={STATUS_CHOICES}
        />
        <TextInput name="tags" label="Tags" help="Separated by commas, at most 10." />
      </FormSection>
      <FormSection title="Run time" help={`Blank: from now, without an end. Times in ${zone}.`}>
        <TextInput name="starts_at" label="Starts" type="datetime-local" />
        <TextInput name="ends_at" label="Ends" type="datetime-local" />
      </FormSection>
      <FormSection title="For you">
        <Wide>
          <TextInput name="notes" label="Notes" rows={3} />
        </Wide>
      </FormSection>
    </>
  );
}
