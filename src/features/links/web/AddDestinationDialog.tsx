import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { blankToNull, toNumber, useContractForm } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import { type Destination, DestinationInput, type DestinationsReply, type DestinationType } from '../contract.ts';
import { linksClient } from './client.ts';
import { TYPE_CHOICES } from './link-choices.ts';
import { ruleQueries } from './rules-client.ts';
import { TargetPicker } from './TargetPicker.tsx';

type Props = {
  linkId: number;
  /** Those the link has; they are not offered again. */
  taken: readonly Destination[];
  onClose: () => void;
  onAdded: (reply: DestinationsReply) => void;
};

const VALUES = {
  type: 'listicle' as DestinationType,
  target_id: null as number | null,
  url: '',
  name: '',
  weight: '100',
  priority: '0',
  rule_id: '',
  caps: { daily_clicks: '' },
};

const toWire = (values: typeof VALUES) => ({
  ...values,
  target_id: values.type === 'url' ? null : values.target_id,
  url: values.type === 'url' ? blankToNull(values.url) : null,
  weight: toNumber(values.weight),
  priority: toNumber(values.priority),
  rule_id: toNumber(values.rule_id),
  caps: { daily_clicks: toNumber(values.caps.daily_clicks) ?? 0 },
});

/** One more destination: a guide, a review, an offer or an address. */
export function AddDestinationDialog({ linkId, taken, onClose, onAdded }: Props) {
  const form = useContractForm({ schema: DestinationInput, values: VALUES, toWire });
  const [type, ruleId] = useWatch({ control: form.control, name: ['type', 'rule_id'] });
  const { data: rules = [] } = useQuery(ruleQueries.list(linkId));
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
        {rules.length > 0 && (
          <Wide>
            <SelectInput
              name="rule_id"
              label="For"
              none="Everybody whom no rule takes"
              options={rules.map(({ id, name }) => ({ value: String(id), label: `Rule: ${name}` }))}
            />
          </Wide>
        )}
        <TextInput name="name" label="Label" help="Blank: the name of the target." />
        <TextInput name="weight" label="Weight" help="0 to 1000; 0 gets no new visits." type="number" isRequired />
        <TextInput
          name="caps.daily_clicks"
          label="Visits a day"
          help="Never more, until midnight; the others take the rest. Blank: no cap."
          type="number"
        />
        <TextInput
          name="priority"
          label="Priority"
          help="Counts where visits are shared by priority: the highest gets them."
          type="number"
        />
      </FormSection>
    </FormDialog>
  );
}
