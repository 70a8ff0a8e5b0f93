import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { NOTHING } from '../../../../platform/text/figures.ts';
import { ViewDialog, ViewPart } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { Loss } from '../../../../platform/web/ui/table/cells/Loss.tsx';
import { formatFigure, formatOwn } from '../../../reports/figure-text.ts';
import { casesOf, figureOf, isProfit, titleOf, type FigureName, type RateName } from '../../../reports/metrics.ts';
import type { ShownColumn } from '../../../reports/own-columns-contract.ts';
import { ownName } from '../../../reports/own-names.ts';
import type { Values } from '../../report-contract.ts';
import { rateVerdict } from '../offers/rate-verdict.ts';
import { changeOf, signedChange } from '../parts/change.ts';
import type { ReportRow } from './report-columns.tsx';

const RATES: Partial<Record<FigureName, string>> = {
  ctr: 'is clicked more often',
  cr: 'converts better',
} satisfies Partial<Record<RateName, string>>;

type Props = {
  pair: readonly [ReportRow, ReportRow];
  nameOf: (row: ReportRow) => string;
  figures: readonly FigureName[];
  own?: readonly ShownColumn[];
  currency: string;
  onClose: () => void;
};

/** Two lines of a report side by side, with a verdict only where their intervals allow one. */
export function ReportCompareDialog({ pair, nameOf, figures, own = [], currency, onClose }: Props) {
  const [first, second] = pair;
  const verdicts = figures.flatMap((name) => verdictOf(name, pair, nameOf) ?? []);
  return (
    <ViewDialog title={`${nameOf(first)} or ${nameOf(second)}?`} onClose={onClose}>
      {verdicts.length > 0 && (
        <ViewPart title="Which is better">
          {verdicts.map(({ label, words }) => (
            <Typography key={label}>
              <strong>{label}:</strong> {words}
            </Typography>
          ))}
        </ViewPart>
      )}
      <ViewPart title="All Figures">
        <TableContainer tabIndex={0} role="region" aria-label="All figures, scrollable">
          <Table size="small" aria-label="Figures of both">
            <TableHead>
              <TableRow>
                <TableCell>Figure</TableCell>
                {pair.map((row) => (
                  <TableCell key={row.id} align="right" sx={{ overflowWrap: 'anywhere' }}>
                    {nameOf(row)}
                  </TableCell>
                ))}
                <TableCell align="right">Second to first</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {figures.map((name) => (
                <TableRow key={name}>
                  <TableCell component="th" scope="row" title={figureOf(name).help}>
                    {titleOf(name)}
                  </TableCell>
                  {pair.map((row) => (
                    <TableCell key={row.id} align="right">
                      <Told name={name} row={row} currency={currency} />
                    </TableCell>
                  ))}
                  <TableCell align="right">{changeText(name, pair)}</TableCell>
                </TableRow>
              ))}
              {own.map((column) => (
                <TableRow key={column.id}>
                  <TableCell component="th" scope="row" title={column.formula}>
                    {column.name}
                  </TableCell>
                  {pair.map((row) => (
                    <TableCell key={row.id} align="right">
                      {formatOwn(column, row.values[ownName(column.id)], currency, row.unconverted !== undefined)}
                    </TableCell>
                  ))}
                  <TableCell align="right">{changeText(ownName(column.id), pair)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Money has no verdict: a few large orders can turn it around. A verdict says nothing of why: the two may have
          met other readers.
        </Typography>
      </ViewPart>
    </ViewDialog>
  );
}

type ToldProps = { name: FigureName; row: ReportRow; currency: string };

function Told({ name, row, currency }: ToldProps) {
  const words = formatFigure(name, row.values[name], currency, row.unconverted !== undefined);
  return isProfit(name) ? <Loss value={row.values[name] ?? null}>{words}</Loss> : words;
}

function changeText(name: keyof Values, [first, second]: Props['pair']): string {
  const change = changeOf(second.values[name] ?? null, first.values[name] ?? null);
  if (typeof change !== 'number') return NOTHING;
  return signedChange(change);
}

/** Undefined for a figure that is no rate, or where its parts are not among the figures. */
function verdictOf(name: FigureName, pair: Props['pair'], nameOf: Props['nameOf']) {
  const better = RATES[name];
  if (better === undefined) return undefined;
  const [a, b] = pair.map((row) => {
    const [hits, cases] = casesOf(row.values, name as RateName);
    return { name: nameOf(row), hits, cases };
  }) as [Rate, Rate];
  return a.cases === 0 || b.cases === 0 ? undefined : { label: titleOf(name), words: rateVerdict(a, b, better) };
}

type Rate = { name: string; hits: number; cases: number };
