import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ComponentProps } from 'react';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { RevisionsPanel } from './RevisionsPanel.tsx';

type Props = ComponentProps<typeof RevisionsPanel> & { onClose: () => void };

/** The history of a record over the side of a screen that has no room for it. */
export function RevisionsDrawer({ onClose, ...panel }: Props) {
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'History', sx: { width: { xs: '100%', sm: 480 } } } }}
      sx={{ zIndex: 'modal' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', p: 2, pb: 0 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          History
        </Typography>
        <IconButton aria-label="Close history" onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </Box>
      <Box sx={{ p: 2 }}>
        <RevisionsPanel {...panel} />
      </Box>
    </Drawer>
  );
}
