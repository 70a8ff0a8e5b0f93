import Box from '@mui/material/Box';
import { colors } from '../../styles/tokens.ts';
import { leftOutWords } from './left-out-words.ts';

type Props = { days: number };

/** Below a profit or an ROI: how many source-days are not in it, because nobody said what they cost. Nothing where none is left out. */
export function LeftOut({ days }: Props) {
  if (days === 0) return null;
  return (
    <Box
      component="span"
      sx={{ display: 'block', fontSize: 12, color: colors.inkSoft, whiteSpace: 'nowrap' }}
      title="Source-days whose cost is not known: their money is in no profit and no ROI."
    >
      {leftOutWords(days)}
    </Box>
  );
}
