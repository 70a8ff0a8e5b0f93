import { z } from 'zod';
import { requiredText } from '../../../platform/fields.ts';
import { useContractForm } from '../../../platform/web/form.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { CONVERSIONS_LASTING } from '../lasting.ts';

const Reason = z.strictObject({ reason: requiredText(500) });

type Props = {
  title: string;
  /** What the press will do. */
  help: string;
  saveLabel: string;
  onSave: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks why, and does it. */
export function ReasonDialog({ title, help, saveLabel, onSave, onClose }: Props) {
  const form = useContractForm({ schema: Reason, values: { reason: '' }, keepAs: `reason/${title}` });
  return (
    <FormDialog
      title={title}
      form={form}
      onSave={({ reason }) => onSave(reason)}
      onClose={onClose}
      saveLabel={saveLabel}
    >
      <FormSection help={help}>
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
