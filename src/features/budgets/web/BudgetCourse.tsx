import Box from '@mui/material/Box';
import { colors } from '../../../platform/web/styles/tokens.ts';
import type { Budget } from '../contract.ts';

const [WIDTH, HEIGHT, EDGE] = [132, 36, 2];

type Props = { budget: Budget; days: number };

/** What was spent by and by, beside the even course that spends the budget on the last day. The figures stand in the row. */
export function BudgetCourse({ budget, days }: Props) {
  const spent = budget.course.map(Number);
  const amount = budget.set_in === null && budget.amount !== null ? Number(budget.amount) : undefined;
  const most = Math.max(amount ?? 0, ...spent);
  if (spent.length === 0 || most === 0) return null;
  const x = (day: number) => (day / days) * WIDTH;
  const y = (value: number) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
  const line = [`0,${y(0)}`, ...spent.map((value, i) => `${x(i + 1)},${y(value)}`)].join(' ');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={`Course of ${budget.source}: ${amount === undefined ? 'no budget' : 'against an even course'}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ display: 'block', width: WIDTH, height: HEIGHT }}
    >
      <rect x="0" y={HEIGHT - 1} width={WIDTH} height="1" fill={colors.line} />
      {amount !== undefined && (
        <line
          x1="0"
          y1={y(0)}
          x2={WIDTH}
          y2={y(amount)}
          stroke={colors.lineStrong}
          strokeWidth="1.5"
          strokeDasharray="4 3"
        />
      )}
      <polyline
        points={line}
        fill="none"
        stroke={budget.state === 'over' ? colors.error : colors.brandText}
        strokeWidth="2"
      />
    </Box>
  );
}
