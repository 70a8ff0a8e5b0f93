import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount, formatDuration, formatPercent } from '../../../../platform/text/figures.ts';
import { MoneyCell } from '../../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { ViewDialog, ViewPart } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { OfferStat } from '../../offer-stats-contract.ts';
import { casesOf } from '../../../reports/metrics.ts';
import { wilson } from '../../../reports/rules.ts';
import { IntervalBar } from '../charts/IntervalBar.tsx';
import { columnTexts } from './offer-stat-columns.tsx';
import { rateVerdict } from './rate-verdict.ts';

const COUNTS = ['clicks', 'conversions', 'leads', 'sales', 'pending', 'approved', 'rejected', 'reversed'] as const;
const MONEY = ['revenue_expected', 'revenue_confirmed', 'epc', 'aov'] as const;
const RATES = [
  { key: 'cr', title: 'Conversion Rate', better: 'converts better', of: 'clicks' },
  { key: 'approval_rate', title: 'Approval', better: 'is approved more often', of: 'decided conversions' },
] as const;

type Props = { pair: readonly [OfferStat, OfferStat]; currency: string; period: string; onClose: () => void };

/** Two lines side by side, with a verdict only where their intervals allow one. */
export function OfferCompareDialog({ pair, currency, period, onClose }: Props) {
  return (
    <ViewDialog title={`${pair[0].name} or ${pair[1].name}?`} onClose={onClose}>
      {RATES.map((rate) => (
        <ViewPart key={rate.key} title={rate.title}>
          <RatePart pair={pair} rate={rate} />
        </ViewPart>
      ))}
      <ViewPart title="All Figures">
        <TableContainer tabIndex={0} role="region" aria-label="All figures, scrollable">
          <Table size="small" aria-label="Figures of both">
            <TableHead>
              <TableRow>
                <TableCell>Figure</TableCell>
                {pair.map((row) => (
                  <TableCell key={row.id} align="right" sx={{ overflowWrap: 'anywhere' }}>
                    {row.name}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {linesOf(currency).map(({ label, help, text }) => (
                <TableRow key={label}>
                  <TableCell component="th" scope="row" title={help}>
                    {label}
                  </TableCell>
                  {pair.map((row) => (
                    <TableCell key={row.id} align="right">
                      {text(row)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {period} Money has no verdict: a few large orders can turn it around. Intervals hold the true rate in 95 of
          100 cases; they say nothing of why: the two may have stood at different ranks or met other readers.
        </Typography>
      </ViewPart>
    </ViewDialog>
  );
}

type Line = { label: string; help: string; text: (row: OfferStat) => ReactNode };

function linesOf(currency: string): Line[] {
  return [
    ...COUNTS.map((key): Line => ({ ...columnTexts(key), text: (row) => formatCount(row[key]) })),
    { ...columnTexts('reversal_rate'), text: (row) => formatPercent(row.reversal_rate) },
    ...MONEY.map((key): Line => ({
      ...columnTexts(key),
      text: (row) => (
        <MoneyCell
          value={row[key]}
          currency={currency}
          unconverted={row.unconverted}
          isMain={key === 'revenue_expected'}
        />
      ),
    })),
    { ...columnTexts('avg_lag_seconds'), text: (row) => formatDuration(row.avg_lag_seconds) },
  ];
}

function RatePart({ pair, rate }: { pair: Props['pair']; rate: (typeof RATES)[number] }) {
  const rates = pair.map((row) => {
    const [hits, cases] = casesOf(row, rate.key);
    return { name: row.name, id: row.id, hits, cases, interval: wilson(hits, cases) };
  });
  const [first, second] = rates as [(typeof rates)[number], (typeof rates)[number]];
  const top = Math.max(0.01, ...rates.map((one) => one.interval?.[1] ?? 0));
  return (
    <>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {rateVerdict(first, second, rate.better)}
      </Typography>
      {rates.map(({ id, name, hits, cases, interval }) => (
        <Box key={id}>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {name}: <strong>{formatPercent(cases === 0 ? null : hits / cases)}</strong> ({formatCount(hits)} of{' '}
            {formatCount(cases)} {rate.of})
          </Typography>
          {interval && (
            <>
              <IntervalBar interval={interval} best={hits / cases} neutral={0} ends={[0, top]} />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {formatPercent(interval[0])} to {formatPercent(interval[1])}
              </Typography>
            </>
          )}
        </Box>
      ))}
    </>
  );
}
