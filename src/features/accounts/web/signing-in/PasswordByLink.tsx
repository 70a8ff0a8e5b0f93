import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '../../../../platform/web/http.ts';
import { ProgressLine } from '../../../../platform/web/ui/ProgressLine.tsx';
import type { LinkReply } from '../../contract.ts';
import { accountsClient } from '../client.ts';
import { NewPasswordInput } from '../NewPasswordInput.tsx';
import { showRefusal } from '../../../../platform/web/show-refusal.ts';

type Props = {
  token: string;
  onSaved: (saved: { username: string; message: string }) => void;
  onBack: () => void;
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Asking again helps where there was no answer, not where the link is over. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** Finds out whose password a one-time link sets, and takes the new one. */
export function PasswordByLink({ token, onSaved, onBack }: Props) {
  const [link, setLink] = useState<LinkReply>();
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    accountsClient.readLink(token, leaving.signal).then(setLink, (error: unknown) => {
      if (!leaving.signal.aborted) setFailure(error);
    });
    return () => leaving.abort();
  }, [token, tries]);

  if (link) return <ChoosePassword token={token} link={link} onSaved={onSaved} onBack={onBack} />;
  const handleRetry = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  if (failure === undefined) return <ProgressLine height={3} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="error">{wordsOf(failure)}</Alert>
      {!isOver(failure) && <Button onClick={handleRetry}>Try again</Button>}
      <Button onClick={onBack}>Back to sign in</Button>
    </Box>
  );
}

function ChoosePassword({ token, link, onSaved, onBack }: Props & { link: LinkReply }) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { password: '' } });

  const handleSave = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      const { message } = await accountsClient.setPassword(token, password);
      onSaved({ username: link.username, message });
    } catch (error) {
      setFailure(showRefusal(form, error));
    }
  });

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label="Choose your password"
        onSubmit={(event) => void handleSave(event)}
        sx={{ display: 'grid', gap: 2 }}
      >
        {failure && <Alert severity="error">{failure}</Alert>}
        <Typography>
          {link.kind === 'invite' ? 'Welcome. You sign in as ' : 'A new password for '}
          <strong>{link.username}</strong>.
        </Typography>
        {/* for managers of passwords */}
        <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
        <NewPasswordInput name="password" label="Password" least={link.min_length} autoFocus />
        <Button type="submit" variant="contained" size="large" loading={form.formState.isSubmitting}>
          Save password
        </Button>
        <Button onClick={onBack}>Back to sign in</Button>
      </Box>
    </FormProvider>
  );
}
