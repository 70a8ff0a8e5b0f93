import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReportReply } from '../../report-contract.ts';
import { reportColumns } from '../builder/report-columns.tsx';

/** The lines of a shared report and their totals, with nothing to press. */
export function SharedLines({ report }: { report: ReportReply }) {
  const columns = reportColumns(report, report.metrics);
  const hasLines = report.dimensions.length > 0;
  const align = (isNumeric: boolean | undefined) => (isNumeric ? 'right' : 'left');
  return (
    <TableContainer component={Paper} variant="outlined" tabIndex={0} role="region" aria-label="Report">
      <Table size="small" sx={{ '& td, & th': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            {columns.map(({ key, label, help, isNumeric }) => (
              <TableCell key={key} align={align(isNumeric)} title={help}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {report.data.map((line) => {
            const row = { ...line, id: JSON.stringify(line.dims) };
            return (
              <TableRow key={row.id}>
                {columns.map(({ key, isNumeric, isLong, render }) => (
                  <TableCell
                    key={key}
                    align={align(isNumeric)}
                    sx={isLong ? { minWidth: 200, overflowWrap: 'anywhere', '&&': { whiteSpace: 'normal' } } : {}}
                  >
                    {render(row)}
                  </TableCell>
                ))}
              </TableRow>
            );
          })}
          {report.data.length === 0 && (
            <TableRow>
              <TableCell colSpan={columns.length} sx={{ color: 'text.secondary' }}>
                Nothing happened in this period.
              </TableCell>
            </TableRow>
          )}
        </TableBody>
        {hasLines && (
          <TableFooter>
            <TableRow sx={{ '& td': { fontWeight: 700, color: 'text.primary', fontSize: '0.875rem' } }}>
              {columns.map(({ key, isNumeric, total }, place) => (
                <TableCell key={key} align={align(isNumeric)}>
                  {place === 0 && !isNumeric ? 'Total' : total}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </TableContainer>
  );
}
