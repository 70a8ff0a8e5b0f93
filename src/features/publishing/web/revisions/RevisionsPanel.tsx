import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { Content, Draft, Revision } from '../../contract.ts';
import { publishingQueries, type RecordPath } from '../client.ts';
import { RevisionView } from './RevisionView.tsx';

type Props = {
  path: RecordPath;
  /** The words of the form for the fields of the record. */
  labels: Partial<Record<string, string>>;
  /** The fields as the editor has them now, to compare with. */
  current: Content;
  /** A value as people know it, where it is a number of something. */
  words?: (name: string, value: unknown) => string | undefined;
  onRestored: (draft: Draft) => void;
};

/** Every save of a record, the newest first: who changed what, and a way back to it as a draft. */
export function RevisionsPanel({ path, labels, ...rest }: Props) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number>();
  const revisions = useQuery(publishingQueries.revisions(path, page));
  const { data } = revisions;

  if (open !== undefined) {
    return <RevisionView path={path} number={open} labels={labels} onBack={() => setOpen(undefined)} {...rest} />;
  }
  if (revisions.error) return <ErrorState error={revisions.error} onRetry={() => void revisions.refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={160} />;
  if (data.total === 0) return <EmptyState text="No save is on record yet. The next one will be the first." />;
  return (
    <>
      <List aria-label="Revisions" disablePadding>
        {data.data.map((revision) => (
          <li key={revision.number}>
            <ListItemButton divider onClick={() => setOpen(revision.number)} sx={{ px: 1 }}>
              <ListItemText
                primary={
                  <>
                    {revision.number}. {revision.action} by {revision.actor}, <DateTime value={revision.created_at} />
                  </>
                }
                secondary={changesOf(revision, labels)}
              />
            </ListItemButton>
          </li>
        ))}
      </List>
      {data.pages > 1 && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 1 }}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Typography variant="body2">
            Page {page} of {data.pages}
          </Typography>
          <Button size="small" disabled={page >= data.pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Box>
      )}
    </>
  );
}

function changesOf({ number, changed }: Revision, labels: Partial<Record<string, string>>): string {
  if (number === 1) return 'The first save';
  const names = changed.map((name) => labels[name] ?? name);
  return names.length > 0 ? `Changed: ${names.join(', ')}` : 'Nothing changed';
}
