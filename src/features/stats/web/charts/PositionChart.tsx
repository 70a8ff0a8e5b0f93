import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import type { CtrStats } from '../../contract.ts';
import { ratioOf, wilson } from '../../../reports/rules.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { FigureTable } from './FigureTable.tsx';
import type { Place } from './PositionPlot.tsx';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const PositionPlot = lazyPart(async () => ({ default: (await import('./PositionPlot.tsx')).PositionPlot }));
const HEIGHT = 240;
const TITLE = 'Click-through by Position';

type Props = {
  /** Undefined while the figures are on their way. */
  rows: CtrStats['data'] | undefined;
};

/** How often whatever stood at a place was clicked: the shape of the readers' attention. */
export function PositionChart({ rows }: Props) {
  const places = placesOf(rows ?? []);
  return (
    <ChartFrame
      title={TITLE}
      height={HEIGHT}
      isReady={rows !== undefined}
      below={
        <FigureTable
          title={TITLE}
          heads={['Position', 'Impressions', 'Clicks', 'CTR', 'From', 'To']}
          rows={places.map((one) => ({
            name: String(one.position),
            cells: [
              formatCount(one.impressions),
              formatCount(one.clicks),
              ...[one.rate, one.interval?.[0] ?? null, one.interval?.[1] ?? null].map(formatPercent),
            ],
          }))}
        />
      }
    >
      <PositionPlot places={places} height={HEIGHT} />
    </ChartFrame>
  );
}

/** The rates of the places, from the sums of all that stood there. */
function placesOf(rows: CtrStats['data']): Place[] {
  const placed = rows.flatMap((row) => (row.position === null ? [] : [{ ...row, position: row.position }]));
  return [...Map.groupBy(placed, (row) => row.position)]
    .map(([position, some]) => {
      const impressions = some.reduce((sum, row) => sum + row.impressions, 0);
      const clicks = some.reduce((sum, row) => sum + row.clicks, 0);
      return {
        position,
        impressions,
        clicks,
        rate: ratioOf(clicks, impressions),
        interval: wilson(clicks, impressions),
        products: [...new Set(some.map((row) => row.item))],
      };
    })
    .toSorted((a, b) => a.position - b.position);
}
