import { type RouteObject, redirect } from 'react-router';
import { requireGuest, requireUser } from './guards.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RouteError } from './RouteError.tsx';
import { screens } from './screens.ts';

const toStats = () => redirect('/admin/stats');

/** The route table of the browser. Shell and screens are lazy, so the login loads neither. */
export const routes: RouteObject[] = [
  {
    id: 'AdminLogin',
    path: '/login',
    loader: requireGuest,
    lazy: async () => ({ Component: (await import('../../features/accounts/web/LoginScreen.tsx')).LoginScreen }),
    ErrorBoundary: RouteError,
    HydrateFallback: Blank,
  },
  {
    id: 'Admin',
    path: '/admin',
    loader: requireUser,
    // The guard asks again on every move, not only on entering.
    shouldRevalidate: () => true,
    lazy: async () => ({ Component: (await import('./Shell.tsx')).Shell }),
    ErrorBoundary: RouteError,
    HydrateFallback: Blank,
    children: [
      { index: true, loader: toStats },
      { path: 'dashboard', loader: toStats },
      {
        ErrorBoundary: RouteError,
        children: [
          ...screens.map(({ path, load }) => ({ path, lazy: async () => ({ Component: await load() }) })),
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
  { path: '*', Component: NotFoundScreen },
];

function Blank() {
  return null;
}
