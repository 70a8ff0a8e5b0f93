import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import Box from '@mui/material/Box';
import Collapse from '@mui/material/Collapse';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense, useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { contactQueries } from '../../../features/settings/web/client.ts';
import { colors, radius } from '../../../platform/web/styles/tokens.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { type NavGroup, navigationOf } from './navigation.ts';
import { visuallyHidden } from '../../../platform/web/styles/visually-hidden.ts';

const PinnedViews = lazyPart(async () => ({
  default: (await import('../../../features/stats/web/PinnedViews.tsx')).PinnedViews,
}));

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
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // the list is longer than most screens are high; new browsers answer with a promise, which is no way to end an effect
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <Box ref={nav} component="nav" aria-label="Admin" sx={{ flex: 1, overflowY: 'auto', py: 1 }}>
      {navigationOf().map((section) => (
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

/** How many messages wait to be read; nothing while there are none. */
function UnreadMessages() {
  const { data: unread = 0, error } = useQuery(contactQueries.unread());
  if (unread === 0 && !error) return null;
  return (
    <Box
      component="span"
      sx={{
        ml: 1,
        px: 0.75,
        minWidth: 22,
        textAlign: 'center',
        borderRadius: `${radius.badge}px`,
        backgroundColor: colors.brand,
        color: colors.ink,
        fontSize: '0.75rem',
        fontWeight: 700,
        lineHeight: '20px',
      }}
    >
      {error ? '?' : unread > 99 ? '99+' : unread}
      <Box component="span" sx={visuallyHidden}>
        {' '}
        {error ? 'not counted now' : 'unread'}
      </Box>
    </Box>
  );
}

function Group({ group, onChoose }: { group: NavGroup; onChoose: () => void }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const items = (
    <List disablePadding id={id}>
      {group.items.map((item) => (
        <Fragment key={item.to}>
          <ListItem disablePadding>
            <ListItemButton
              component={NavLink}
              to={item.to}
              end={item.to === '/admin/stats'}
              onClick={onChoose}
              sx={itemStyle}
            >
              <ListItemIcon sx={{ minWidth: 32 }}>
                <Icon path={item.icon} />
              </ListItemIcon>
              <ListItemText primary={item.label} slotProps={{ primary: { sx: { fontSize: '0.875rem' } } }} />
              {item.counts && <UnreadMessages />}
            </ListItemButton>
          </ListItem>
          {item.hasViews && (
            <Suspense>
              <PinnedViews sx={itemStyle} onChoose={onChoose} />
            </Suspense>
          )}
        </Fragment>
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
