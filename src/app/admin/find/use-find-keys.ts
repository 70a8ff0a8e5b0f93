import { useEffect } from 'react';

/** Calls back on Ctrl+K, or ⌘K; not while a dialog stands open, whose keys are its own. */
export function useFindKeys(onFind: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isFind || event.shiftKey) return;
      // the browser would search the web
      event.preventDefault();
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) onFind();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [onFind]);
}
