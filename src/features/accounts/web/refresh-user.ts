import { readStoredUser, readToken, storeSession } from '../../../platform/web/session/browser-session.ts';
import { accountsClient } from './client.ts';
import { isUser } from './session.ts';

/** A role may have been changed since the login: asked once for each load of the page, which begins anew where it was. */
export async function refreshUser(): Promise<void> {
  const token = readToken();
  if (!token) return;
  const { user } = await accountsClient.me(token).catch(() => ({ user: undefined }));
  const kept = readStoredUser();
  if (!isUser(user) || !isUser(kept) || kept.id !== user.id || readToken() !== token) return;
  if (kept.role === user.role && String(kept.permissions) === String(user.permissions)) return;
  storeSession(token, user);
  window.location.reload();
}
