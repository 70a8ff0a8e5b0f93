import { mdiArrowLeft, mdiRestore } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { valueWords } from '../../../../platform/web/ui/inputs/value-words.ts';
import type { Content, Draft } from '../../contract.ts';
import { publishingCalls, publishingQueries, type RecordPath } from '../client.ts';
import { WordDiff } from './WordDiff.tsx';

type Props = {
  path: RecordPath;
  number: number;
  labels: Partial<Record<string, string>>;
  current: Content;
  words?: (name: string, value: unknown) => string | undefined;
  onBack: () => void;
  onRestored: (draft: Draft) => void;
};

/** What restoring leaves alone: the state of a record is no part of its text. */
const NOT_RESTORED = ['status', 'publish_at', 'unpublish_at'];

/** One save: what it changed, or what it differs in from the form now; and the way back to it. */
export function RevisionView({ path, number, labels, current, words, onBack, onRestored }: Props) {
  const notify = useSnackbar();
  const revision = useQuery(publishingQueries.revision(path, number));
  const [against, setAgainst] = useState<'before' | 'now'>('before');
  const restore = useMutation({
    mutationFn: () => publishingCalls.restoreRevision(path, number),
    onSuccess: ({ data, message = 'Restored as a draft.' }) => {
      notify({ message });
      onRestored(data);
    },
  });
  const { data } = revision;
  const say = (name: string, value: unknown) => words?.(name, value) ?? valueWords(value);

  const changedFields = (): { name: string; before: string; after: string }[] => {
    if (!data) return [];
    const [from, to] = against === 'before' ? [data.before ?? {}, data.content] : [data.content, current];
    const names = Object.keys(labels).filter(
      (name) => name in data.content && (against === 'before' || !NOT_RESTORED.includes(name)),
    );
    return names
      .map((name) => ({ name, before: say(name, from[name]), after: say(name, to[name]) }))
      .filter(({ before, after }) => before !== after);
  };
  const shown = changedFields();

  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
        <Button startIcon={<Icon path={mdiArrowLeft} />} onClick={onBack}>
          All revisions
        </Button>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiRestore} />}
          loading={restore.isPending}
          disabled={!data}
          onClick={() => restore.mutate()}
        >
          Restore as draft
        </Button>
      </Box>
      {restore.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {restore.error.message}
        </Alert>
      )}
      {revision.error ? (
        <ErrorState error={revision.error} onRetry={() => void revision.refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={160} />
      ) : (
        <>
          <Typography variant="h3" sx={{ mb: 0.5 }}>
            Revision {data.number}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
            {data.action} by {data.actor}, <DateTime value={data.created_at} />. Restoring puts it into your draft:
            readers see nothing of it until you save.
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={against}
            aria-label="Compare"
            onChange={(_event, next: typeof against | null) => next && setAgainst(next)}
            sx={{ mb: 2 }}
          >
            <ToggleButton value="before">What it changed</ToggleButton>
            <ToggleButton value="now">What changed since</ToggleButton>
          </ToggleButtonGroup>
          {shown.length === 0 && <Typography variant="body2">No difference.</Typography>}
          {shown.map(({ name, before, after }) => (
            <Box key={name} component="section" aria-label={labels[name]} sx={{ mb: 2 }}>
              <Typography variant="subtitle2">{labels[name]}</Typography>
              <WordDiff before={before} after={after} />
            </Box>
          ))}
        </>
      )}
    </Box>
  );
}
