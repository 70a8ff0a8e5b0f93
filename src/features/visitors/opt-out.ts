/** The only cookie: set when a person presses opt-out. It names nobody, and reads the same for all. */
const NAME = 'gp_ignore';
/** The most that browsers grant. */
const MAX_AGE_S = 400 * 86_400;

const SET = new RegExp(`(?:^|;\\s*)${NAME}=1(?:;|$)`);

/** @param cookies the whole header; empty when there is none */
export const isOptedOut = (cookies: string): boolean => SET.test(cookies);

/** Global Privacy Control, as the browser sends it with each request. */
export const isSignalled = (signal: string | string[] | undefined): boolean => signal === '1';

/** The header that opts out or in again. @param isSecure readers come by https */
export function optOutCookie(isOut: boolean, isSecure: boolean): string {
  const life = isOut ? `1; Max-Age=${MAX_AGE_S}` : '; Max-Age=0';
  return `${NAME}=${life}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
