import Box from '@mui/material/Box';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { Hint } from '../../../platform/web/ui/Hint.tsx';

/** Neighbours differ in lightness, so that the parts are told apart without colour. */
const FILLS = [colors.brandText, colors.brand, colors.info, colors.lineStrong, colors.warning] as const;

type Part = { id: number; name: string; share_now: number };
type Props = { parts: readonly Part[] };

/** The colour of a destination's part, the same in the bar and beside its name. */
export const fillOf = (index: number): string => FILLS[index % FILLS.length]!;

/** How new visits are shared out now, as one bar. */
export function SharesBar({ parts }: Props) {
  const shown = parts.map((part, index) => ({ ...part, fill: fillOf(index) })).filter((part) => part.share_now > 0);
  const words = shown.map((part) => `${part.name} ${part.share_now} %`);
  if (shown.length === 0)
    return (
      <Box component="span" sx={{ color: 'warning.main', fontSize: '0.8125rem', whiteSpace: 'normal' }}>
        {parts.length === 0 ? 'None: all to the fallback' : 'None live: all to the fallback'}
      </Box>
    );
  return (
    <Hint
      title={words.map((text) => (
        <div key={text}>{text}</div>
      ))}
    >
      <Box sx={{ minWidth: 96 }}>
        <Box
          role="img"
          aria-label={words.join(', ')}
          sx={{ display: 'flex', gap: '2px', height: 10, borderRadius: 999, overflow: 'hidden' }}
        >
          {shown.map((part) => (
            <Box key={part.id} sx={{ flex: `${part.share_now} 0 0`, minWidth: 3, backgroundColor: part.fill }} />
          ))}
        </Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', mt: 0.25, whiteSpace: 'normal' }} aria-hidden>
          {shown
            .map((part) => `${Math.round(part.share_now)}\u00a0%`)
            .slice(0, 4)
            .join(' · ')}
          {shown.length > 4 && ` · +${shown.length - 4}`}
        </Box>
      </Box>
    </Hint>
  );
}
