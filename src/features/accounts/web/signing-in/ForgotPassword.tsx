import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { accountsClient } from '../client.ts';
import { showRefusal } from '../../../../platform/web/show-refusal.ts';

type Props = { onBack: () => void };

/** Asks who cannot sign in, and says what happens now or what to do. */
export function ForgotPassword({ onBack }: Props) {
  const [said, setSaid] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { username: '' } });

  const handleAsk = form.handleSubmit(async ({ username }) => {
    setFailure(undefined);
    try {
      setSaid((await accountsClient.forgot(username)).message);
    } catch (error) {
      setFailure(showRefusal(form, error));
    }
  });

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label="Forgot your password?"
        onSubmit={(event) => void handleAsk(event)}
        sx={{ display: 'grid', gap: 2 }}
      >
        {failure && <Alert severity="error">{failure}</Alert>}
        {said ? (
          <Alert severity="info" role="status">
            {said}
          </Alert>
        ) : (
          <>
            <TextInput name="username" label="Username" autoComplete="username" autoFocus isRequired />
            <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
              Ask for help
            </Button>
          </>
        )}
        <Button onClick={onBack}>Back to sign in</Button>
      </Box>
    </FormProvider>
  );
}
