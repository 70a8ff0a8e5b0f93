import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../../platform/web/ui/table/cells/CutText.tsx';
import { SortHead } from '../../../../platform/web/ui/table/SortHead.tsx';
import { useSorted } from '../../../../platform/web/ui/table/use-sorted.ts';
import { DrillLink } from '../parts/DrillLink.tsx';
import { EmptyState } from '../../../../platform/web/ui/states/EmptyState.tsx';

type Props = {
  title: string;
  heads: readonly string[];
  /** Undefined while the numbers are on their way. */
  rows: readonly Share[] | undefined;
};

/** @property share draws the bar @property figures what the cells are sorted by @property to leads to what is behind the line */
type Share = {
  key: string | number;
  name: string;
  share: number;
  cells: readonly ReactNode[];
  figures: readonly (string | number | null)[];
  to?: string | undefined;
};

const NONE: readonly Share[] = [];

/** A short table, each line with a bar for its part of the whole. */
export function SharesTable({ title, heads, rows: told }: Props) {
  const { rows, sorting } = useSorted(told ?? NONE, (row, key) =>
    key === 'name' ? row.name : (row.figures[heads.indexOf(key)] ?? null),
  );
  const all = rows.reduce((sum, row) => sum + row.share, 0);
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ mb: 3, overflow: 'hidden' }}>
      <Typography variant="h3" component="h2" sx={{ p: 2, pb: 1 }}>
        {title}
      </Typography>
      {told === undefined ? (
        <Skeleton variant="rounded" height={132} sx={{ m: 2 }} />
      ) : rows.length === 0 ? (
        <EmptyState text="Nothing came in this period. Send somebody through the link." />
      ) : (
        <TableContainer>
          <Table size="small" sx={{ '& tr > :first-of-type': { pl: 2 }, '& tr > :last-child': { pr: 2 } }}>
            <TableHead>
              <TableRow>
                <SortHead column="name" label="Name" isNumeric={false} sorting={sorting} />
                {heads.map((head) => (
                  <SortHead key={head} column={head} label={head} sorting={sorting} />
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={row.key}>
                  <TableCell component="th" scope="row" sx={{ minWidth: 140, overflowWrap: 'anywhere' }}>
                    <DrillLink to={row.to}>
                      <CutText isInLink={row.to !== undefined}>{row.name}</CutText>
                    </DrillLink>
                    <Box
                      component="svg"
                      width="100%"
                      height="4"
                      preserveAspectRatio="none"
                      viewBox="0 0 100 4"
                      aria-hidden
                      sx={{ display: 'block', mt: 0.5, color: colors.brand }}
                    >
                      <rect width={all === 0 ? 0 : (100 * row.share) / all} height="4" rx="1" fill="currentColor" />
                    </Box>
                  </TableCell>
                  {row.cells.map((cell, n) => (
                    <TableCell key={heads[n]} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {cell}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Paper>
  );
}
