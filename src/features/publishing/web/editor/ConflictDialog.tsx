import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ComponentProps, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ConflictPanel } from '../../../../platform/web/ui/form/ConflictPanel.tsx';

type Props<Values extends FieldValues, Wire> = ComponentProps<typeof ConflictPanel<Values, Wire>> & {
  onClose: () => void;
};

/** Opens over an editor whose record somebody else has saved. */
export function ConflictDialog<Values extends FieldValues, Wire>({ onClose, ...panel }: Props<Values, Wire>) {
  const title = useId();
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={title} onClose={onClose}>
      <DialogTitle id={title}>Saved by somebody else</DialogTitle>
      <DialogContent>
        <ConflictPanel {...panel} />
      </DialogContent>
    </Dialog>
  );
}
