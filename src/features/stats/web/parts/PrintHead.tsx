import Typography from '@mui/material/Typography';
import { daysText, filtersText } from './print-words.ts';

type Props = {
  /** Undefined while the numbers are on their way. */
  stats: { range: { from: string; to: string }; tz: string; currency: string; generated_at: string } | undefined;
  filters: Readonly<Record<string, string>>;
};

/** On paper only: which days these are, of which zone, narrowed down by what, and when they were counted. */
export function PrintHead({ stats, filters }: Props) {
  if (!stats) return null;
  const narrowed = filtersText(filters);
  return (
    <Typography data-print="only" sx={{ display: 'none', mb: 2 }}>
      {daysText(stats.range, stats.tz)}, days in {stats.tz}, money in {stats.currency}.{' '}
      {narrowed && `Only ${narrowed}. `}
      Counted at {stats.generated_at.slice(0, 16).replace('T', ' ')} UTC; robots and your own visits are left out.
    </Typography>
  );
}
