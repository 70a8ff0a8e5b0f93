import Box from '@mui/material/Box';
import { asWords } from '../../../../platform/text/as-words.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { LINK_TONES } from '../../../offers/web/offer-choices.ts';
import type { OfferStat } from '../../offer-stats-contract.ts';

const COLORS = {
  good: colors.brandText,
  calm: colors.lineStrong,
  warn: colors.warning,
  bad: colors.error,
  info: colors.info,
};

type Props = { status: OfferStat['link_status'] };

/** The state of an offer's address, as a dot with its word: never colour alone. */
export function LinkDot({ status }: Props) {
  if (status === null) return null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 10, height: 10, borderRadius: '50%', flex: 'none', backgroundColor: COLORS[LINK_TONES[status]] }}
      />
      {asWords(status)}
    </Box>
  );
}
