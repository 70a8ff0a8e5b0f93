const TOKEN = 'token';
const USER = 'user';

type Listener = () => void;
const listeners = new Set<Listener>();

/** The bearer token kept in this browser, or undefined for a guest, or where the browser lets nothing be kept. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(TOKEN) ?? undefined;
  } catch {
    return undefined;
  }
}

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
  // the token last: whoever sees it, in whichever tab, also sees whose it is
  localStorage.setItem(USER, JSON.stringify(user));
  localStorage.setItem(TOKEN, token);
  tell();
}

/** Forgets token and user. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  tell();
}

/**
 * Calls back when somebody signed in or out, here or in another tab.
 * @returns what stops the calls.
 */
export function onSessionChange(listener: Listener): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === USER || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', handleStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', handleStorage);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
