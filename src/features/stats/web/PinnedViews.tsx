import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { statsQueries } from './client.ts';
import { REPORTS, viewQuery } from './views/view-query.ts';

type Props = {
  /** Of an entry of the drawer. */
  sx: Readonly<Record<string, unknown>>;
  onChoose: () => void;
};

/** The saved views that somebody has pinned, below Reports. */
export function PinnedViews({ sx, onChoose }: Props) {
  const { pathname, search } = useLocation();
  const { data, error } = useQuery(statsQueries.views());
  if (error && !data)
    return (
      <ListItem disablePadding sx={{ pl: 6, color: 'text.secondary', fontSize: '0.8125rem' }}>
        Pinned views: {error.message}
      </ListItem>
    );
  const shown = pathname === REPORTS ? viewQuery(search) : undefined;
  return (data?.data ?? [])
    .filter((view) => view.is_pinned)
    .map(({ id, name, query }) => {
      const isShown = shown === viewQuery(query);
      return (
        <ListItem key={id} disablePadding>
          <ListItemButton
            component={Link}
            to={`${REPORTS}?${query}`}
            onClick={onChoose}
            // the page is Reports, of which this is a view
            aria-current={isShown ? 'true' : undefined}
            className={isShown ? 'active' : undefined}
            sx={{ ...sx, pl: 5 }}
          >
            <ListItemText
              primary={name}
              slotProps={{ primary: { noWrap: true, title: name, sx: { fontSize: '0.8125rem' } } }}
            />
          </ListItemButton>
        </ListItem>
      );
    });
}
