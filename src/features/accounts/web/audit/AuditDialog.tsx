import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { AuditRecord } from '../../contract-audit.ts';
import { fieldsOf } from './audit-words.ts';
import { asWords } from '../../../../platform/text/as-words.ts';

type Props = { record: AuditRecord; onUndo: () => void; onClose: () => void };

const cell = { verticalAlign: 'top', whiteSpace: 'pre-line', overflowWrap: 'anywhere', minWidth: 120 } as const;

/** What one change made of each field. */
export function AuditDialog({ record, onUndo, onClose }: Props) {
  const fields = fieldsOf(record);
  const { can, reason, undone_at: undoneAt } = record.undo;
  return (
    <ViewDialog
      title={`${asWords(record.action)}: ${record.entity_name ?? asWords(record.entity)}`}
      onClose={onClose}
      tools={can && <Button onClick={onUndo}>Undo...</Button>}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {asWords(record.entity)} {record.entity_id}, by {record.actor}, <DateTime value={record.created_at} />
      </Typography>
      {fields.length === 0 ? (
        <Typography>The record names no fields for this.</Typography>
      ) : (
        <TableContainer tabIndex={0} role="region" aria-label="Fields, scrollable">
          <Table size="small" aria-label="Fields">
            <TableHead>
              <TableRow>
                <TableCell>Field</TableCell>
                <TableCell>Before</TableCell>
                <TableCell>After</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {fields.map((field) => (
                <TableRow key={field.name}>
                  <TableCell component="th" scope="row" sx={cell}>
                    {asWords(field.name)}
                  </TableCell>
                  <TableCell sx={cell}>{field.before}</TableCell>
                  <TableCell sx={cell}>{field.after}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {!can && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {undoneAt ? (
            <>
              It was taken back, <DateTime value={undoneAt} />.
            </>
          ) : (
            <>This cannot be taken back. {reason}</>
          )}
        </Typography>
      )}
    </ViewDialog>
  );
}
