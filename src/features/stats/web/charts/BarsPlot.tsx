import { BarChart } from '@mui/x-charts/BarChart';
import { shortened } from '../../../../platform/text/letters.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { TICKS_HEIGHT } from './axis-sizes.ts';

type Props = {
  /** Names are unique. */
  lines: readonly { name: string; value: number; text: string }[];
  label: string;
  /** Whole numbers only on the axis? */
  isCount: boolean;
  height: number;
};

const NAME_LENGTH = 20;

/** Lying bars, a name beside each; fetched only where they are shown. */
export function BarsPlot({ lines, label, isCount, height }: Props) {
  return (
    <BarChart
      layout="horizontal"
      height={height}
      skipAnimation
      hideLegend
      margin={{ left: 0, right: 24, top: 4, bottom: 0 }}
      grid={{ vertical: true }}
      yAxis={[
        {
          data: lines.map((line) => line.name),
          scaleType: 'band',
          categoryGapRatio: 0.35,
          width: 144,
          disableTicks: true,
          valueFormatter: (name: string, { location }) => (location === 'tick' ? shortened(name, NAME_LENGTH) : name),
        },
      ]}
      xAxis={[
        {
          min: Math.min(0, ...lines.map((line) => line.value)),
          ...(lines.every((line) => line.value === 0) && { max: 1 }),
          ...(isCount && { tickMinStep: 1 }),
          tickNumber: 5,
          height: TICKS_HEIGHT,
        },
      ]}
      series={[
        {
          data: lines.map((line) => line.value),
          label,
          color: colors.brandText,
          valueFormatter: (_value, { dataIndex }) => lines[dataIndex]!.text,
        },
      ]}
    />
  );
}
