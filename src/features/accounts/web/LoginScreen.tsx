import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { onSessionChange } from '../../../platform/web/session/browser-session.ts';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { linkToken } from './link-token.ts';
import { LoginForm } from './signing-in/LoginForm.tsx';
import { forgetSessionOf, isSignedIn } from './session.ts';

// few logins need them
const ForgotPassword = lazyPart(async () => ({
  default: (await import('./signing-in/ForgotPassword.tsx')).ForgotPassword,
}));
const PasswordByLink = lazyPart(async () => ({
  default: (await import('./signing-in/PasswordByLink.tsx')).PasswordByLink,
}));

const HOME = '/admin';

/** Only a page of the back office may follow a login, whatever the address asks for. */
const safeReturn = (next: string | null): string => (next && /^\/admin(?:[/?]|$)/.test(next) ? next : HOME);

type Shown = 'login' | 'forgot' | 'link' | 'saved';

const HEADS: Record<Shown, string> = {
  login: 'Sign in',
  forgot: 'Forgot your password?',
  link: 'Choose your password',
  saved: 'Password saved',
};

/**
 * The way into the back office. `?ended=1` says that a session ran out, `?next=` where to go afterwards, `#link=` holds the token of a
 * one-time link by which a password is chosen.
 */
export function LoginScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => linkToken(window.location.hash));
  const [shown, setShown] = useState<Shown>(token === undefined ? 'login' : 'link');
  const [chosen, setChosen] = useState<{ username: string; message: string }>();
  const goOn = () => navigate(safeReturn(params.get('next')), { replace: true });
  // somebody signed in, here or in another tab
  const handleSession = useEffectEvent(() => {
    if (isSignedIn() && shown !== 'link' && shown !== 'saved') void goOn();
  });
  useEffect(() => onSessionChange(handleSession), []);
  // a link that is pasted over the address of this screen loads no page
  const handleHash = useEffectEvent(() => {
    const next = linkToken(window.location.hash);
    if (next === token) return;
    setToken(next);
    setShown(next === undefined ? 'login' : 'link');
  });
  useEffect(() => {
    const listener = () => handleHash();
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);

  const dropLink = () => {
    // a link that was used is worth nothing, and stays in no history
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    setToken(undefined);
  };
  const backToLogin = () => {
    dropLink();
    setShown('login');
    if (isSignedIn()) void goOn();
  };
  const handleSaved = (saved: { username: string; message: string }) => {
    dropLink();
    forgetSessionOf(saved.username);
    setChosen(saved);
    setShown(isSignedIn() ? 'saved' : 'login');
  };
  const ended = params.has('ended') ? 'Your session has ended. Please sign in again.' : undefined;

  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <title>{`${HEADS[shown]} | Admin Dashboard`}</title>
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 }, borderTop: `4px solid ${colors.brand}` }}
      >
        <Typography variant="h1" sx={{ mb: 0.5 }}>
          {HEADS[shown]}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>The back office of Health & Wellness Guides.</Typography>
        {shown === 'login' && (
          <>
            <LoginForm username={chosen?.username ?? ''} notice={chosen?.message ?? ended} />
            <Button fullWidth color="inherit" onClick={() => setShown('forgot')} sx={{ mt: 1 }}>
              Forgot your password?
            </Button>
          </>
        )}
        {shown === 'saved' && (
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Alert severity="success">{chosen?.message}</Alert>
            <Typography>You stay signed in here as before.</Typography>
            <Button variant="contained" size="large" onClick={() => void goOn()}>
              Go to the dashboard
            </Button>
          </Box>
        )}
        <Suspense>
          {shown === 'forgot' && <ForgotPassword onBack={backToLogin} />}
          {shown === 'link' && token !== undefined && (
            <PasswordByLink key={token} token={token} onSaved={handleSaved} onBack={backToLogin} />
          )}
        </Suspense>
      </Paper>
    </Box>
  );
}
