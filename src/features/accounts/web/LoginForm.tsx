import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormProvider, useForm, type Resolver } from 'react-hook-form';
import { PasswordInput } from '../../../platform/web/ui/inputs/PasswordInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import type { LoginBody } from '../contract.ts';
import { login } from './session.ts';

type Entered = Pick<LoginBody, 'username' | 'password'>;

/** The first screen must be light: it does without the library that checks contracts, and the server checks all the same. */
const bothFields: Resolver<Entered> = (values) => {
  const isBlank = (name: keyof Entered): boolean => values[name].trim() === '';
  const missing = (['username', 'password'] as const).filter(isBlank);
  if (missing.length === 0) return { values, errors: {} };
  const error = { type: 'required', message: 'This field is required.' };
  return { values: {}, errors: Object.fromEntries(missing.map((name) => [name, error])) };
};

type Props = {
  /** Whom the form expects; blank when that is not known. */
  username?: string;
  /** Said while no try has failed. */
  notice?: string | undefined;
};

/** Name and password, in the words of the server when it refuses them; what follows a login hears of it from the browser's session. */
export function LoginForm({ username = '', notice }: Props) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { username, password: '' }, resolver: bothFields });

  const handleLogin = form.handleSubmit(async (entered) => {
    setFailure(undefined);
    try {
      await login(entered.username, entered.password);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      form.setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <>
      {notice && !failure && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {notice}
        </Alert>
      )}
      {failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {failure}
        </Alert>
      )}
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          aria-label="Sign in"
          onSubmit={(event) => void handleLogin(event)}
          sx={{ display: 'grid', gap: 2 }}
        >
          <TextInput name="username" label="Username" autoComplete="username" autoFocus={username === ''} isRequired />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            autoFocus={username !== ''}
            isRequired
          />
          <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting} sx={{ mt: 1 }}>
            Sign in
          </Button>
        </Box>
      </FormProvider>
    </>
  );
}
