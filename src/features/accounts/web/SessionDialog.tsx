import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { typedHere } from '../../../platform/web/session/kept-input.ts';
import { acceptRefusal, type Pause, tabOwner } from '../../../platform/web/session/tab-session.ts';
import { LoginForm } from './signing-in/LoginForm.tsx';
import { TypedText } from './signing-in/TypedText.tsx';

type Props = { pause: Pause };

const TITLES = {
  ended: 'Your session has ended',
  refused: 'You may not do this any more',
  other: 'Somebody else is signed in',
} as const;

/** Over whatever screen is open while its person is not signed in: the screen stays, and goes on by itself after the login. */
export function SessionDialog({ pause }: Props) {
  const id = useId();
  const username = tabOwner()?.username ?? '';
  const [isShowingText, setIsShowingText] = useState(false);
  const typed = typedHere();
  const leave = () => window.location.assign('/admin');

  return (
    <Dialog open fullWidth aria-labelledby={id} slotProps={{ paper: { sx: { maxWidth: 480 } } }}>
      <DialogTitle id={id}>{TITLES[pause.kind]}</DialogTitle>
      <DialogContent>
        <Words pause={pause} username={username} />
        {/* stays when the kind of pause changes: a failed try, or one that asks for the code, ends the session of another */}
        <LoginForm username={username} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          {pause.kind === 'refused' && <Button onClick={acceptRefusal}>Go on without</Button>}
          {pause.kind === 'other' && <Button onClick={leave}>Leave, go on as {pause.username}</Button>}
          {typed.length > 0 && (
            <Button color="inherit" onClick={() => setIsShowingText(!isShowingText)} aria-expanded={isShowingText}>
              {isShowingText ? 'Hide what was typed' : 'Show what was typed'}
            </Button>
          )}
        </Box>
        {isShowingText && <TypedText typed={typed} />}
      </DialogContent>
    </Dialog>
  );
}

function Words({ pause, username }: Props & { username: string }) {
  if (pause.kind === 'ended')
    return (
      <Typography sx={{ mb: 2 }}>
        Sign in as <strong>{username}</strong> and go on where you were. Nothing that you typed is lost, and what was
        just being saved is sent then.
      </Typography>
    );
  if (pause.kind === 'refused')
    return (
      <>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {pause.message}
        </Alert>
        <Typography sx={{ mb: 2 }}>
          Your rights were changed. What you typed stays here: sign in again if they were given back, or copy it.
        </Typography>
      </>
    );
  return (
    <>
      <Alert severity="warning" sx={{ mb: 2 }}>
        This browser is signed in as <strong>{pause.username}</strong> now. This page is the work of{' '}
        <strong>{username}</strong>, and nothing of it is sent.
      </Alert>
      <Typography sx={{ mb: 2 }}>Copy what you need, or sign in as {username} and go on.</Typography>
    </>
  );
}
