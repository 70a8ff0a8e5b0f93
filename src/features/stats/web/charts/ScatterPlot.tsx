import { ScatterChart } from '@mui/x-charts/ScatterChart';
import { useDrawingArea, useXScale, useYScale } from '@mui/x-charts/hooks';
import { useNavigate } from 'react-router';
import { formatCount, formatMoney } from '../../../../platform/text/figures.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { NAMED_TICKS_HEIGHT } from './axis-sizes.ts';
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

/** Points on two real axes, each of which leads to its row, by its key too; fetched only where they are shown. */
export function ScatterPlot({ points, currency, height }: Props) {
  const navigate = useNavigate();
  const [right, top] = [Math.max(1, ...points.map((one) => one.x)), Math.max(0, ...points.map((one) => one.y))];
  return (
    <ScatterChart
      height={height}
      skipAnimation
      hideLegend
      disableHitArea
      experimentalFeatures={{ keyboardActivation: true }}
      localeText={{ scatterDescription: (at) => describedAt(points, at) }}
      onItemClick={(_event: unknown, { dataIndex }: { dataIndex: number }) =>
        void navigate(points[dataIndex]!.to, { preventScrollReset: true })
      }
      margin={{ left: 0, right: 24, top: 24, bottom: 0 }}
      grid={{ horizontal: true, vertical: true }}
      xAxis={[
        {
          min: 0,
          max: right * 1.08,
          label: 'Clicks',
          height: NAMED_TICKS_HEIGHT,
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
          markerSize: 7,
          valueFormatter: (_value, { dataIndex }) => `${points[dataIndex]!.name}: ${points[dataIndex]!.text}`,
        },
      ]}
    >
      <PointNames points={points} />
    </ScatterChart>
  );
}

/** What a screen reader says of a point: its name, or the names of all that lie there. */
function describedAt(points: readonly Point[], at: { x: number | null; y: number | null }): string {
  const here = points.filter((one) => one.x === at.x && one.y === at.y);
  return `${here.map((one) => one.name).join(', ')}: ${here[0]?.text ?? ''}`;
}

/** Names beside the points that have room for one. */
function PointNames({ points }: Pick<Props, 'points'>) {
  const x = useXScale<'linear'>();
  const y = useYScale<'linear'>();
  const area = useDrawingArea();
  const labels = placedLabels(
    points.map(({ id, name, ...at }) => ({ id, name, left: x(at.x), top: y(at.y) })),
    area,
  );
  return (
    <g pointerEvents="none" fontSize="12" fill={colors.ink}>
      {[...labels].map(([id, label]) => (
        <text key={id} x={label.x} y={label.y} textAnchor={label.anchor}>
          {label.text}
        </text>
      ))}
    </g>
  );
}
