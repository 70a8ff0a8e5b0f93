import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { TryImportButtons } from '../../../platform/web/ui/TryImportButtons.tsx';
import { useTriedImport } from '../../../platform/web/ui/use-tried-import.ts';
import type { ImportReply } from '../statement-contract.ts';
import { DESK_KEY, deskClient, STATS_KEY } from './desk-client.ts';
import { FileForm, NO_FILE } from './FileForm.tsx';
import { fileToWire, isReady } from './file-wire.ts';
import { ImportList } from './ImportList.tsx';

/** Conversions from a file: tried first, then written, and taken back as a whole if need be. */
export function ImportTab() {
  const [file, setFile] = useState(NO_FILE);
  const [overwrite, setOverwrite] = useState(false);
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);
  const body = { ...fileToWire(file), file_name: file.name, overwrite };
  const { last, error, buttons } = useTriedImport({
    file: JSON.stringify(body),
    send: (isDry) => deskClient.importFile({ ...body, dry_run: isDry }),
    isGood: () => true,
    onWritten: ({ message }: ImportReply) => {
      void queries.invalidateQueries({ queryKey: STATS_KEY });
      afterChange({ message });
    },
  });

  return (
    <>
      <FileForm values={file} onChange={setFile} understood={last?.reply.understood} error={error}>
        <FormControlLabel
          control={<Checkbox checked={overwrite} onChange={(event) => setOverwrite(event.target.checked)} />}
          label="Set conversions that are known as the file says"
        />
        <TryImportButtons isEmpty={!isReady(file)} {...buttons} />
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
          Try it first: it shows what would become of each row and writes nothing.
        </Typography>
      </FileForm>
      {last && <Result data={last.reply} isDry={last.isDry} />}
      <ImportList />
    </>
  );
}

const TONES = { recorded: 'good', updated: 'good', unchanged: 'calm', orphan: 'warn', refused: 'bad' } as const;
const MAX_SHOWN = 200;

function Result({ data, isDry }: { data: ImportReply; isDry: boolean }) {
  const { counts, rows } = data;
  return (
    <Box aria-live="polite" sx={{ mb: 3 }}>
      <Alert severity={isDry ? 'info' : 'success'} sx={{ mb: 2 }}>
        <strong>{data.message}</strong> {counts.recorded} new, {counts.updated} updated, {counts.unchanged} unchanged,{' '}
        {counts.orphan} without a click, {counts.refused} refused.
      </Alert>
      <Paper
        variant="outlined"
        component="ul"
        aria-label="Rows of the file"
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}
      >
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <Box
            component="li"
            key={row.line}
            sx={{
              px: 2,
              py: 1,
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1.5,
              alignItems: 'center',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ width: 64, color: 'text.secondary' }}>Line {row.line}</Box>
            <StatusChip status={row.result} tone={TONES[row.result]} />
            <Box sx={{ flex: '1 1 200px' }}>{row.text}</Box>
            {row.conversion_id !== null && (
              <Link to={`/admin/timeline?id=${row.conversion_id}&kind=conversion`}>Conversion {row.conversion_id}</Link>
            )}
          </Box>
        ))}
      </Paper>
      {rows.length > MAX_SHOWN && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          The first {MAX_SHOWN} of {rows.length} rows are shown.
        </Typography>
      )}
    </Box>
  );
}
