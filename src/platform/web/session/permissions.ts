import { createContext, use } from 'react';
import type { Permission } from '../../permissions.ts';
import { tabOwner } from './tab-session.ts';

/** What a screen, or a part of one, asks of whoever opens it. */
export type Need = Permission | 'admin';

/**
 * Whether whoever is signed in may do it: hides or explains what the server would refuse. One whose permissions this browser does not
 * know is not held up here.
 */
export function may(need: Need | undefined): boolean {
  const permissions = tabOwner()?.permissions ?? ['*'];
  return need === undefined || permissions.includes('*') || permissions.includes(need);
}

/** May what the screen shows be changed, too? */
export const MayWrite = createContext(true);

export const useMayWrite = (): boolean => use(MayWrite);
