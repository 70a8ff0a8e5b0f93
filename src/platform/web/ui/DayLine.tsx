import { colors } from '../styles/tokens.ts';

type Props = {
  /** Oldest first; null where nothing is known, which is left blank. */
  values: readonly (number | null)[];
  label: string;
  /** Counts are drawn from zero; measures, which hardly move, from their least value. */
  isCount?: boolean;
};

const WIDTH = 144;
/** Where a table is short of room, it gives way to this. */
const LEAST_WIDTH = 96;
const HEIGHT = 28;

/** The course of a figure in the space of a word; the label says it for those who do not see it. */
export function DayLine({ values, label, isCount = false }: Props) {
  const known = values.filter((value) => value !== null);
  const least = isCount ? 0 : Math.min(...known);
  const most = Math.max(...known);
  const heightOf = (value: number): number =>
    most === least
      ? isCount
        ? HEIGHT - 2
        : HEIGHT / 2
      : HEIGHT - 2 - ((value - least) / (most - least)) * (HEIGHT - 4);
  const step = WIDTH / Math.max(1, values.length - 1);
  const path = values
    .map((value, i) => {
      if (value === null) return '';
      const isAfterGap = i === 0 || values[i - 1] === null;
      const at = `${(i * step).toFixed(1)} ${heightOf(value).toFixed(1)}`;
      // a lone value would be no line at all
      return isAfterGap ? `M${at}h1` : `L${at}`;
    })
    .join('');
  return (
    <svg
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ width: '100%', minWidth: LEAST_WIDTH, maxWidth: WIDTH }}
      role="img"
      aria-label={label}
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} stroke={colors.line} strokeWidth="1" vectorEffect="non-scaling-stroke" />
      <path
        d={path}
        fill="none"
        stroke={colors.brandText}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
