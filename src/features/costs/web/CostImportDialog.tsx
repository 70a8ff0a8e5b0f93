import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useKeptState } from '../../../platform/web/session/kept-form.ts';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { CsvInput } from '../../../platform/web/ui/inputs/CsvInput.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { TryImportButtons } from '../../../platform/web/ui/form/TryImportButtons.tsx';
import { useTriedImport } from '../../../platform/web/ui/form/use-tried-import.ts';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { CostImportReply } from '../contract.ts';
import { COSTS_KEY, costsClient } from './client.ts';

type Props = { onClose: () => void };

const isGood = ({ rows }: CostImportReply): boolean => rows.every((row) => row.ok);

/** Costs from a file: tried first, then written as a whole or not at all. */
export function CostImportDialog({ onClose }: Props) {
  const [csv, setCsv, kept] = useKeptState('costs as CSV', '');
  const afterChange = useAfterChange(COSTS_KEY);
  const { result, error, buttons } = useTriedImport({
    file: csv,
    send: (isDry) => costsClient.importFile(csv, isDry),
    isGood,
    onWritten: (reply) => {
      afterChange({ message: reply.message, tone: reply.written > 0 ? 'success' : 'error' });
      if (reply.written === 0) return;
      kept.drop();
      onClose();
    },
  });
  const handleCancel = () => {
    kept.drop();
    onClose();
  };
  return (
    <ViewDialog
      title="Import Costs"
      isPersistent
      actions={
        <>
          <Button onClick={handleCancel}>Cancel</Button>
          <TryImportButtons isEmpty={csv.trim() === ''} {...buttons} />
        </>
      }
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        A line with the names of the columns, then a row for each amount: <code>source</code> (its name here),{' '}
        <code>date</code> (or <code>date_from</code> and <code>date_to</code>), <code>amount</code>; and if you like{' '}
        <code>campaign</code>, <code>currency</code>, <code>state</code> (confirmed or estimated).
      </Typography>
      <KeptNotice kept={kept} />
      <CsvInput
        label="Costs as CSV"
        value={csv}
        example={'source,date,amount\nTaboola,2026-03-03,12.50'}
        onChange={setCsv}
      />
      {error && <Alert severity="error">{error.message}</Alert>}
      {result && !error && (
        <Alert severity={isGood(result.reply) ? 'info' : 'warning'}>
          {result.reply.message}
          <Box component="ul" aria-label="Rows of the file" sx={{ m: 0, pl: 2, maxHeight: 200, overflowY: 'auto' }}>
            {result.reply.rows.map(({ line, text }) => (
              <li key={line}>
                Line {line}: {text}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </ViewDialog>
  );
}
