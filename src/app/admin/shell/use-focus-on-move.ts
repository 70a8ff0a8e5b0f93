import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Brings the focus to the content when another screen has opened, so that a screen reader follows. */
export function useFocusOnMove(): RefObject<HTMLElement | null> {
  const target = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    target.current?.focus({ preventScroll: true });
  }, [pathname]);
  return target;
}
