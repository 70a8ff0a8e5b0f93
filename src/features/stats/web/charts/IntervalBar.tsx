import { colors } from '../../../../platform/web/styles/tokens.ts';

type Props = {
  /** Where the truth probably lies. */
  interval: readonly [number, number];
  best: number;
  /** What stands for "no difference": 0 of a change, 1 of a factor. Always in sight. */
  neutral: number;
  /** The ends of the scale; by default what the interval needs. Lines of one list share theirs. */
  ends?: readonly [number, number];
};

const WIDTH = 200;
const HEIGHT = 20;

/** An interval on a line, with the point of no difference. The words beside it say the same, so it is hidden from screen readers. */
export function IntervalBar({ interval: [low, high], best, neutral, ends }: Props) {
  const [first, last] = ends ?? [Math.min(low, neutral), Math.max(high, neutral)];
  const reach = last - first || 1;
  const at = (value: number): number => 8 + ((Math.min(Math.max(value, first), last) - first) / reach) * (WIDTH - 16);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" height={HEIGHT} preserveAspectRatio="none" aria-hidden>
      <path d={`M4 10H${WIDTH - 4}`} stroke={colors.line} strokeWidth="2" vectorEffect="non-scaling-stroke" />
      <rect x={at(low)} y="6" width={Math.max(2, at(high) - at(low))} height="8" fill={colors.brand} opacity="0.55" />
      <path
        d={`M${at(neutral)} 1V19`}
        stroke={colors.inkSoft}
        strokeWidth="1.5"
        strokeDasharray="3 2"
        vectorEffect="non-scaling-stroke"
      />
      <path d={`M${at(best)} 3V17`} stroke={colors.brandText} strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
