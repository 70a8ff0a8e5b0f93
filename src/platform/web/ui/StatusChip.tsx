import Chip from '@mui/material/Chip';
import { asWords } from '../../text/as-words.ts';
import { colors, radius } from '../styles/tokens.ts';

type Tone = 'good' | 'calm' | 'warn' | 'bad' | 'info';

const TONES: Record<Tone, { color: string; backgroundColor: string }> = {
  good: { color: colors.onBrandTint, backgroundColor: colors.brandTint },
  calm: { color: colors.inkSoft, backgroundColor: colors.line },
  warn: { color: colors.warning, backgroundColor: colors.warningTint },
  bad: { color: colors.error, backgroundColor: colors.errorTint },
  info: { color: colors.info, backgroundColor: colors.infoTint },
};

const KNOWN: Record<string, Tone> = {
  active: 'good',
  published: 'good',
  approved: 'good',
  sent: 'good',
  ok: 'good',
  featured: 'info',
  scheduled: 'info',
  pending: 'warn',
  paused: 'warn',
  capped: 'warn',
  retrying: 'warn',
  warn: 'warn',
  rejected: 'bad',
  reversed: 'bad',
  failed: 'bad',
  fail: 'bad',
};

type Props = {
  /** The word from the wire; shown with a capital and blanks for underscores. */
  status: string;
  /** Only where the word alone does not say how good it is. */
  tone?: Tone;
};

/** A status as a small chip that always holds the word itself. */
export function StatusChip({ status, tone = KNOWN[status] ?? 'calm' }: Props) {
  return (
    <Chip
      label={asWords(status)}
      sx={{ ...TONES[tone], borderRadius: `${radius.badge}px`, fontWeight: 600, fontSize: '0.75rem' }}
    />
  );
}
