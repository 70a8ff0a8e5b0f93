import { mdiArrowLeft } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './Icon.tsx';

type Props = { /** An address inside the back office. */ to: string; children: ReactNode };

/** Stands above the head of a screen about one record: the way back to where it is listed. */
export function BackLink({ to, children }: Props) {
  return (
    <Button
      component={Link}
      to={to}
      startIcon={<Icon path={mdiArrowLeft} />}
      sx={{ mb: 1, ml: -1, textAlign: 'left', overflowWrap: 'anywhere' }}
    >
      {children}
    </Button>
  );
}
