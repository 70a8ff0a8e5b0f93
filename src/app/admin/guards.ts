import { type LoaderFunctionArgs, redirect } from 'react-router';
import { linkToken } from '../../features/accounts/web/link-token.ts';
import { currentUser, isSignedIn } from '../../features/accounts/web/session.ts';
import { judgeSession, ownTab, tabOwner } from '../../platform/web/session/tab-session.ts';

/** The login screen's address with the way back. @param next path and query of the page that was wanted */
export const loginPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`;

const refreshed = async () => (await import('../../features/accounts/web/refresh-user.ts')).refreshUser();

/** Loader of what needs a login: a guest goes to the login screen. The screens of a tab that waits for its person stay theirs. */
export async function requireUser({ request }: LoaderFunctionArgs) {
  const owner = tabOwner();
  if (owner && judgeSession()) return owner;
  const { pathname, search } = new URL(request.url);
  const user = await currentUser();
  // nothing waits for it
  if (owner === undefined) void refreshed().catch(() => undefined);
  if (!user) return redirect(loginPath(pathname + search));
  ownTab(user);
  return user;
}

/** Loader of what is for guests only: somebody signed in goes to the dashboard, unless a one-time link was opened. */
export const requireGuest = () =>
  isSignedIn() && linkToken(window.location.hash) === undefined ? redirect('/admin') : null;
