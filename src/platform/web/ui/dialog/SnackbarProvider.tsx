import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { lazyPart } from '../states/lazy-part.tsx';
import { type Notice, SnackbarContext } from './snackbar.ts';

const view = () => import('./SnackbarView.tsx');
const SnackbarView = lazyPart(async () => ({ default: (await view()).SnackbarView }));

type Props = {
  /** Takes a change back by its entry of the audit; without it nothing offers that. */
  Undo?: ComponentType<{ entry: string; onClose: () => void }>;
  children: ReactNode;
};
type Shown = Notice & { key: number };

/** Holds the one snackbar of the back office. */
export function SnackbarProvider({ Undo, children }: Props) {
  const [shown, setShown] = useState<Shown>();
  const [isOpen, setIsOpen] = useState(false);
  const [undone, setUndone] = useState<string>();
  const notify = useCallback((notice: Notice) => {
    setShown((last) => ({ ...notice, key: (last?.key ?? 0) + 1 }));
    setIsOpen(true);
  }, []);
  // asked for before it is needed: what it says may be that the server is away
  useEffect(() => void view().catch(() => undefined), []);

  const { undo, ...rest } = shown ?? { message: '' };
  return (
    <SnackbarContext value={notify}>
      {children}
      <Suspense>
        {shown && (
          <SnackbarView
            key={shown.key}
            notice={Undo && undo !== undefined ? { ...rest, undo } : rest}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            onUndo={setUndone}
          />
        )}
        {Undo && undone !== undefined && <Undo key={undone} entry={undone} onClose={() => setUndone(undefined)} />}
      </Suspense>
    </SnackbarContext>
  );
}
