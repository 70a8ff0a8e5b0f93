import { mdiBellOutline } from '@mdi/js';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { alertsQueries } from './client.ts';

/** The way to the open alerts, with how many of them nobody has read. */
export function AlertBell() {
  const { data, error } = useQuery(alertsQueries.counts());
  const unread = data?.unread ?? 0;
  const count = error ? 'not counted now' : unread > 0 && `${unread} unread`;
  const name = count ? `Alerts, ${count}` : 'Alerts';
  return (
    <IconButton component={Link} to="/admin/alerts?state=open" aria-label={name} title={name}>
      <Badge badgeContent={error ? '?' : unread || undefined} max={99} color="error" aria-hidden>
        <Icon path={mdiBellOutline} fontSize="medium" />
      </Badge>
    </IconButton>
  );
}
