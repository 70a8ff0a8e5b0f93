import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

type Props = { children: ReactNode };

/** Inside a FormSection: over both columns. */
export function Wide({ children }: Props) {
  return <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>{children}</Box>;
}
