import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

type Props = {
  /** The rows behind the figure; undefined where there are none to show. */
  to: string | undefined;
  /** What one finds there, for the tooltip. */
  title?: string;
  children: ReactNode;
};

/** A figure that leads to the rows it is made of. */
export function DrillLink({ to, title, children }: Props) {
  if (to === undefined) return <span title={title}>{children}</span>;
  return (
    <Link
      component={RouterLink}
      to={to}
      title={title}
      color="inherit"
      sx={{ textDecorationStyle: 'dotted', textUnderlineOffset: '3px', '&:hover': { textDecorationStyle: 'solid' } }}
    >
      {children}
    </Link>
  );
}
