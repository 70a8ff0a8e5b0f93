import Box from '@mui/material/Box';
import Link, { type LinkProps } from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { may } from '../../../session/permissions.ts';

type Props = Pick<LinkProps, 'sx' | 'underline'> & {
  to: string;
  children: ReactNode;
};

/** The way to where content is edited; who may not write there gets the text alone. */
export function EditorLink({ to, underline = 'hover', sx, children }: Props) {
  if (!may('write:content'))
    return (
      <Box component="span" sx={sx ?? []}>
        {children}
      </Box>
    );
  return (
    <Link component={RouterLink} to={to} underline={underline} color="inherit" sx={sx ?? []}>
      {children}
    </Link>
  );
}
