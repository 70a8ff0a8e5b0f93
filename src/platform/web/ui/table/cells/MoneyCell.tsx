import Box from '@mui/material/Box';
import { formatMoney, NOTHING } from '../../../../text/figures.ts';

type Props = {
  value: string | null;
  /** The site's; undefined until it is known. */
  currency: string | undefined;
  unconverted: string | undefined;
  /** The column that names what lacks the rate; the others only show no figure. */
  isMain: boolean;
};

/** Money of a line, and below it what lacks a rate: a line whose money all lacks one has no sum of nothing. */
export function MoneyCell({ value, currency, unconverted, isMain }: Props) {
  const isUnknown = unconverted !== undefined && Number(value) === 0;
  const text = isUnknown ? NOTHING : currency === undefined ? (value ?? NOTHING) : formatMoney(value, currency);
  if (!unconverted || !isMain) return text;
  return (
    <>
      {!isUnknown && text}
      <Box component="span" sx={{ display: 'block', color: 'warning.main', fontSize: '0.75rem', whiteSpace: 'normal' }}>
        {unconverted} unconverted
      </Box>
    </>
  );
}
