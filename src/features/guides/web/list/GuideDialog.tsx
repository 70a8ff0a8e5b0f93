import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useContractForm } from '../../../../platform/web/form.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { type Guide, GuideChange, GuideInput } from '../../contract.ts';
import { guidesClient } from '../client.ts';
import { GUIDE_LABELS, toValues, toWire } from './guide-form.ts';
import { GuideFields } from '../editor/GuideFields.tsx';

type Props = {
  /** Undefined adds a new one. */
  guide: Guide | undefined;
  onClose: () => void;
  onSaved: (message: string, saved: Guide) => void;
};

/** Adds or edits a guide. */
export function GuideDialog({ guide, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: guide ? GuideChange : GuideInput,
    values: toValues(guide),
    keepAs: `guide/${guide?.id ?? 'new'}`,
    toWire,
  });

  const handleSave = async (wire: GuideInput | GuideChange) => {
    const saved = guide ? await guidesClient.update(guide.id, wire) : await guidesClient.create(wire as GuideInput);
    onSaved(saved.message ?? `Listicle ${guide ? 'updated' : 'created'} successfully!`, saved.data);
  };

  return (
    <FormDialog
      title={guide ? 'Edit Listicle' : 'Add New Listicle'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toValues, labels: GUIDE_LABELS }}
      failureNotice="Failed to save listicle."
    >
      {guide && (
        <Button component={Link} to={`/admin/listicles/${guide.id}/edit`} sx={{ mb: 1.5, ml: -1 }}>
          Open the full editor
        </Button>
      )}
      <GuideFields />
    </FormDialog>
  );
}
