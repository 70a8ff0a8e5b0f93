import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { WhatIfReply } from '../../what-if-contract.ts';
import { IntervalBar } from '../charts/IntervalBar.tsx';

type Props = { products: WhatIfReply['data']['products'] };

/** Twice as good and half as good lie equally far from the average. */
const ENDS = [-Math.log(4), Math.log(4)] as const;
const times = (lift: number): string => lift.toFixed(2);

/** How many times the average product each one draws, whatever its place. */
export function LiftList({ products }: Props) {
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        What Each Product Draws, Whatever Its Place
      </Typography>
      <Box
        component="ol"
        sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1.5, maxHeight: 320, overflow: 'auto' }}
      >
        {products.map(({ position, item_id, item, lift, lift_ci95 }) => (
          <li key={item_id}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {position}. {item}
            </Typography>
            {lift !== null && lift_ci95 ? (
              <>
                <IntervalBar
                  interval={[Math.log(lift_ci95[0]), Math.log(lift_ci95[1])]}
                  best={Math.log(lift)}
                  neutral={0}
                  ends={ENDS}
                />
                <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {times(lift)} times the average ({times(lift_ci95[0])} to {times(lift_ci95[1])})
                </Typography>
              </>
            ) : (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                Cannot be told apart from its place yet
              </Typography>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}
