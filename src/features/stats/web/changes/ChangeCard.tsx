import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { formatCount } from '../../../../platform/text/figures.ts';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { Dimension } from '../../../reports/dimensions-contract.ts';
import type { ChangeLine, Changes } from '../../changes/contract.ts';
import { insideOf } from '../builder/report-state.ts';
import { changeText, heldText } from './change-words.ts';

type Props = {
  cut: Changes['cuts'][number];
  lines: readonly ChangeLine[];
  figure: Changes['figure'];
  currency: string;
  /** The change that fills a bar. */
  most: number;
  /** The address of the screen. */
  params: URLSearchParams;
  /** The same cut as a report. */
  to: string;
};

/** The lines of one cut that moved most; each leads to what moved inside it. */
export function ChangeCard({ cut, lines, figure, currency, most, params, to }: Props) {
  const untold = cut.lines - lines.length;
  return (
    <Paper component="section" variant="outlined" aria-label={cut.label} sx={{ p: 2, mb: 2, breakInside: 'avoid' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2, mb: 1 }}>
        <Typography component="h2" variant="h6" sx={{ overflowWrap: 'anywhere' }}>
          {cut.label}
        </Typography>
        <Box component={Link} to={to} aria-label={`${cut.label} as a report`} sx={{ color: colors.brandText }}>
          Report
        </Box>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {lines.map((line) => {
          const inside = insideOf(
            { dims: { [cut.dimension as Dimension]: { value: line.value, label: line.label } }, values: {} },
            params,
          );
          inside?.delete('dimensions');
          const name = inside ? (
            <Box
              component={Link}
              to={`?${inside.toString()}`}
              title="What moved inside this line"
              sx={{ color: colors.brandText }}
            >
              {line.label}
            </Box>
          ) : (
            line.label
          );
          return (
            <Box component="li" key={JSON.stringify(line.value)} sx={{ py: 0.75 }}>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
                <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Box>
                <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                  {changeText(figure, line.change, currency)}
                </Box>
              </Box>
              <Box
                sx={{
                  height: 4,
                  my: 0.5,
                  borderRadius: 1,
                  width: `${most === 0 ? 0 : Math.max(1, (100 * Math.abs(Number(line.change))) / most)}%`,
                  backgroundColor: Number(line.change) < 0 ? colors.lineStrong : colors.brand,
                }}
              />
              <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {heldText(figure, line, currency)}
              </Typography>
            </Box>
          );
        })}
      </Box>
      {untold > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {formatCount(untold)} more: {changeText(figure, cut.rest.change, currency)}
        </Typography>
      )}
    </Paper>
  );
}
