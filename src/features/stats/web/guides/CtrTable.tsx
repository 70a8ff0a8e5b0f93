import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import { may } from '../../../../platform/web/session/permissions.ts';
import { MoneyCell } from '../../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { SortHead } from '../../../../platform/web/ui/table/SortHead.tsx';
import { useSorted } from '../../../../platform/web/ui/table/use-sorted.ts';
import type { CtrStats } from '../../contract.ts';

type Row = CtrStats['data'][number];
type Heads = readonly (readonly [keyof Row, string])[];

const HEADS: Heads = [
  ['item', 'Product'],
  ['position', 'Position'],
  ['impressions', 'Impressions'],
  ['clicks', 'Clicks'],
  ['ctr', 'CTR'],
  ['expected_ctr_at_position', 'Usual here'],
  ['verdict', 'Verdict'],
  ['conversions', 'Conv.'],
];
const MONEY_HEADS: Heads = [
  ['revenue_expected', 'Expected'],
  ['epc', 'EPC'],
];
const WORDS: ReadonlySet<string> = new Set(['item', 'verdict']);
const VERDICTS = { above: 'Better than its place', below: 'Worse than its place', too_few: 'Too few to say' };

type Props = { rows: readonly Row[]; currency: string };

/** Each product at each place it had, held against what is usual there. */
export function CtrTable({ rows: told, currency }: Props) {
  const { rows, sorting } = useSorted(told, (row, key) => row[key as 'item']);
  const isPaid = may('read:money');
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Products by position, scrollable">
      <Table size="small">
        <TableHead>
          <TableRow>
            {[...HEADS, ...(isPaid ? MONEY_HEADS : [])].map(([key, label]) => (
              <SortHead key={key} column={key} label={label} isNumeric={!WORDS.has(key)} sorting={sorting} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={`${row.item_id}-${row.position}`}>
              <TableCell component="th" scope="row" sx={{ minWidth: 160, overflowWrap: 'anywhere' }}>
                {row.item}
              </TableCell>
              <TableCell align="right">{row.position ?? ''}</TableCell>
              <TableCell align="right">{formatCount(row.impressions)}</TableCell>
              <TableCell align="right">{formatCount(row.clicks)}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {formatPercent(row.ctr)}
                {row.ctr_ci95 && (
                  <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
                    {formatPercent(row.ctr_ci95[0])} to {formatPercent(row.ctr_ci95[1])}
                  </Box>
                )}
              </TableCell>
              <TableCell align="right">{formatPercent(row.expected_ctr_at_position)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{VERDICTS[row.verdict]}</TableCell>
              <TableCell align="right">{formatCount(row.conversions)}</TableCell>
              {isPaid && (
                <>
                  <TableCell align="right">
                    <MoneyCell value={row.revenue_expected} currency={currency} unconverted={row.unconverted} isMain />
                  </TableCell>
                  <TableCell align="right">
                    <MoneyCell value={row.epc} currency={currency} unconverted={row.unconverted} isMain={false} />
                  </TableCell>
                </>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
