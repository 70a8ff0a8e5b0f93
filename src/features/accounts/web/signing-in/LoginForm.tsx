import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Fragment, useState } from 'react';
import { FormProvider, useForm, type Resolver } from 'react-hook-form';
import { PasswordInput } from '../../../../platform/web/ui/inputs/PasswordInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import type { LoginBody } from '../../contract.ts';
import { isCodeWanted, login } from '../session.ts';
import { showRefusal } from '../../../../platform/web/show-refusal.ts';

type Entered = Pick<LoginBody, 'username' | 'password'> & { code: string };

const ALWAYS = ['username', 'password'] as const;
const WITH_CODE = ['username', 'password', 'code'] as const;

/** The first screen must be light: it does without the library that checks contracts, and the server checks all the same. */
const filled =
  (names: readonly (keyof Entered)[]): Resolver<Entered> =>
  (values) => {
    const missing = names.filter((name) => values[name].trim() === '');
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

/**
 * Name and password, then the code of those who have a second factor, in the words of the server when it refuses them; what follows a
 * login hears of it from the browser's session.
 */
export function LoginForm({ username = '', notice }: Props) {
  const [failure, setFailure] = useState<string>();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    defaultValues: { username, password: '', code: '' },
    resolver: filled(asksCode ? WITH_CODE : ALWAYS),
  });

  const handleLogin = form.handleSubmit(async (entered) => {
    setFailure(undefined);
    try {
      await login(entered.username, entered.password, asksCode ? entered.code : undefined);
    } catch (error) {
      if (!asksCode && isCodeWanted(error)) return setAsksCode(true);
      setFailure(showRefusal(form, error));
      form.setFocus(asksCode ? 'code' : 'password', { shouldSelect: true });
    }
  });

  const handleBack = () => {
    setAsksCode(false);
    setFailure(undefined);
    form.resetField('code');
  };

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
          {asksCode ? (
            <TextInput
              key="code"
              name="code"
              label="Code"
              help="The 6 digits of your authenticator app, or one of your recovery codes."
              autoComplete="one-time-code"
              autoFocus
              isMono
              isRequired
            />
          ) : (
            <Fragment key="password">
              <TextInput
                name="username"
                label="Username"
                autoComplete="username"
                autoFocus={username === ''}
                isRequired
              />
              <PasswordInput
                name="password"
                label="Password"
                autoComplete="current-password"
                autoFocus={username !== ''}
                isRequired
              />
            </Fragment>
          )}
          <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting} sx={{ mt: 1 }}>
            Sign in
          </Button>
          {asksCode && <Button onClick={handleBack}>Back</Button>}
        </Box>
      </FormProvider>
    </>
  );
}
