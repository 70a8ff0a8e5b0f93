import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import type { Annotation } from '../../annotation-contract.ts';

type Props = { notes: readonly Annotation[]; isComplete: boolean };

/** Where a changed record is edited; products, destinations and offers have no address of their own. */
const ADDRESS: Readonly<Record<string, (id: string) => string>> = {
  guide: (id) => `/admin/listicles/${id}/edit`,
  review: (id) => `/admin/offer-content/${id}/edit`,
};

/** What was changed in the days of a chart, the latest first. */
export function NoteList({ notes, isComplete }: Props) {
  return (
    <Box component="details" sx={{ mt: 1, '@media print': { '&:not([open])': { display: 'none' } } }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'secondary.main' }}>
        What changed in these days ({notes.length})
      </Box>
      <Box
        component="ul"
        tabIndex={0}
        aria-label="What changed in these days"
        sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, maxHeight: 260, overflow: 'auto', fontSize: '0.875rem' }}
      >
        {notes.map((note) => (
          <Box
            component="li"
            key={note.id}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 0.5 }}
          >
            <time dateTime={note.at}>{note.day}</time>
            <StatusChip status={note.kind} tone="calm" />
            <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {ADDRESS[note.entity] ? (
                <Link to={ADDRESS[note.entity]!(note.entity_id)}>{note.subject}</Link>
              ) : (
                note.subject
              )}
              : {note.text}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              by {note.actor}
            </Box>
          </Box>
        ))}
        {!isComplete && <li>Earlier changes of these days stand in the Audit Log.</li>}
      </Box>
    </Box>
  );
}
