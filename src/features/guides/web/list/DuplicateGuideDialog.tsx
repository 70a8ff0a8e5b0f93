import Typography from '@mui/material/Typography';
import { useContractForm } from '../../../../platform/web/form.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { type Guide, GuideCopy } from '../../contract.ts';
import { guidesClient } from '../client.ts';
import { toCopyValues, toWire } from './guide-form.ts';
import { GuideFields } from '../editor/GuideFields.tsx';

type Props = {
  /** The guide to copy; one without an id cannot be. */
  original: Partial<Guide>;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Makes a new guide out of an old one, products included. */
export function DuplicateGuideDialog({ original, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: GuideCopy,
    values: toCopyValues(original),
    keepAs: `guide/copy of ${original.id}`,
    toWire,
  });

  const handleSave = async (wire: GuideCopy) => {
    if (original.id === undefined) throw new Error('Original listicle ID is missing.');
    const { message = 'Listicle duplicated successfully!' } = await guidesClient.duplicate(original.id, wire);
    onSaved(message);
  };

  return (
    <FormDialog
      title="Duplicate Listicle"
      form={form}
      onSave={handleSave}
      onClose={onClose}
      saveLabel="Create Duplicate"
      failureNotice="Failed to duplicate listicle."
    >
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>
        This creates a new listicle based on {original.title ? `"${original.title}"` : 'the original'}, with all its
        products. Its statistics stay with the original.
      </Typography>
      <GuideFields />
    </FormDialog>
  );
}
