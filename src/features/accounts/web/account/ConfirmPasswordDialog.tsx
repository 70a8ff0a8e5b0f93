import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { giveUpConfirming, goOnConfirmed } from '../../../../platform/web/session/confirmation.ts';
import { sizes } from '../../../../platform/web/styles/tokens.ts';
import { PasswordInput } from '../../../../platform/web/ui/inputs/PasswordInput.tsx';
import { accountClient } from './account-client.ts';
import { showRefusal } from '../../../../platform/web/show-refusal.ts';

/** Stands over whatever asks for a recent password; what waits for it goes on by itself. */
export function ConfirmPasswordDialog() {
  const id = useId();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { password: '' } });

  const handleConfirm = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await accountClient.confirm(password);
      goOnConfirmed();
    } catch (error) {
      setFailure(showRefusal(form, error));
    }
  });

  return (
    <Dialog
      open
      fullWidth
      onClose={giveUpConfirming}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: sizes.confirmDialog } } }}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            // for React it lies in the form that waits
            event.stopPropagation();
            void handleConfirm(event);
          }}
        >
          <DialogTitle id={id}>Enter your password to go on</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            {failure && <Alert severity="error">{failure}</Alert>}
            <Typography>
              What you do now needs to be you, and you typed your password more than 15 minutes ago.
            </Typography>
            <PasswordInput name="password" label="Password" autoComplete="current-password" autoFocus isRequired />
          </DialogContent>
          <DialogActions sx={{ px: 3, py: 1.5 }}>
            <Button onClick={giveUpConfirming} disabled={form.formState.isSubmitting}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
              Go on
            </Button>
          </DialogActions>
        </Box>
      </FormProvider>
    </Dialog>
  );
}
