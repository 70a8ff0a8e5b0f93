import { createContext, use } from 'react';

export type Notice = {
  message: string;
  tone?: 'success' | 'error' | 'info';
  /** One further button before Close, such as Undo. */
  action?: { label: string; onClick: () => void };
};

export const SnackbarContext = createContext<((notice: Notice) => void) | undefined>(undefined);

/** Shows one sentence at the bottom right for 4 s; a new notice replaces the old one. */
export function useSnackbar(): (notice: Notice) => void {
  const notify = use(SnackbarContext);
  if (!notify) throw new Error('useSnackbar needs a SnackbarProvider above it.');
  return notify;
}
