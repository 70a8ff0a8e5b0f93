import Box from '@mui/material/Box';
import { formatMoney, NOTHING } from '../../../platform/web/figures.ts';

type Props = {
  value: string | null;
  currency: string;
  unconverted: string | undefined;
  /** The column that names what lacks the rate; the others only show no figure. */
  isMain: boolean;
};

/** Money of a line, and below it what lacks a rate: a line whose money all lacks one has no sum of nothing. */
export function MoneyCell({ value, currency, unconverted, isMain }: Props) {
  if (!unconverted) return formatMoney(value, currency);
  const isUnknown = Number(value) === 0;
  if (!isMain) return isUnknown ? NOTHING : formatMoney(value, currency);
  return (
    <>
      {!isUnknown && formatMoney(value, currency)}
      <Box component="span" sx={{ display: 'block', color: 'warning.main', fontSize: '0.75rem' }}>
        {unconverted} unconverted
      </Box>
    </>
  );
}
