import type { ReactNode } from 'react';
import { isUnbroken } from '../../../platform/text/unbroken.ts';

type Props = {
  to: string;
  title: string;
  /** The title with something marked in it; the title itself unless given. */
  children?: ReactNode;
  /** Stands in a card of which every place leads on. */
  isCover?: boolean;
};

/** The title that leads on from a list. One without a place to break is cut to two lines, and whole under the pointer and in focus. */
export function CardTitle({ to, title, children = title, isCover = true }: Props) {
  const names = [isCover && 'cover', isUnbroken(title) && 'cut'].filter(Boolean).join(' ');
  return (
    <a className={names || undefined} href={to} dir="auto">
      {children}
    </a>
  );
}
