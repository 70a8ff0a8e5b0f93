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
import { useKeptState } from '../../../platform/web/session/kept-form.ts';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { CsvInput } from '../../../platform/web/ui/inputs/CsvInput.tsx';
import { TryImportButtons } from '../../../platform/web/ui/form/TryImportButtons.tsx';
import { useTriedImport } from '../../../platform/web/ui/form/use-tried-import.ts';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import { DESTINATION_OPTIONS } from '../destination-cell.ts';
import type { LinkImportReply } from '../contract.ts';
import { IMPORT_COLUMNS } from '../link-rows.ts';
import { linkFilesClient } from './client.ts';

const EXAMPLE =
  'name,slug,traffic_source,utm_campaign,destinations\nSpring sale,spring-sale,Taboola,spring,60 listicle:12 | 40 offer:7';

type Props = { onClose: () => void; onImported: (message: string) => void };

/** Makes many links of a CSV: first tried row by row, then written, all or none. */
export function LinkImportDialog({ onClose, onImported }: Props) {
  const [csv, setCsv, kept] = useKeptState('tracking links as CSV', '');
  const { result, error, buttons } = useTriedImport({
    file: csv,
    send: (isDry) => linkFilesClient.importCsv(csv, isDry),
    isGood: (reply: LinkImportReply) => reply.data.bad === 0,
    onWritten: (reply) => {
      if (reply.data.created === 0) return;
      kept.drop();
      onImported(reply.message);
    },
  });
  const reply = result?.reply;
  const handleCancel = () => {
    kept.drop();
    onClose();
  };

  return (
    <ViewDialog
      title="Import Tracking Links"
      isPersistent
      actions={
        <>
          <Button onClick={handleCancel}>Cancel</Button>
          <TryImportButtons isEmpty={csv.trim() === ''} count={reply?.data.good} {...buttons} />
        </>
      }
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mb: 1, maxWidth: '72ch' }}>
        A line with the names of the columns, then one link a line, at most 1000. Only <code>name</code> is needed;
        blank cells take the defaults. All rows are written, or none if one is wrong. An exported file can be imported
        again, with rules, caps and the settings of auto-optimisation; what was learnt and past numbers stay behind.
      </Typography>
      <Box component="details" sx={{ mb: 2, fontSize: '0.875rem', '& summary': { cursor: 'pointer' } }}>
        <summary>Columns</summary>
        <code style={{ overflowWrap: 'anywhere' }}>{IMPORT_COLUMNS.join(', ')}</code>
        <br />
        In <code>destinations</code> stands the weight, then what it leads to:{' '}
        <code style={{ overflowWrap: 'anywhere' }}>60 listicle:12 | 40 url:https://shop.example/</code>. Other kinds are{' '}
        <code>review</code> and <code>offer</code>, each with its id. Between the two may stand{' '}
        <code style={{ overflowWrap: 'anywhere' }}>
          {Object.keys(DESTINATION_OPTIONS)
            .map((key) => `${key}=`)
            .join(' ')}
        </code>
        ; words with spaces are in quotes, and <code>rule=2</code> is the second rule of the column <code>rules</code>.
      </Box>
      <KeptNotice kept={kept} />
      <CsvInput label="Tracking links as CSV" value={csv} example={EXAMPLE} onChange={setCsv} />
      <Box aria-live="polite">
        {error && buttons.running === undefined && <Alert severity="error">{error.message}</Alert>}
        {reply && !error && (
          <>
            <Alert severity={reply.data.bad === 0 ? 'success' : 'error'}>{reply.message}</Alert>
            <Rows rows={reply.data.rows} />
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
            <TableCell>Link</TableCell>
            <TableCell>Result</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sorted.map((row) => (
            <TableRow key={row.row}>
              <TableCell>{row.row}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 88 }}>
                {row.name || 'No name'}
                {!isBad(row) && (
                  <Box component="code" sx={{ display: 'block', color: 'text.secondary' }}>
                    {row.slug || 'slug made up'}
                  </Box>
                )}
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 128 }}>
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
