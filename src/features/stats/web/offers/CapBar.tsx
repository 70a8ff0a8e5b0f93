import Box from '@mui/material/Box';
import { formatCount } from '../../../../platform/text/figures.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { OfferStat } from '../../offer-stats-contract.ts';

const WORDS = { clicks_day: 'clicks today', clicks_total: 'clicks in all', conversions_day: 'conversions today' };
/** From here on a cap is about to close its offer. */
const NEARLY = 0.8;

type Props = Pick<OfferStat, 'cap_kind' | 'cap_used' | 'cap_limit' | 'cap_use'>;

/** How much of an offer's fullest cap is used, as a bar with its numbers. */
export function CapBar({ cap_kind: kind, cap_used: used, cap_limit: limit, cap_use: use }: Props) {
  if (kind === null || used === null || limit === null || use === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        None
      </Box>
    );
  const color = use >= 1 ? colors.error : use >= NEARLY ? colors.warning : colors.brandText;
  return (
    <Box
      component="span"
      title={`${WORDS[kind]}${kind === 'conversions_day' ? '' : ', given out to the router in blocks ahead of use'}`}
      sx={{ display: 'inline-grid', gap: 0.5, minWidth: 96, textAlign: 'left' }}
    >
      <span>
        {formatCount(used)} / {formatCount(limit)}
        {use >= 1 && ' · full'}
      </span>
      <Box
        component="span"
        aria-hidden
        sx={{ height: 6, borderRadius: 3, backgroundColor: colors.line, overflow: 'hidden' }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: 1, width: `${Math.min(1, use) * 100}%`, backgroundColor: color }}
        />
      </Box>
      <Box component="small" sx={{ color: 'text.secondary' }}>
        {WORDS[kind]}
      </Box>
    </Box>
  );
}
