import { mdiAlertOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asWords } from '../../../../platform/text/as-words.ts';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { valueWords } from '../../../../platform/web/ui/inputs/value-words.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { UndoPlan, UndoRecord } from '../../contract-audit.ts';
import { auditQueries, sendUndo } from './audit-client.ts';

type Props = { entry: { id: string; title: string; about?: ReactNode }; onClose: () => void };

/** Records that are told one by one; of a file with thousands of rows nobody reads more. */
const RECORDS_SHOWN = 50;

const cell = { verticalAlign: 'top', whiteSpace: 'pre-line', overflowWrap: 'anywhere', minWidth: 110 } as const;

/** What taking a change back would do, with what is there now beside what would be put back, before it is done. */
export function UndoDialog({ entry, onClose }: Props) {
  const plan = useQuery(auditQueries.undo(entry.id));
  const queries = useQueryClient();
  const notify = useSnackbar();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isConflict = plan.data ? hasConflict(plan.data) : false;

  const handleUndo = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { message } = await sendUndo(entry.id, isConflict);
      onClose();
      notify({ message });
      // whatever it was about is on other screens
      void queries.invalidateQueries();
    } catch (error) {
      setProblem((error as Error).message);
      // somebody may have changed it between the look and the press
      void plan.refetch();
    } finally {
      setBusy(false);
    }
  };

  const canUndo = plan.data?.reason === null && !plan.data.records.some(({ obstacle }) => obstacle !== null);
  return (
    <ViewDialog
      title={entry.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {canUndo && (
            <Button
              variant="contained"
              color={isConflict ? 'warning' : 'primary'}
              disabled={isBusy}
              onClick={() => void handleUndo()}
            >
              {isConflict ? 'Put back all the same' : 'Undo'}
            </Button>
          )}
        </>
      }
    >
      {entry.about && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {entry.about}
        </Typography>
      )}
      {problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      {plan.error ? (
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      ) : plan.data ? (
        <PlanWords plan={plan.data} isConflict={isConflict} />
      ) : (
        <Typography role="status">Looking at what is there now...</Typography>
      )}
    </ViewDialog>
  );
}

const hasConflict = ({ records }: UndoPlan): boolean =>
  records.some(({ fields }) => fields.some((field) => field.is_changed));

function PlanWords({ plan, isConflict }: { plan: UndoPlan; isConflict: boolean }) {
  const { reason, records, besides, entries } = plan;
  if (reason !== null) return <Alert severity="info">This cannot be taken back. {reason}</Alert>;
  const isDone = records.length === 0 && besides.length === 0;
  return (
    <>
      {isConflict && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          Some of it was changed since. Look at both: what is there now would be overwritten.
        </Alert>
      )}
      {entries > 1 && (
        <Typography sx={{ mb: 1 }}>{entries} entries of the log were one call. They are taken back as one.</Typography>
      )}
      {besides.map((words) => (
        <Typography key={words} sx={{ mb: 1 }}>
          This {words}
        </Typography>
      ))}
      {isDone && <Typography>Everything is as it was before already.</Typography>}
      {records.slice(0, RECORDS_SHOWN).map((one) => (
        <RecordPlan key={`${one.entity} ${one.entity_id}`} record={one} />
      ))}
      {records.length > RECORDS_SHOWN && (
        <Typography sx={{ mb: 2 }}>And {records.length - RECORDS_SHOWN} more.</Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        Keys, passwords and secrets are nowhere kept and stay as they are.
      </Typography>
    </>
  );
}

const DOES: Readonly<Record<UndoRecord['does'], string>> = {
  change: 'gets back what it had',
  remove: 'goes away again, into the trash where it has one',
  bring_back: 'comes back',
};
const OBSTACLES = { gone: 'was deleted since; take that back first', there_again: 'is there again already' } as const;

function RecordPlan({ record: { entity, name, does, obstacle, fields } }: { record: UndoRecord }) {
  const shown = fields.filter(({ field }) => field !== 'deleted_at');
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Typography sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
        {asWords(entity)} <strong>{name}</strong> {obstacle ? OBSTACLES[obstacle] : DOES[does]}.
      </Typography>
      {shown.length > 0 && (
        <TableContainer tabIndex={0} role="region" aria-label={`Fields of ${name}, scrollable`}>
          <Table size="small" aria-label={`Fields of ${name}`}>
            <TableHead>
              <TableRow>
                <TableCell>Field</TableCell>
                <TableCell>Now</TableCell>
                <TableCell>{does === 'remove' ? 'The change left' : 'Put back'}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {shown.map(({ field, now, back, left, is_changed: isChanged }) => (
                <TableRow key={field}>
                  <TableCell component="th" scope="row" sx={cell}>
                    {asWords(field)}
                    {isChanged && (
                      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', color: 'warning.dark' }}>
                        <Icon path={mdiAlertOutline} />
                        changed since
                      </Box>
                    )}
                  </TableCell>
                  <TableCell sx={cell}>{valueWords(now)}</TableCell>
                  <TableCell sx={cell}>{valueWords(does === 'remove' ? left : back)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  );
}
