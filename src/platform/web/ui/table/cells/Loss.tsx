import { mdiTrendingDown } from '@mdi/js';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { colors } from '../../../styles/tokens.ts';
import { Icon } from '../../Icon.tsx';

type Props = {
  /** The figure that is told: a profit or an ROI, as a decimal or a number. */
  value: string | number | null;
  /** The figure in words, with its sign. */
  children: ReactNode;
};

/** A profit or an ROI. A loss has its minus sign, an icon and a colour: never the colour alone. */
export function Loss({ value, children }: Props) {
  if (value === null || !(Number(value) < 0)) return children;
  return (
    <Box component="span" data-loss sx={{ color: colors.error, whiteSpace: 'nowrap' }}>
      <Icon path={mdiTrendingDown} titleAccess="Loss" sx={{ fontSize: '1.15em', verticalAlign: '-0.2em', mr: 0.5 }} />
      {children}
    </Box>
  );
}
