import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ContractForm } from '../../form.ts';
import { sizes } from '../../styles/tokens.ts';
import { DialogHeading } from '../dialog/DialogHeading.tsx';
import { useLeaving } from '../dialog/use-leaving.tsx';
import { type Conflict, ConflictPanel } from './ConflictPanel.tsx';
import { KeptNotice } from './KeptNotice.tsx';
import { useFormSave } from './use-form-save.ts';

type Props<Values extends FieldValues, Wire> = {
  title: string;
  form: ContractForm<Values, Wire>;
  /** Sends it; the caller closes the dialog on success. A rejection is shown, its field errors at their fields; false: not saved after all. */
  onSave: (wire: Wire) => Promise<unknown>;
  onClose: () => void;
  /** For records with a `version`: how a conflict with somebody else's save is shown and solved. */
  conflict?: Conflict<Values>;
  saveLabel?: string;
  /** Also said by the snackbar, in the error colour, when saving fails. */
  failureNotice?: string;
  children: ReactNode;
};

/**
 * The one editor of the back office. Persistent: only Cancel and Save close it, and Cancel asks when something was typed.
 */
export function FormDialog<Values extends FieldValues, Wire>(props: Props<Values, Wire>) {
  const { title, form, onClose, conflict, saveLabel = 'Save', children } = props;
  const id = useId();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const { isDirty, isSubmitting, submitCount, errors } = form.formState;
  const save = useFormSave(form, props.onSave, props.failureNotice);
  const leaving = useLeaving({
    isUnsaved: isDirty,
    isSaving: isSubmitting,
    text: 'What you changed in this form is not saved.',
    onDiscard: form.kept.drop,
    onClose,
  });
  const hasErrors = submitCount > 0 && Object.keys(errors).length > 0;

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      scroll="paper"
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: sizes.formDialog } } }}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            // a form that was opened out of another one lies in it for React, though not in the page
            event.stopPropagation();
            void save.submit(event);
          }}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <DialogHeading id={id}>{title}</DialogHeading>
          <DialogContent dividers>
            <KeptNotice kept={form.kept} />
            {save.conflict && conflict ? (
              <ConflictPanel form={form} conflict={conflict} current={save.conflict} onSolved={save.solve} />
            ) : (
              children
            )}
          </DialogContent>
          <Box sx={{ px: 3, pt: 1 }}>
            {hasErrors && <Alert severity="error">Please correct the errors above.</Alert>}
            {save.failure && !hasErrors && <Alert severity="error">{save.failure}</Alert>}
          </Box>
          <DialogActions sx={{ px: 3, py: 1.5 }}>
            <Box sx={{ mr: 'auto', color: 'text.secondary', fontSize: '0.8125rem' }}>
              {isDirty && 'Unsaved changes'}
            </Box>
            <Button onClick={leaving.close} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" loading={isSubmitting} disabled={save.conflict !== undefined}>
              {saveLabel}
            </Button>
          </DialogActions>
        </Box>
      </FormProvider>
      {leaving.question}
    </Dialog>
  );
}
