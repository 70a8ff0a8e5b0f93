import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readNonce } from '../../platform/web/nonce.ts';
import { theme } from '../../platform/web/styles/theme.ts';
import { lazyPart } from '../../platform/web/ui/states/lazy-part.tsx';
import { SnackbarProvider } from '../../platform/web/ui/dialog/SnackbarProvider.tsx';

const UndoOffer = lazyPart(async () => ({
  default: (await import('../../features/accounts/web/UndoOffer.tsx')).UndoOffer,
}));

type Props = { queries: QueryClient; children: ReactNode };

/** What every screen stands on: styles that the CSP lets pass, theme, cache, snackbar. */
export function Providers({ queries, children }: Props) {
  const [styles] = useState(() => {
    const nonce = readNonce();
    return createCache({ key: 'gp', prepend: true, ...(nonce && { nonce }) });
  });
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <QueryClientProvider client={queries}>
          <SnackbarProvider Undo={UndoOffer}>{children}</SnackbarProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
