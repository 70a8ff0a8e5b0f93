import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loss } from '../../../../platform/web/ui/table/cells/Loss.tsx';
import { formatCount, formatMoney } from '../../../../platform/text/figures.ts';
import type { Query } from '../../../../platform/web/http.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { WhyReply } from '../../why-contract.ts';
import { statsQueries } from '../client.ts';
import { LEFT_OUT_WORDS, partsOf, type WhyFigure } from './why-words.ts';

type Props = { label: string; figure: WhyFigure; query: Query; onClose: () => void };

/** What a total of money is made of, what is left out of it, and which days it is about. */
export function WhyDialog({ label, figure, query, onClose }: Props) {
  const why = useQuery(statsQueries.why(query));
  const { data } = why;
  return (
    <ViewDialog title={`Why this number? ${label}`} onClose={onClose}>
      {why.isLoadingError ? (
        <ErrorState error={why.error} onRetry={() => void why.refetch()} />
      ) : data === undefined ? (
        <Skeleton variant="rounded" height={280} />
      ) : (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Part title="What it is made of">
            <Lines
              lines={partsOf(figure, data).map(({ isSum, name, note, value, profit = null }) => ({
                name,
                note,
                value: <Loss value={profit}>{value}</Loss>,
                isStrong: isSum,
              }))}
            />
            {Number(data.parts.refunds) < 0 && (
              <Note>
                Refunds and chargebacks took {formatMoney(data.parts.refunds, data.currency)}; that is in these sums.
              </Note>
            )}
          </Part>
          <LeftOut data={data} />
          {data.cost && OF_COST.includes(figure) && <LeftOutDays cost={data.cost} currency={data.currency} />}
          <Part title="Which days">
            <Note>{daysText(data)}</Note>
          </Part>
        </Box>
      )}
    </ViewDialog>
  );
}

const OF_COST: readonly WhyFigure[] = ['cost', 'profit', 'profit_confirmed', 'roi', 'all'];

function daysText({ range, tz, time_basis: basis, is_all_told: isAllTold }: WhyReply): string {
  const at = (instant: string) => instant.slice(0, 16).replace('T', ' ');
  const zoned = `Days begin at midnight in ${tz}: from ${at(range.from)} up to ${at(range.to)} UTC.`;
  const moved =
    basis === 'click'
      ? 'A conversion belongs to the day of its click.'
      : 'A conversion belongs to the day on which it was told first, not to that of its click, and keeps it when its status moves.';
  const untold = isAllTold ? '' : ' Orphans, tests and what rules leave out cannot be told by this filter.';
  return `${zoned} ${moved} Bots and your own visits are in no number.${untold}`;
}

function LeftOut({ data }: { data: WhyReply }) {
  return (
    <Part title="What is left out, and why">
      {data.left_out.length === 0 ? (
        <Note>Nothing: every conversion of these days is in it.</Note>
      ) : (
        <Lines
          lines={data.left_out.map(({ reason, count, amounts }) => ({
            name:
              count === null ? LEFT_OUT_WORDS[reason].name : `${LEFT_OUT_WORDS[reason].name}: ${formatCount(count)}`,
            note: LEFT_OUT_WORDS[reason].because,
            value: amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(', '),
          }))}
        />
      )}
    </Part>
  );
}

function LeftOutDays({ cost, currency }: { cost: NonNullable<WhyReply['cost']>; currency: string }) {
  if (cost.left_out === 0) return null;
  const days = cost.left_out === 1 ? '1 source-day is' : `${formatCount(cost.left_out)} source-days are`;
  return (
    <Part title="Days without a known cost">
      <Note>
        {days} in no profit and no ROI, because nobody said what the visits cost. Enter a bill under Costs, or let the
        ad address say the price. Their money:
      </Note>
      <Lines
        lines={cost.sources.map(({ name, days: n, expected }) => ({
          name,
          note: n === 1 ? '1 day' : `${formatCount(n)} days`,
          value: formatMoney(expected, currency),
        }))}
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
);

type Row = { name: string; note?: string | undefined; value: ReactNode; isStrong?: boolean | undefined };

/** Names with their amounts, one below the other, so that they read as a sum. */
function Lines({ lines }: { lines: readonly Row[] }) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {lines.map(({ name, note, value, isStrong }) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            py: 0.75,
            borderTop: `1px solid ${isStrong ? colors.lineStrong : colors.line}`,
            fontWeight: isStrong ? 600 : 400,
          }}
        >
          <Box component="dt" sx={{ minWidth: 0 }}>
            {name}
            {note && (
              <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                {note}
              </Typography>
            )}
          </Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', flexShrink: 0 }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
