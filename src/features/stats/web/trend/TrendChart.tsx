import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Query } from '../../../../platform/web/http.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { statsQueries } from '../client.ts';
import { formatValue } from './format-value.ts';
import type { Series } from './TrendPlot.tsx';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const TrendPlot = lazyPart(async () => ({ default: (await import('./TrendPlot.tsx')).TrendPlot }));
const FigureTable = lazyPart(async () => ({ default: (await import('../charts/FigureTable.tsx')).FigureTable }));
const NoteList = lazyPart(async () => ({ default: (await import('../notes/NoteList.tsx')).NoteList }));
const HEIGHT = 260;

type Props = {
  title: string;
  /** Undefined while the figures are on their way. */
  days: readonly string[] | undefined;
  series: readonly Series[];
  /** Parts of one whole stand on each other; courses are lines. */
  isStacked?: boolean;
  /** Whose changes are marked on the chart, and of which days; without it none are. */
  changes?: Query;
  /** Of money; undefined where there is none. */
  currency?: string | undefined;
  /** What the days are held against: `year`, or the days before. */
  compare?: string;
  /** Those days, by their place. */
  daysBefore?: readonly string[] | undefined;
  /** When the figures were counted, and up to when they could be; undefined while they are on their way. */
  counted: { range: { to: string }; generated_at: string } | undefined;
};

/** A course over days, as a chart and, for who wants the figures, as a table. What may have bent it stands on it. */
export function TrendChart(props: Props) {
  const { title, days, series, isStacked = false, changes, counted, currency = 'USD', compare, daysBefore } = props;
  const changed = useQuery({ ...statsQueries.annotations(changes ?? {}), enabled: changes !== undefined });
  const marks = changed.data;
  const notes = (changes && marks?.data) ?? [];
  const beforeLabel = { year: 'year before', week: 'same weekdays before' }[compare ?? ''] ?? 'period before';
  const isOpen = counted !== undefined && counted.generated_at < counted.range.to;
  return (
    <ChartFrame
      title={title}
      height={HEIGHT}
      isReady={days !== undefined}
      below={
        <Suspense fallback={<Box sx={{ height: 32 }} />}>
          {/* a chart without its marks is still a chart */}
          <FailedParts queries={[changed]} />
          <FigureTable
            title={title}
            heads={[
              'Day',
              ...series.flatMap(({ label, before }) => (before ? [label, `${label}, ${beforeLabel}`] : [label])),
            ]}
            rows={(days ?? []).map((day, i, all) => ({
              name: isOpen && i === all.length - 1 ? `${day}, so far` : day,
              cells: series.flatMap(({ kind, values, before }) =>
                [values, ...(before ? [before] : [])].map((all) => formatValue(kind, all[i], currency)),
              ),
            }))}
          />
          {notes.length > 0 && (
            <Suspense>
              <NoteList notes={notes} isComplete={marks?.is_complete ?? true} />
            </Suspense>
          )}
        </Suspense>
      }
    >
      <TrendPlot
        days={days ?? []}
        series={series}
        height={HEIGHT}
        isStacked={isStacked}
        isOpen={isOpen}
        notes={notes}
        currency={currency}
        beforeLabel={beforeLabel}
        daysBefore={daysBefore}
      />
    </ChartFrame>
  );
}
