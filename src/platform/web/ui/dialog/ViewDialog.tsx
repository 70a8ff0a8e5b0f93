import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { sizes } from '../../styles/tokens.ts';
import { DialogHeading } from './DialogHeading.tsx';

const WIDTHS = { small: sizes.confirmDialog, form: sizes.formDialog, table: 1200 } as const;

type Props = {
  title: ReactNode;
  width?: keyof typeof WIDTHS;
  /** Rows that touch the sides bring their own space. */
  isFlush?: boolean;
  /** Buttons that do something with what is shown, on the left. */
  tools?: ReactNode;
  /** In place of the one button, Done. */
  actions?: ReactNode;
  /** Nothing but its buttons closes it: for what was typed or pasted. */
  isPersistent?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Shows something in full, over the whole page on a phone; edits are made in a FormDialog. */
export function ViewDialog(props: Props) {
  const { title, width = 'form', isFlush = false, tools, actions, isPersistent = false, onClose } = props;
  const id = useId();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone && width !== 'small'}
      onClose={isPersistent ? undefined : onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: WIDTHS[width] } } }}
    >
      <DialogHeading id={id}>{title}</DialogHeading>
      <DialogContent dividers sx={isFlush ? { p: 0 } : {}}>
        {props.children}
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 1.5, flexWrap: 'wrap', rowGap: 1 }}>
        {tools && <Box sx={{ mr: 'auto', display: 'flex', flexWrap: 'wrap', gap: 1 }}>{tools}</Box>}
        {actions ?? (
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** One titled part of what a dialog shows. */
export function ViewPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5, '& + &': { mt: 3 } }}>
      <Typography variant="h3">{title}</Typography>
      {children}
    </Box>
  );
}
