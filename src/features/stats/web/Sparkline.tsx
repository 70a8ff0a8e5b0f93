import { colors } from '../../../platform/web/tokens.ts';

type Props = { values: readonly number[]; label: string };

const WIDTH = 96;
const HEIGHT = 24;

/** The course of a figure in the space of a word; the label says it for those who do not see it. */
export function Sparkline({ values, label }: Props) {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : WIDTH;
  const points = values.map(
    (value, i) => `${(i * step).toFixed(1)},${(HEIGHT - 1 - (value / top) * (HEIGHT - 3)).toFixed(1)}`,
  );
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={colors.brandText}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
