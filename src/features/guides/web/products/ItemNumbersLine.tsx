import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';

/** What readers did with the products in the last 30 days, by the id of the product; 'failed' when it cannot be read now. */
export type ItemNumbers = ReadonlyMap<number, ItemFigures> | 'failed';
export type ItemFigures = { impressions: number; clicks: number; conversions: number };

type Props = { itemId: number; name: string; numbers: ItemNumbers | undefined };

export const NO_FIGURES: ItemFigures = { impressions: 0, clicks: 0, conversions: 0 };

/** How often a product was seen, clicked and bought. */
export function ItemNumbersLine({ itemId, name, numbers }: Props) {
  if (numbers === undefined) return <Skeleton width={220} aria-hidden />;
  if (numbers === 'failed') return <Box sx={{ typography: 'body2' }}>The numbers cannot be read now.</Box>;
  const { impressions, clicks, conversions } = numbers.get(itemId) ?? NO_FIGURES;
  const facts = [
    ['Impressions', formatCount(impressions)],
    ['Clicks', formatCount(clicks)],
    ['CTR', formatPercent(impressions === 0 ? null : clicks / impressions)],
    ['Conversions', formatCount(conversions)],
  ];
  const row = { display: 'flex', flexWrap: 'wrap', columnGap: 2 };
  return (
    <Box sx={{ ...row, typography: 'body2', color: 'text.secondary' }}>
      <span aria-hidden>30 days:</span>
      <Box component="dl" aria-label={`Numbers of ${name}, last 30 days`} sx={{ ...row, m: 0 }}>
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'flex', gap: 0.5 }}>
            <dt>{label}</dt>
            <Box
              component="dd"
              sx={{ m: 0, fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}
            >
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
