import { mdiSendCheckOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { AlertChannel } from '../contract.ts';
import { ALERTS_LASTING } from '../lasting.ts';

type Props = { onTry: (channel: AlertChannel) => void };

const CHANNELS: { channel: AlertChannel; label: string }[] = [
  { channel: 'webhook', label: 'To the Webhook' },
  { channel: 'email', label: 'By E-mail' },
];

/** Sends a marked test through a channel of the site settings. */
export function TryChannels({ onTry }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const handleTry = (channel: AlertChannel) => {
    setAnchor(undefined);
    onTry(channel);
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiSendCheckOutline} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Send Test
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {CHANNELS.map(({ channel, label }) => (
          <MenuItem key={channel} onClick={() => handleTry(channel)}>
            {label}
          </MenuItem>
        ))}
        <Box component="li" role="none" sx={{ px: 2, py: 1, maxWidth: 280 }}>
          <CannotUndo why={ALERTS_LASTING.test} />
        </Box>
      </Menu>
    </>
  );
}
