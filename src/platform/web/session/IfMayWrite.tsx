import type { ReactNode } from 'react';
import { useMayWrite } from './permissions.ts';

/** What changes something: it is not there for who may only look. */
export function IfMayWrite({ children }: { children: ReactNode }) {
  return useMayWrite() ? children : null;
}
