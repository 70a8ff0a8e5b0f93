import { useWatch } from 'react-hook-form';
import { useContractForm } from '../../../../platform/web/form.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { type Destination, DestinationInput, type DestinationsReply } from '../../contract.ts';
import { linksClient } from '../client.ts';
import { type DestinationValues, toNewWire, toValues } from './destination-form.ts';
import { DestinationFields } from './DestinationFields.tsx';
import { TYPE_CHOICES } from '../link-choices.ts';
import { TargetPicker } from './TargetPicker.tsx';

type Props = {
  linkId: number;
  /** Those the link has; they are not offered again. */
  taken: readonly Destination[];
  onClose: () => void;
  onAdded: (reply: DestinationsReply) => void;
};

/** One more destination: a guide, a review, an offer or an address. */
export function AddDestinationDialog({ linkId, taken, onClose, onAdded }: Props) {
  const zone = useTimeZone();
  const form = useContractForm({
    schema: DestinationInput,
    values: toValues(undefined, zone),
    keepAs: `destination/new in ${linkId}`,
    toWire: (values: DestinationValues) => toNewWire(values, zone),
  });
  const [type, ruleId] = useWatch({ control: form.control, name: ['type', 'rule_id'] });
  const inRule = taken.filter((one) => String(one.rule_id ?? '') === ruleId);
  const handleSave = async (wire: DestinationInput) => onAdded(await linksClient.addDestination(linkId, wire));

  return (
    <FormDialog title="Add destination" saveLabel="Add" form={form} onSave={handleSave} onClose={onClose}>
      <FormSection>
        <Wide>
          <SelectInput
            name="type"
            label="Type"
            options={TYPE_CHOICES}
            onChanged={() => form.setValue('target_id', null)}
          />
        </Wide>
        <Wide>
          {type === 'url' ? (
            <TextInput
              name="url"
              label="Address"
              help="Macros such as {click_id} or {utm_source} may stand after the host."
              type="url"
              placeholder="https://"
              isRequired
              isMono
            />
          ) : (
            <TargetPicker key={type} type={type} taken={inRule} />
          )}
        </Wide>
      </FormSection>
      <DestinationFields linkId={linkId} />
    </FormDialog>
  );
}
