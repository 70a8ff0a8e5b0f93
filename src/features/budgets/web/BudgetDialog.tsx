import { useContractForm } from '../../../platform/web/form.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RecordInput } from '../../../platform/web/ui/filters/RecordInput.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { sourceQueries } from '../../sources/web/client.ts';
import { type Budget, BudgetInput } from '../contract.ts';
import { BUDGETS_KEY, budgetsClient } from './client.ts';

type Props = {
  /** Undefined: the source is chosen, too. */
  budget: Budget | undefined;
  /** The month that is looked at. */
  month: string;
  currency: string;
  onClose: () => void;
};

/** Sets what may be spent on a source from a month on. */
export function BudgetDialog({ budget, month, currency, onClose }: Props) {
  const afterChange = useAfterChange(BUDGETS_KEY);
  const form = useContractForm({
    schema: BudgetInput,
    values: { source_id: budget ? String(budget.source_id) : '', month, amount: budget?.amount ?? '' },
    keepAs: `budget/${budget?.source_id ?? 'new'}`,
    toWire: (values) => ({ ...values, source_id: Number(values.source_id) || undefined }),
  });

  const handleSave = async (input: BudgetInput) => {
    await budgetsClient.set(input);
    afterChange({ message: input.amount === null ? 'Budget removed.' : 'Budget saved.' });
    onClose();
  };

  return (
    <FormDialog
      title={budget ? `Budget of ${budget.source}` : 'Set Budget'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
    >
      <FormSection help="It holds for each month until another is set. An alert says when most of it is spent, when all of it is, and when it will not last.">
        {!budget && <RecordInput name="source_id" label="Traffic Source" queries={sourceQueries} isText isRequired />}
        <TextInput name="amount" label={`Each Month, ${currency}`} type="money" help="Blank: no budget." />
        <TextInput name="month" label="From Month" type="month" isRequired help="Months before it stay as they were." />
      </FormSection>
    </FormDialog>
  );
}
