import { ScatterChart } from '@mui/x-charts/ScatterChart';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '../../../platform/web/figures.ts';
import { colors } from '../../../platform/web/tokens.ts';
import { placedLabels } from './scatter-labels.ts';

export type Point = {
  id: number;
  /** Unique. */
  name: string;
  /** Clicks. */
  x: number;
  /** Money per click. */
  y: number;
  /** Both, for the eye. */
  text: string;
  /** The address of its row. */
  to: string;
};

type Props = { points: readonly Point[]; currency: string; height: number };

/** Points on two real axes, each a link to its row; fetched only where they are shown. */
export function ScatterPlot({ points, currency, height }: Props) {
  const [right, top] = [Math.max(1, ...points.map((one) => one.x)), Math.max(0, ...points.map((one) => one.y))];
  return (
    <ScatterChart
      height={height}
      skipAnimation
      hideLegend
      disableHitArea
      margin={{ left: 0, right: 24, top: 24, bottom: 0 }}
      grid={{ horizontal: true, vertical: true }}
      xAxis={[
        {
          min: 0,
          max: right * 1.08,
          label: 'Clicks',
          height: 44,
          tickMinStep: 1,
          valueFormatter: (clicks: number) => formatCount(clicks),
        },
      ]}
      yAxis={[
        {
          min: Math.min(0, ...points.map((one) => one.y)),
          max: top === 0 ? 1 : top * 1.12,
          width: 76,
          label: 'EPC',
          valueFormatter: (money: number) => formatMoney(String(money), currency),
        },
      ]}
      series={[
        {
          data: points.map(({ id, x, y }) => ({ id, x, y })),
          color: colors.brandText,
          markerSize: 6,
          valueFormatter: (_value, { dataIndex }) => `${points[dataIndex]!.name}: ${points[dataIndex]!.text}`,
        },
      ]}
    >
      <PointLinks points={points} />
    </ScatterChart>
  );
}

/** Over each point a link, which keys reach too; names beside those that have room for one. */
function PointLinks({ points }: Pick<Props, 'points'>) {
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  const area = useDrawingArea();
  const placed = points.map((one) => ({ ...one, left: x(one.x), top: y(one.y) }));
  const labels = placedLabels(placed, area);
  return (
    <g>
      {placed.map(({ id, name, text, to, left, top }) => {
        const label = labels.get(id);
        return (
          <Link key={id} to={to} preventScrollReset aria-label={`${name}: ${text}`}>
            <title>{`${name}: ${text}`}</title>
            <circle cx={left} cy={top} r="6" fill={colors.brandText} stroke={colors.white} strokeWidth="1.5" />
            <circle cx={left} cy={top} r="12" fill="transparent" />
            {label && (
              <text x={label.x} y={label.y} textAnchor={label.anchor} fontSize="12" fill={colors.ink} aria-hidden>
                {label.text}
              </text>
            )}
          </Link>
        );
      })}
    </g>
  );
}
