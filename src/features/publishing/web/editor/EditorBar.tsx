import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { shadow } from '../../../../platform/web/styles/tokens.ts';
import { draftWords } from './draft-words.ts';
import type { DraftState } from '../draft/use-draft-sync.ts';

const MAX_NAMES = 4;

type Props = {
  state: DraftState;
  /** The words of the fields that differ from what is stored. */
  changed: readonly string[];
  isSaving: boolean;
  onRetry: () => void;
  onDiscard: () => void;
};

/** Stays in view under a long form: what is not saved yet, where it is kept, and Save. */
export function EditorBar({ state, changed, isSaving, onRetry, onDiscard }: Props) {
  const zone = useTimeZone();
  const more = changed.length - MAX_NAMES;
  const names = changed.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const isEdited = changed.length > 0 || state.kind !== 'none';
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 8,
        zIndex: 2,
        mt: 2,
        px: 2,
        py: 1,
        boxShadow: shadow,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, fontSize: '0.8125rem' }}>
        <Box role="status" sx={{ fontWeight: 600, color: state.kind === 'failed' ? 'error.main' : 'text.primary' }}>
          {draftWords(state, zone)}
        </Box>
        {names && <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>Not live yet: {names}</Box>}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        {state.kind === 'failed' && <Button onClick={onRetry}>Try again</Button>}
        {isEdited && (
          <Button color="inherit" onClick={onDiscard} disabled={isSaving}>
            Discard edits
          </Button>
        )}
        <Button type="submit" variant="contained" loading={isSaving}>
          Save
        </Button>
      </Box>
    </Paper>
  );
}
