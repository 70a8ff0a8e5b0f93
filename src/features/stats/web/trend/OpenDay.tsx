import { useDrawingArea, useXScale } from '@mui/x-charts/hooks';
import { colors } from '../../../../platform/web/styles/tokens.ts';

type Props = {
  /** The last day of the chart, which is not over, and the one before it. */
  day: string;
  before: string | undefined;
};

const LABEL_WIDTH = 40;

/** A shade over what still grows: without it, every course seems to fall at its end. */
export function OpenDay({ day, before }: Props) {
  const x = useXScale<'band'>();
  const area = useDrawingArea();
  const at = x(day);
  if (at === undefined) return null;
  const width = x.bandwidth?.() ?? 0;
  // bars: the day's own band; lines: the stretch that leads to its point
  const from = width > 0 ? at : before === undefined ? at - 8 : (x(before) ?? at);
  const to = width > 0 ? at + width : before === undefined ? at + 8 : at;
  const isRoomy = to - from >= LABEL_WIDTH;
  return (
    <g aria-hidden data-open-day pointerEvents="none">
      <rect x={from} y={area.top} width={to - from} height={area.height} fill={colors.inkSoft} fillOpacity="0.1" />
      <text
        x={isRoomy ? (from + to) / 2 : from - 4}
        y={area.top + 12}
        textAnchor={isRoomy ? 'middle' : 'end'}
        fontSize="12"
        fill={colors.inkSoft}
      >
        so far
      </text>
    </g>
  );
}
