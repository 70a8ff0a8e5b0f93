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
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CsvInput } from '../../../platform/web/ui/CsvInput.tsx';
import { ViewDialog } from '../../../platform/web/ui/ViewDialog.tsx';
import type { LinkImportReply } from '../exchange-contract.ts';
import { IMPORT_COLUMNS } from '../exchange.ts';
import { linksClient } from './client.ts';

const EXAMPLE =
  'name,slug,traffic_source,utm_campaign,destinations\nSpring sale,spring-sale,Taboola,spring,60 listicle:12 | 40 offer:7';

type Props = { onClose: () => void; onImported: (message: string) => void };

/** Makes many links of a CSV: first checked row by row, then written, all or none. */
export function LinkImportDialog({ onClose, onImported }: Props) {
  const [csv, setCsv] = useState('');
  // what was checked, so that an edit asks for another check
  const [checked, setChecked] = useState<{ csv: string; reply: LinkImportReply }>();
  const check = useMutation({
    mutationFn: (text: string) => linksClient.importCsv(text, true),
    onSuccess: (reply, text) => setChecked({ csv: text, reply }),
  });
  const write = useMutation({
    mutationFn: (text: string) => linksClient.importCsv(text, false),
    onSuccess: (reply, text) => (reply.data.created > 0 ? onImported(reply.message) : setChecked({ csv: text, reply })),
  });
  const result = checked?.csv === csv ? checked.reply : undefined;
  const isReady = result !== undefined && result.data.bad === 0;
  const error = check.error ?? write.error;
  const isBusy = check.isPending || write.isPending;

  return (
    <ViewDialog
      title="Import Tracking Links"
      isPersistent
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={isReady ? 'outlined' : 'contained'}
            disabled={csv.trim() === '' || isBusy}
            loading={check.isPending}
            onClick={() => check.mutate(csv)}
          >
            Check
          </Button>
          <Button
            variant="contained"
            disabled={!isReady || isBusy}
            loading={write.isPending}
            onClick={() => write.mutate(csv)}
          >
            {isReady ? `Import ${result.data.good}` : 'Import'}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mb: 1, maxWidth: '72ch' }}>
        A line with the names of the columns, then one link a line, at most 1000. Only <code>name</code> is needed;
        blank cells take the defaults. All rows are written, or none if one is wrong. An exported file can be imported
        again; weights of destinations come with it, rules and caps do not.
      </Typography>
      <Box component="details" sx={{ mb: 2, fontSize: '0.875rem', '& summary': { cursor: 'pointer' } }}>
        <summary>Columns</summary>
        <code style={{ overflowWrap: 'anywhere' }}>{IMPORT_COLUMNS.join(', ')}</code>
        <br />
        In <code>destinations</code> stands the weight, then what it leads to:{' '}
        <code style={{ overflowWrap: 'anywhere' }}>60 listicle:12 | 40 url:https://shop.example/</code>. Other kinds are{' '}
        <code>review</code> and <code>offer</code>, each with its id.
      </Box>
      <CsvInput label="Tracking links as CSV" value={csv} example={EXAMPLE} onChange={setCsv} />
      <Box aria-live="polite">
        {error && !isBusy && <Alert severity="error">{error.message}</Alert>}
        {result && !error && (
          <>
            <Alert severity={isReady ? 'success' : 'error'}>{result.message}</Alert>
            <Rows rows={result.data.rows} />
          </>
        )}
      </Box>
    </ViewDialog>
  );
}

/** Rows with errors come first: they are what is to be mended. */
function Rows({ rows }: { rows: LinkImportReply['data']['rows'] }) {
  const isBad = (row: (typeof rows)[number]) => Object.keys(row.errors).length > 0;
  const sorted = rows.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)) || a.row - b.row);
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Rows, scrollable" sx={{ maxHeight: 320, mt: 1 }}>
      <Table size="small" stickyHeader aria-label="Rows">
        <TableHead>
          <TableRow>
            <TableCell>Row</TableCell>
            <TableCell>Name</TableCell>
            <TableCell>Slug</TableCell>
            <TableCell>Result</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sorted.map((row) => (
            <TableRow key={row.row}>
              <TableCell>{row.row}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 120 }}>{row.name || 'No name'}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{row.slug || (isBad(row) ? '' : 'made up')}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 160 }}>
                {isBad(row)
                  ? Object.entries(row.errors).map(([column, reasons]) => (
                      <div key={column}>
                        <strong>{column}</strong>: {reasons.join(', ')}
                      </div>
                    ))
                  : 'Can be imported'}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
