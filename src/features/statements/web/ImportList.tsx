import Box from '@mui/material/Box';
import { statementQueries } from './client.ts';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Batch } from '../contract.ts';
import { useBatchNotice } from './use-undo-batch.ts';

/** The imports of the past, each with the way back. */
export function ImportList() {
  const imports = useQuery(statementQueries.imports());
  const [asked, setAsked] = useState<Batch>();
  const { undo } = useBatchNotice();
  if (!imports.data) return <FailedParts queries={[imports]} />;
  if (imports.data.data.length === 0) return null;

  const handleUndo = async ({ id }: Batch) => {
    await undo(id);
    setAsked(undefined);
  };

  return (
    <>
      <Typography component="h2" sx={{ fontWeight: 600, mb: 1 }}>
        Imports
      </Typography>
      <Paper variant="outlined" component="ul" aria-label="Imports" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {imports.data.data.map((batch) => (
          <Box
            component="li"
            key={batch.id}
            sx={{
              px: 2,
              py: 1.5,
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1.5,
              alignItems: 'center',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
              <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{batch.file_name}</Box>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {batch.network}, <DateTime value={batch.created_at} /> by {batch.actor}: {batch.rows_recorded} new,{' '}
                {batch.rows_updated} updated, {batch.rows_unchanged} unchanged.
              </Typography>
            </Box>
            {batch.undone_at === null ? (
              <Button
                color="inherit"
                variant="outlined"
                aria-label={`Undo import of ${batch.file_name}`}
                onClick={() => setAsked(batch)}
              >
                Undo
              </Button>
            ) : (
              <StatusChip status="taken_back" />
            )}
          </Box>
        ))}
      </Paper>
      {asked && (
        <ConfirmDialog
          title="Undo Import"
          text={`Take back what ${asked.file_name} brought? What networks or you have said since stays.`}
          confirmLabel="Undo Import"
          onConfirm={() => handleUndo(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
