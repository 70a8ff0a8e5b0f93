import { may } from '../../../../platform/web/session/permissions.ts';
import { useContractForm } from '../../../../platform/web/form.ts';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { RecordDialog } from '../../../../platform/web/ui/form/RecordDialog.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { OwnColumnChange, OwnColumnInput, type OwnColumn } from '../../../reports/own-columns-contract.ts';
import { columnsClient } from './columns-client.ts';
import { FormulaCheck } from './FormulaCheck.tsx';
import { MetricPicker } from './MetricPicker.tsx';
import { COLUMN_LABELS, toColumnValues, toColumnWire } from './own-column-form.ts';

const FORMATS = [
  { value: 'money', label: 'Money' },
  { value: 'number', label: 'Number' },
  { value: 'percent', label: 'Percent' },
];

type Props = {
  /** Undefined makes a new one. */
  column: OwnColumn | undefined;
  onClose: () => void;
  onMade?: (id: number) => void;
};

/** Makes or changes an own column: a formula of known metrics, checked while it is typed. */
export function OwnColumnDialog({ column, onClose, onMade }: Props) {
  const afterChange = useAfterChange(['stats']);
  const form = useContractForm({
    schema: column ? OwnColumnChange : OwnColumnInput,
    values: toColumnValues(column),
    keepAs: `own column/${column?.id ?? 'new'}`,
    toWire: toColumnWire,
  });
  const create = async (body: OwnColumnInput) => {
    const made = await columnsClient.create(body);
    onMade?.(made.data.id);
    return made;
  };
  return (
    <RecordDialog
      record={column}
      addTitle="New Column"
      form={form}
      calls={{ create, update: columnsClient.update }}
      conflict={{ fromRecord: toColumnValues, labels: COLUMN_LABELS }}
      savedNotice="Column saved."
      onClose={onClose}
      onSaved={(message) => {
        afterChange({ message });
        onClose();
      }}
    >
      <FormSection>
        <Wide>
          <TextInput name="name" label="Name" isRequired autoFocus />
        </Wide>
        <Wide>
          <TextInput
            name="formula"
            label="Formula"
            help="Metrics by their names, numbers, + - * / and brackets: (profit - 2 * cost) / clicks"
            rows={2}
            isRequired
            isMono
          />
        </Wide>
        <Wide>
          <MetricPicker />
          <FormulaCheck />
        </Wide>
        <SelectInput name="format" label="Shown as" none="As the formula suggests" options={FORMATS} />
        <SwitchInput
          name="is_shared"
          label="Shared with the team"
          help={
            may('admin')
              ? 'Everybody who sees reports can choose it; administrators can change it.'
              : 'Only administrators share columns. This one is yours alone.'
          }
          isDisabled={!may('admin') || (column !== undefined && column.is_shared && !column.is_mine)}
        />
      </FormSection>
    </RecordDialog>
  );
}
