import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import Box from '@mui/material/Box';
import Collapse from '@mui/material/Collapse';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { NavLink } from 'react-router';
import { colors, radius } from '../../platform/web/tokens.ts';
import { Icon } from '../../platform/web/ui/Icon.tsx';
import { type NavGroup, navigation } from './navigation.ts';

const itemStyle = {
  mx: 1,
  px: 1,
  minHeight: 36,
  py: 0.25,
  borderRadius: `${radius.control}px`,
  '&.active': {
    backgroundColor: colors.brandTint,
    color: colors.onBrandTint,
    boxShadow: `inset 3px 0 0 ${colors.brandText}`,
    '& .MuiListItemIcon-root': { color: colors.onBrandTint },
    '& .MuiListItemText-primary': { fontWeight: 600 },
  },
};

type Props = { onChoose: () => void };

/** The drawer's sections, groups and items. */
export function NavList({ onChoose }: Props) {
  return (
    <Box component="nav" aria-label="Admin" sx={{ flex: 1, overflowY: 'auto', py: 1 }}>
      {navigation.map((section) => (
        <Box key={section.label} component="section" aria-label={section.label} sx={{ mb: 1 }}>
          <Typography
            component="h2"
            sx={{
              px: 2,
              py: 0.5,
              color: 'text.secondary',
              fontSize: '0.6875rem',
              fontWeight: 700,
              letterSpacing: '0.08em',
              textTransform: 'uppercase',
            }}
          >
            {section.label}
          </Typography>
          {section.groups.map((group) => (
            <Group key={group.label ?? section.label} group={group} onChoose={onChoose} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Group({ group, onChoose }: { group: NavGroup; onChoose: () => void }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const items = (
    <List disablePadding id={id}>
      {group.items.map((item) => (
        <ListItem key={item.to} disablePadding>
          <ListItemButton component={NavLink} to={item.to} onClick={onChoose} sx={itemStyle}>
            <ListItemIcon sx={{ minWidth: 32 }}>
              <Icon path={item.icon} />
            </ListItemIcon>
            <ListItemText primary={item.label} slotProps={{ primary: { sx: { fontSize: '0.875rem' } } }} />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
  if (!group.label) return items;
  return (
    <>
      <ListItemButton
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ ...itemStyle, width: 'auto' }}
      >
        <ListItemText
          primary={group.label}
          slotProps={{ primary: { sx: { fontSize: '0.8125rem', fontWeight: 600 } } }}
        />
        <Icon path={isOpen ? mdiChevronUp : mdiChevronDown} />
      </ListItemButton>
      <Collapse in={isOpen}>{items}</Collapse>
    </>
  );
}
