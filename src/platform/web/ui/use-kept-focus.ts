import { useEffect, useRef, type RefObject } from 'react';

/** Gives the focus to a place when what had it in there is gone, as a row is that was taken out: keys go on from where they were. */
export function useKeptFocus(place: RefObject<HTMLElement | null>, content: unknown): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      wasInside.current = place.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [place]);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) place.current?.focus();
  }, [place, content]);
}
