import Box from '@mui/material/Box';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';

type Props = {
  /** What the dialog is labelled by. */
  id: string;
  children: ReactNode;
};

/** The title of a dialog. On a phone a long name leaves room for what the dialog is about. */
export function DialogHeading({ id, children }: Props) {
  return (
    <DialogTitle id={id}>
      <Box
        component="span"
        sx={{
          display: { xs: '-webkit-box', sm: 'inline' },
          WebkitLineClamp: '2',
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
        }}
      >
        {children}
      </Box>
    </DialogTitle>
  );
}
