import { useCallback } from 'react';
import { sizes } from '../../../../platform/web/styles/tokens.ts';

/** For what sticks to the top: what is moved into sight by the keyboard or by a link stops below it. */
export const useScrollRoom = () =>
  useCallback((node: HTMLElement | null) => {
    if (!node) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = getComputedStyle(node).position === 'sticky' ? node.offsetHeight : 0;
      style.scrollPaddingTop = `${sizes.appBar + height}px`;
    });
    observer.observe(node);
    return () => {
      observer.disconnect();
      style.removeProperty('scroll-padding-top');
    };
  }, []);
