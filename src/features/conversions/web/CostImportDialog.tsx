import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CsvInput } from '../../../platform/web/ui/CsvInput.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { ViewDialog } from '../../../platform/web/ui/ViewDialog.tsx';
import { COSTS_KEY, costsClient } from './costs-client.ts';

type Props = { onClose: () => void };

/** Costs from a file: tried first, then written as a whole or not at all. */
export function CostImportDialog({ onClose }: Props) {
  const [csv, setCsv] = useState('');
  const [tried, setTried] = useState<string>();
  const afterChange = useAfterChange(COSTS_KEY);
  const load = useMutation({
    mutationFn: (isDry: boolean) => costsClient.importFile(csv, isDry),
    onSuccess: (reply, isDry) => {
      if (isDry) return setTried(reply.rows.every((row) => row.ok) ? csv : undefined);
      afterChange({ message: reply.message, tone: reply.written > 0 ? 'success' : 'error' });
      if (reply.written > 0) onClose();
    },
  });
  return (
    <ViewDialog
      title="Import Costs"
      isPersistent
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="outlined"
            disabled={csv.trim() === ''}
            loading={load.isPending && load.variables}
            onClick={() => load.mutate(true)}
          >
            Try It
          </Button>
          <Button
            variant="contained"
            disabled={tried !== csv || csv === ''}
            loading={load.isPending && !load.variables}
            onClick={() => load.mutate(false)}
          >
            Import
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        A line with the names of the columns, then a row for each amount: <code>source</code> (its name here),{' '}
        <code>date</code> (or <code>date_from</code> and <code>date_to</code>), <code>amount</code>; and if you like{' '}
        <code>campaign</code>, <code>currency</code>, <code>state</code> (confirmed or estimated).
      </Typography>
      <CsvInput
        label="Costs as CSV"
        value={csv}
        example={'source,date,amount\nTaboola,2026-03-03,12.50'}
        onChange={setCsv}
      />
      {load.error && <Alert severity="error">{load.error.message}</Alert>}
      {load.data && (
        <Alert severity={load.data.rows.every((row) => row.ok) ? 'info' : 'warning'}>
          {load.data.message}
          <Box component="ul" aria-label="Rows of the file" sx={{ m: 0, pl: 2, maxHeight: 200, overflowY: 'auto' }}>
            {load.data.rows.map(({ line, text }) => (
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
