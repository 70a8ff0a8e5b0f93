import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

type Props = {
  /** One sentence. */
  text: string;
  /** The next step, usually the screen's primary button. */
  action?: ReactNode;
};

/** What stands where nothing is yet. */
export function EmptyState({ text, action }: Props) {
  return (
    <Box sx={{ py: 6, px: 2, textAlign: 'center' }}>
      <Typography sx={{ color: 'text.secondary', mb: action ? 2 : 0, textWrap: 'balance' }}>{text}</Typography>
      {action}
    </Box>
  );
}
