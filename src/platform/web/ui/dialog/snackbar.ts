import { createContext, use } from 'react';

export type Notice = {
  message: string;
  tone?: 'success' | 'error' | 'info';
  /** One further button before Close, such as Undo. */
  action?: { label: string; onClick: () => void };
  /** The entry of the audit by which what is said can be taken back: the further button is then Undo. */
  undo?: string;
};

export const SnackbarContext = createContext<((notice: Notice) => void) | undefined>(undefined);

/** Shows one sentence at the bottom right for 4 s, or 12 s where there is something to press; a new notice replaces the old one. */
export function useSnackbar(): (notice: Notice) => void {
  const notify = use(SnackbarContext);
  if (!notify) throw new Error('useSnackbar needs a SnackbarProvider above it.');
  return notify;
}
