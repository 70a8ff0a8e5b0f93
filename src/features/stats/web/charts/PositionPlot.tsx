import { BarChart } from '@mui/x-charts/BarChart';
import { useXScale, useYScale } from '@mui/x-charts/hooks';
import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { NAMED_TICKS_HEIGHT } from './axis-sizes.ts';

export type Place = {
  position: number;
  impressions: number;
  clicks: number;
  rate: number | null;
  interval: [number, number] | null;
  /** What stood there in these days. */
  products: readonly string[];
};

type Props = { places: readonly Place[]; height: number };

/** A bar for each place with its interval; fetched only where it is shown. */
export function PositionPlot({ places, height }: Props) {
  const top = Math.max(0.01, ...places.map((one) => Math.max(one.rate ?? 0, one.interval?.[1] ?? 0)));
  return (
    <BarChart
      height={height}
      skipAnimation
      hideLegend
      margin={{ left: 0, right: 16, top: 16, bottom: 0 }}
      grid={{ horizontal: true }}
      xAxis={[
        {
          data: places.map((one) => one.position),
          scaleType: 'band',
          categoryGapRatio: 0.5,
          label: 'Position',
          height: NAMED_TICKS_HEIGHT,
          valueFormatter: (position: number, { location }) =>
            location === 'tick'
              ? String(position)
              : `${position}. ${places.find((one) => one.position === position)?.products.join(', ')}`,
        },
      ]}
      yAxis={[{ min: 0, max: top * 1.05, width: 56, valueFormatter: (rate: number) => formatPercent(rate) }]}
      series={[
        {
          data: places.map((one) => one.rate),
          label: 'CTR',
          color: colors.brandText,
          valueFormatter: (_rate, { dataIndex }) => told(places[dataIndex]!),
        },
      ]}
    >
      <Whiskers places={places} />
    </BarChart>
  );
}

const told = ({ rate, interval, clicks, impressions }: Place): string =>
  [
    formatPercent(rate),
    interval && ` (${formatPercent(interval[0])} to ${formatPercent(interval[1])})`,
    `, ${formatCount(clicks)} of ${formatCount(impressions)}`,
  ].join('');

/** In which the true rates lie in 95 of 100 cases. */
function Whiskers({ places }: Pick<Props, 'places'>) {
  const x = useXScale<'band'>();
  const y = useYScale<'linear'>();
  return (
    <g pointerEvents="none" stroke={colors.ink} strokeWidth="1.5" fill="none">
      {places.map(({ position, interval }) => {
        const left = x(position);
        if (left === undefined || !interval) return null;
        const middle = left + x.bandwidth() / 2;
        const [low, high] = [y(interval[0]), y(interval[1])];
        return <path key={position} d={`M${middle} ${low}V${high}M${middle - 5} ${high}h10M${middle - 5} ${low}h10`} />;
      })}
    </g>
  );
}
