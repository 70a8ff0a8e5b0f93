import { type RouteObject, redirect } from 'react-router';
import { requireGuest, requireUser } from './guards.ts';
import { NotFoundScreen } from './shell/NotFoundScreen.tsx';
import { RouteError } from './shell/RouteError.tsx';
import { screens } from './screens.ts';

const toStats = () => redirect('/admin/stats');

/** The route table of the browser. Shell and screens are lazy, so the login waits for neither. */
export const routes: RouteObject[] = [
  {
    id: 'AdminLogin',
    path: '/login',
    loader: requireGuest,
    lazy: async () => {
      const { LoginScreen } = await import('../../features/accounts/web/LoginScreen.tsx');
      fetchAhead();
      return { Component: LoginScreen };
    },
    ErrorBoundary: RouteError,
    HydrateFallback: Blank,
  },
  {
    id: 'Admin',
    path: '/admin',
    loader: requireUser,
    // The guard asks again on every move, not only on entering.
    shouldRevalidate: () => true,
    lazy: async () => ({ Component: (await import('./shell/Shell.tsx')).Shell }),
    ErrorBoundary: RouteError,
    HydrateFallback: Blank,
    children: [
      { index: true, loader: toStats },
      { path: 'dashboard', loader: toStats },
      {
        ErrorBoundary: RouteError,
        children: [
          ...screens.map(({ load, ...screen }) => ({
            path: screen.path,
            handle: screen,
            lazy: async () => ({ Component: await load() }),
          })),
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
  {
    id: 'SharedReport',
    path: '/shared/report',
    lazy: async () => ({
      Component: (await import('../../features/stats/web/SharedReportScreen.tsx')).SharedReportScreen,
    }),
    ErrorBoundary: RouteError,
    HydrateFallback: Blank,
  },
  { path: '*', Component: NotFoundScreen },
];

/** While the name and the password are typed, the code of what comes after them. A browser that cannot tell when it is idle does without. */
function fetchAhead(): void {
  globalThis.requestIdleCallback?.(() => {
    // what fails here fails again, and is told, when it is needed
    void Promise.allSettled([import('./shell/Shell.tsx'), screens[0]!.load()]);
  });
}

function Blank() {
  return null;
}
