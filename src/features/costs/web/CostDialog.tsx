import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { blankToNull, toNumber, useContractForm } from '../../../platform/web/form.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RecordInput } from '../../../platform/web/ui/filters/RecordInput.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { LinkSelect } from '../../links/web/LinkSelect.tsx';
import { SUB_KEYS, UTM_KEYS } from '../../sources/contract.ts';
import { sourceQueries } from '../../sources/web/client.ts';
import { CostInput } from '../contract.ts';
import { COSTS_KEY, costsClient } from './client.ts';

const USUAL = [
  ...UTM_KEYS.map((value) => ({ value, label: value, group: 'utm' })),
  ...SUB_KEYS.map((value) => ({ value, label: value, group: 'Sub ids' })),
];

const VALUES = {
  source_id: '',
  link_id: '',
  param: '',
  value: '',
  date_from: '',
  date_to: '',
  amount: '',
  currency: '',
  state: 'confirmed',
  note: '',
};

const toWire = (values: typeof VALUES) => ({
  ...values,
  source_id: toNumber(values.source_id) ?? undefined,
  link_id: toNumber(values.link_id),
  param: values.param || null,
  value: blankToNull(values.value),
  date_to: values.date_to || values.date_from,
  currency: blankToNull(values.currency) ?? undefined,
  note: blankToNull(values.note),
});

type Props = { onClose: () => void };

/** Writes down what was paid for the visits of some days. */
export function CostDialog({ onClose }: Props) {
  const afterChange = useAfterChange(COSTS_KEY);
  const form = useContractForm({ schema: CostInput, values: VALUES, keepAs: 'cost/new', toWire });

  const sourceId = Number(useWatch({ control: form.control, name: 'source_id' }));
  const source = useQuery({ ...sourceQueries.one(sourceId), enabled: sourceId > 0 });
  const own = (sourceId > 0 ? (source.data?.parameters ?? []) : []).map(({ alias }) => ({
    value: `param:${alias}`,
    label: alias,
    group: 'Parameters of the source',
  }));

  const handleSave = async (input: CostInput) => {
    const { message } = await costsClient.add(input);
    afterChange({ message });
    onClose();
  };

  return (
    <FormDialog title="Add Cost" form={form} onSave={handleSave} onClose={onClose}>
      <FormSection help="The amount is spread evenly over the visits that fit.">
        <RecordInput name="source_id" label="Traffic Source" queries={sourceQueries} isText isRequired />
        <LinkSelect name="link_id" label="Tracking Link" placeholder="All of its links" />
        <TextInput name="date_from" label="First Day" type="date" isRequired />
        <TextInput name="date_to" label="Last Day" type="date" help="Included. Blank: one day only." />
        <TextInput name="amount" label="Amount" type="money" isRequired />
        <TextInput name="currency" label="Currency" help="Blank: that of the source." />
        <SelectInput
          name="param"
          label="Only Visits With"
          none="All"
          help="Also the parameters that the chosen source sends."
          options={[...own, ...USUAL]}
        />
        <TextInput name="value" label="Of This Value" />
        <Wide>
          <FailedParts queries={[source]} />
        </Wide>
        <SelectInput
          name="state"
          label="State"
          help="A confirmed amount takes the place of estimates."
          options={[
            { value: 'confirmed', label: 'Confirmed: from a bill' },
            { value: 'estimated', label: 'Estimated' },
          ]}
        />
        <Wide>
          <TextInput name="note" label="Note" rows={2} />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
