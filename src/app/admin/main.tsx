import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onSessionEnded } from '../../platform/web/session/tab-session.ts';
import { loginPath } from './guards.ts';
import { Providers } from './Providers.tsx';
import { makeQueryClient } from './query-client.ts';
import { routes } from './routes.tsx';

const queries = makeQueryClient();
const router = createBrowserRouter(routes);

onSessionEnded(() => {
  queries.clear();
  const { pathname, search } = router.state.location;
  if (pathname !== '/login') void router.navigate(`${loginPath(pathname + search)}&ended=1`, { replace: true });
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
