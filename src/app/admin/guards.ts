import { type LoaderFunctionArgs, redirect } from 'react-router';
import { currentUser, isSignedIn } from '../../features/accounts/web/session.ts';

/** The login screen's address with the way back. @param next path and query of the page that was wanted */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`;

/** Loader of what needs a login: a guest goes to the login screen. */
export async function requireUser({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  return (await currentUser()) ?? redirect(loginPath(pathname + search));
}

/** Loader of what is for guests only: somebody signed in goes to the dashboard. */
export const requireGuest = () => (isSignedIn() ? redirect('/admin') : null);
