import Box from '@mui/material/Box';
import Link, { type LinkProps } from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { may, type Need } from '../../../session/permissions.ts';

type Props = Pick<LinkProps, 'sx' | 'underline'> & {
  to: string;
  /** Who may not do this gets the text alone. */
  needs?: Need;
  children: ReactNode;
};

/** The way to where a record is edited. */
export function EditorLink({ to, needs = 'write:content', underline = 'hover', sx, children }: Props) {
  if (!may(needs))
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
