// Blanks and control characters are dropped by browsers, which can turn a path into another host; a backslash counts as a slash.
const HIDDEN = /[\s\p{Cc}\p{Cf}\\]/u;
const AUTHORITY = /^https?:\/\/[^/?#]+/i;
const HERE = 'https://here.invalid';

/** A path of this site: one slash at the start, so that it can never name another host. A `/go/` is refused: links would chase each other. */
export function isSitePath(text: string): boolean {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(text) || HIDDEN.test(text) || !URL.canParse(text, HERE)) return false;
  const { origin, pathname } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith('//') && !/^\/go(\/|$)/i.test(pathname);
}

/** An http or https address without a login in it. */
export function isWebAddress(text: string): boolean {
  if (HIDDEN.test(text) || !AUTHORITY.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Letters outside of ASCII as a browser would send them, since a redirect can carry nothing else. */
export function toAscii(address: string): string {
  const host = AUTHORITY.exec(address)?.[0] ?? '';
  const rest = address
    .slice(host.length)
    .toWellFormed()
    .replace(/[^\0-\x7f]+/g, encodeURIComponent);
  return (/[^\0-\x7f]/.test(host) && URL.canParse(host) ? new URL(host).origin : host) + rest;
}
