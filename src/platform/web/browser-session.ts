const TOKEN = 'token';
const USER = 'user';

type Listener = () => void;
const enders = new Set<Listener>();

/** The bearer token kept in this browser, or undefined for a guest. */
export const readToken = (): string | undefined => localStorage.getItem(TOKEN) ?? undefined;

/** The stored user as parsed JSON; undefined when nothing readable is stored. The caller checks its shape. */
export function readStoredUser(): unknown {
  try {
    return JSON.parse(localStorage.getItem(USER) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a fresh login across reloads and tabs. */
export function storeSession(token: string, user: unknown): void {
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(USER, JSON.stringify(user));
}

/** Forgets token and user. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
}

/** The server refused the token: forgets it, unless another tab has signed in anew since, and tells the shell. */
export function endSession(refusedToken: string): void {
  if (readToken() !== refusedToken) return;
  clearSession();
  for (const tell of enders) tell();
}

/**
 * Calls back when the session ended here or was cleared in another tab.
 * @returns what stops the calls.
 */
export function onSessionEnded(listener: Listener): () => void {
  const handleStorage = (event: StorageEvent) => {
    if ((event.key === TOKEN || event.key === null) && !readToken()) listener();
  };
  enders.add(listener);
  window.addEventListener('storage', handleStorage);
  return () => {
    enders.delete(listener);
    window.removeEventListener('storage', handleStorage);
  };
}
