import { mdiAccountKeyOutline, mdiDevices, mdiLockOutline, mdiLogout } from '@mdi/js';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { ACCOUNT_LABELS, ACCOUNT_PARTS, type AccountPart } from './account-parts.ts';

const ICONS: Record<AccountPart, string> = {
  password: mdiLockOutline,
  'second-factor': mdiAccountKeyOutline,
  sessions: mdiDevices,
};

type Props = {
  username: string;
  role: string;
  anchor: HTMLElement;
  onChoose: (part: AccountPart) => void;
  onSignOut: () => void;
  onClose: () => void;
};

/** What can be done about the own account, below the avatar. */
export function AccountMenu({ username, role, anchor, onChoose, onSignOut, onClose }: Props) {
  const handle = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': 'Account' } }}
    >
      <ListSubheader role="presentation" sx={{ maxWidth: 280, lineHeight: 1.4, pb: 1, overflowWrap: 'anywhere' }}>
        <Box sx={{ color: 'text.primary', fontWeight: 600 }}>{username}</Box>
        {role}
      </ListSubheader>
      <Divider />
      {ACCOUNT_PARTS.map((part) => (
        <MenuItem key={part} onClick={handle(() => onChoose(part))}>
          <ListItemIcon>
            <Icon path={ICONS[part]} />
          </ListItemIcon>
          {ACCOUNT_LABELS[part].label}
        </MenuItem>
      ))}
      <Divider />
      <MenuItem onClick={handle(onSignOut)}>
        <ListItemIcon>
          <Icon path={mdiLogout} />
        </ListItemIcon>
        Sign Out
      </MenuItem>
    </Menu>
  );
}
