import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FormProvider, useForm, type Resolver } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { colors } from '../../../platform/web/tokens.ts';
import { PasswordInput } from '../../../platform/web/ui/PasswordInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import type { LoginBody } from '../contract.ts';
import { login } from './session.ts';

const HOME = '/admin';

/** Only a page of the back office may follow a login, whatever the address asks for. */
const safeReturn = (next: string | null): string => (next && /^\/admin(?:[/?]|$)/.test(next) ? next : HOME);

type Entered = Pick<LoginBody, 'username' | 'password'>;

/** The first screen must be light: it does without the library that checks contracts, and the server checks all the same. */
const bothFields: Resolver<Entered> = (values) => {
  const isBlank = (name: keyof Entered): boolean => values[name].trim() === '';
  const missing = (['username', 'password'] as const).filter(isBlank);
  if (missing.length === 0) return { values, errors: {} };
  const error = { type: 'required', message: 'This field is required.' };
  return { values: {}, errors: Object.fromEntries(missing.map((name) => [name, error])) };
};

/** The administrator's login. `?ended=1` says that a session ran out, `?next=` where to go afterwards. */
export function LoginScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { username: '', password: '' }, resolver: bothFields });

  const handleLogin = form.handleSubmit(async ({ username, password }) => {
    setFailure(undefined);
    try {
      await login(username, password);
      await navigate(safeReturn(params.get('next')), { replace: true });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      form.setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <title>Sign in | Admin Dashboard</title>
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 }, borderTop: `4px solid ${colors.brand}` }}
      >
        <Typography variant="h1" sx={{ mb: 0.5 }}>
          Sign in
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>The back office of Health & Wellness Guides.</Typography>
        {params.has('ended') && !failure && (
          <Alert severity="info" sx={{ mb: 2 }}>
            Your session has ended. Please sign in again.
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
            onSubmit={(event) => void handleLogin(event)}
            sx={{ display: 'grid', gap: 2 }}
          >
            <TextInput name="username" label="Username" autoComplete="username" autoFocus isRequired />
            <PasswordInput name="password" label="Password" autoComplete="current-password" isRequired />
            <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting} sx={{ mt: 1 }}>
              Sign in
            </Button>
          </Box>
        </FormProvider>
      </Paper>
    </Box>
  );
}
