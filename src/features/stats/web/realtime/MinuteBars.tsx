import Box from '@mui/material/Box';
import { colors } from '../../../../platform/web/styles/tokens.ts';

const HEIGHT = 40;
/** Whatever is not nothing can be seen. */
const LEAST = 2;
const STEP = 6;

type Props = {
  label: string;
  /** The oldest first; the last one still runs, and is lighter. */
  minutes: readonly { value: number; text: string }[];
};

/** A bar for each minute above a line of nothing, those below it red and hanging down. The figures themselves stand in the table. */
export function MinuteBars({ label, minutes }: Props) {
  const values = minutes.map(({ value }) => value);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const scale = (HEIGHT - LEAST) / (most - least || 1);
  const zero = least < 0 ? LEAST / 2 + most * scale : HEIGHT - 1;
  const top = minutes.find(({ value }) => value === most);
  const told = most > 0 ? `the most at ${top!.text}` : 'nothing';
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`${label}: ${told}`}
      viewBox={`0 0 ${minutes.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      sx={{ display: 'block', width: '100%', height: HEIGHT }}
    >
      <rect x="0" y={zero} width={minutes.length * STEP} height="1" fill={colors.line} />
      {minutes.map(({ value, text }, place) => {
        const height = value === 0 ? 0 : Math.max(LEAST, Math.abs(value) * scale);
        return (
          <g key={text}>
            <rect
              x={place * STEP}
              y={value < 0 ? zero : zero - height}
              width={STEP - 1}
              height={height}
              fill={value < 0 ? colors.error : colors.brandText}
              fillOpacity={place === minutes.length - 1 ? 0.6 : 1}
            />
            <rect x={place * STEP} y="0" width={STEP} height={HEIGHT} fill="transparent">
              <title>{text}</title>
            </rect>
          </g>
        );
      })}
    </Box>
  );
}
