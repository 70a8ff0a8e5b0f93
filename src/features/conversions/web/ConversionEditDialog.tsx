import { blankToNull, useContractForm } from '../../../platform/web/form.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ConversionChange, type Conversion } from '../manual-contract.ts';
import { CONVERSIONS_LASTING } from '../lasting.ts';
import { DESK_KEY, deskClient, STATS_KEY } from './client.ts';
import { STATUS_CHOICES } from './desk-choices.ts';

type Values = { status: string; payout: string; currency: string; reason: string };

/** A row of a list need not know the version; then the last save wins. */
type Props = {
  conversion: Pick<Conversion, 'id' | 'status' | 'payout' | 'payout_currency'> & { version?: number };
  onClose: () => void;
};

/** Status and amount of one conversion, by a decision with its reason. What is not touched is not sent. */
export function ConversionEditDialog({ conversion, onClose }: Props) {
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);
  const { status, payout, payout_currency: currency, version } = conversion;
  const form = useContractForm({
    schema: ConversionChange,
    values: { status, payout, currency, reason: '' } satisfies Values as Values,
    keepAs: `conversion/${conversion.id}`,
    toWire: (values) => {
      const isAmount = values.payout.trim() !== payout || values.currency.trim().toUpperCase() !== currency;
      return {
        status: values.status,
        ...(isAmount && { payout: blankToNull(values.payout) ?? undefined, currency: values.currency }),
        reason: values.reason,
        version,
      };
    },
  });

  const handleSave = async (change: ConversionChange) => {
    const { message = 'Conversion updated.' } = await deskClient.change(conversion.id, change);
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    afterChange({ message });
    onClose();
  };

  return (
    <FormDialog title={`Edit Conversion ${conversion.id}`} form={form} onSave={handleSave} onClose={onClose}>
      <FormSection help="Your decision stands above what the network has said so far. What it says later counts again.">
        <SelectInput name="status" label="Status" options={STATUS_CHOICES} />
        <TextInput name="payout" label="Payout" type="money" help="An amount that takes nothing away: 12.50." />
        <TextInput name="currency" label="Currency" help="A code such as USD." />
        <Wide>
          <TextInput name="reason" label="Reason" rows={2} isRequired help="Kept in the history and the audit log." />
        </Wide>
        <Wide>
          <CannotUndo why={CONVERSIONS_LASTING.told} />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
