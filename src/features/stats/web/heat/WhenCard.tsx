import { type ReactNode, useMemo } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Query } from '../../../../platform/web/http.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { figureOf, titleOf, type FigureName } from '../../../reports/metrics.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { statsQueries } from '../client.ts';
import { toReport } from '../parts/drill.ts';
import { formatValue } from '../trend/format-value.ts';
import { BY_WEEK, heatCells, hourName, unevenWords, weekdayName, type HeatCell } from './heat-cells.ts';
import { shortFigure } from './short-figure.ts';
import { GAINS, LOSSES } from './heat-scale.ts';
import { HeatTable } from './HeatTable.tsx';

type Props = {
  /** What the screen is narrowed down to. */
  filters: Readonly<Record<string, string | number>>;
  /** By which the cells are coloured. */
  figure: FigureName;
  /** Chooses another one. */
  choice?: ReactNode;
};

const HEIGHT = 330;
const MOST_LINES = 1000;

/** In which hours of the week it happened: the lines of a report that is cut by both, as a table. */
export function WhenCard({ filters, figure, choice }: Props) {
  const query: Query = { ...filters, compare: '', dimensions: BY_WEEK, metrics: figure, limit: MOST_LINES };
  const report = useQuery(statsQueries.report(query));
  const { data } = report;
  // of a figure that was just chosen the lines are still on their way
  const isOf = data?.metrics.includes(figure) === true;
  const rows = useMemo(() => (isOf ? heatCells(data.data, figure) : undefined), [isOf, data, figure]);
  const currency = data?.currency ?? 'USD';
  const { kind } = figureOf(figure);
  const textOf = ({ value }: HeatCell): string => formatValue(kind, value, currency);
  const title = `${titleOf(figure)} by hour and weekday`;
  const isEmpty = rows?.flat().every(({ value }) => value === null || value === 0);
  if (report.isLoadingError) return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
  return (
    <ChartFrame title={title} height={HEIGHT} isReady={rows !== undefined}>
      {choice && <Box sx={{ mt: 2, mb: 1 }}>{choice}</Box>}
      {isEmpty && (
        <Typography sx={{ py: 3 }}>No {titleOf(figure).toLowerCase()} in any hour of this period.</Typography>
      )}
      {rows && data && isEmpty === false && (
        <>
          <HeatTable
            caption={`${title}, in the time of ${data.tz}`}
            rows={rows}
            textOf={textOf}
            shortOf={(cell) => shortFigure(kind, cell.value)}
            linkOf={(cell) =>
              cell.line &&
              toReport(filters, { ...filters, weekday: cell.weekday, hour_of_day: cell.hour }, ['day'], [figure])
            }
          />
          <Legend rows={rows} textOf={textOf} />
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
            Hours of {data.tz}. {unevenWords(data)}
          </Typography>
        </>
      )}
    </ChartFrame>
  );
}

/** The least and the most, each with its hour, and the colours between. */
function Legend({ rows, textOf }: { rows: readonly (readonly HeatCell[])[]; textOf: (cell: HeatCell) => string }) {
  const known = rows.flat().filter(({ value }) => value !== null);
  const ordered = known.toSorted((a, b) => a.value! - b.value!);
  const [least, most] = [ordered[0], ordered.at(-1)];
  if (!least || !most) return null;
  const told = (cell: HeatCell): string =>
    `${textOf(cell)} (${weekdayName(cell.weekday).slice(0, 3)} ${hourName(cell.hour).slice(0, 5)})`;
  const hasLoss = least.value! < 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontSize: '0.875rem' }}>
      <span>Least {told(least)}</span>
      <Box aria-hidden sx={{ display: 'flex' }}>
        {[...(hasLoss ? LOSSES.toReversed() : []), ...GAINS].map(({ fill }) => (
          <Box key={fill} sx={{ width: 20, height: 12, backgroundColor: fill }} />
        ))}
      </Box>
      <span>Most {told(most)}</span>
    </Box>
  );
}
