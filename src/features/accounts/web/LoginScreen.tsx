import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { onSessionChange } from '../../../platform/web/session/browser-session.ts';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { LoginForm } from './LoginForm.tsx';
import { isSignedIn } from './session.ts';

const HOME = '/admin';

/** Only a page of the back office may follow a login, whatever the address asks for. */
const safeReturn = (next: string | null): string => (next && /^\/admin(?:[/?]|$)/.test(next) ? next : HOME);

/** The administrator's login. `?ended=1` says that a session ran out, `?next=` where to go afterwards. */
export function LoginScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const goOn = () => navigate(safeReturn(params.get('next')), { replace: true });
  // somebody signed in, here or in another tab
  const handleSession = useEffectEvent(() => {
    if (isSignedIn()) void goOn();
  });
  useEffect(() => onSessionChange(handleSession), []);

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
        <LoginForm notice={params.has('ended') ? 'Your session has ended. Please sign in again.' : undefined} />
      </Paper>
    </Box>
  );
}
