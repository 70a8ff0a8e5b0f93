import type { ReactNode } from 'react';
import { CutText } from './CutText.tsx';

/** What a cell shows; text alone may be somebody's title without a place to break. */
export const CellContent = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <CutText>{children}</CutText> : children;
