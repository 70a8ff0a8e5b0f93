import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { may } from '../../../../platform/web/session/permissions.ts';

type Props = {
  /** The rows behind the figure; undefined where there are none to show. */
  to: string | undefined;
  /** What one finds there, for the tooltip. */
  title?: string | undefined;
  children: ReactNode;
};

/** A figure that leads to the rows it is made of. */
export function DrillLink({ to, title, children }: Props) {
  // the rows behind a figure tell of money
  if (to === undefined || !may('read:money')) return <span title={title}>{children}</span>;
  return (
    <Box
      component={RouterLink}
      to={to}
      title={title}
      sx={{
        color: 'inherit',
        textDecorationStyle: 'dotted',
        textUnderlineOffset: '3px',
        '&:hover': { textDecorationStyle: 'solid' },
      }}
    >
      {children}
    </Box>
  );
}
