import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { colors } from '../../../../platform/web/styles/tokens.ts';

type Props = {
  /** The reports that led here, the first first. */
  crumbs: readonly { label: string; search: string }[];
  /** What is shown now. */
  here: string;
};

/** The way back out of a line, step by step. */
export function ReportTrail({ crumbs, here }: Props) {
  return (
    <Box component="nav" aria-label="Way here" data-print="none" sx={{ mb: 2 }}>
      <Box
        component="ol"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, m: 0, p: 0, listStyle: 'none' }}
      >
        {crumbs.map(({ label, search }) => (
          <li key={search}>
            <Box component={Link} to={`?${search}`} sx={{ color: colors.brandText, overflowWrap: 'anywhere' }}>
              {label}
            </Box>{' '}
            <span aria-hidden>›</span>
          </li>
        ))}
        <Box component="li" aria-current="page" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {here}
        </Box>
      </Box>
    </Box>
  );
}
