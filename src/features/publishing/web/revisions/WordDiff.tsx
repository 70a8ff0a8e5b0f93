import Box from '@mui/material/Box';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { diffWords } from '../../word-diff.ts';

type Props = { before: string; after: string };

const gone = { backgroundColor: colors.errorTint, color: colors.error, textDecoration: 'line-through' } as const;
const come = { backgroundColor: colors.brandTint, color: colors.onBrandTint, textDecoration: 'underline' } as const;

/** Two texts as one, with what went struck through and what came underlined. */
export function WordDiff({ before, after }: Props) {
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
      {diffWords(before, after).map(({ kind, text }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>;
        return (
          <Box key={index} component={kind === 'removed' ? 'del' : 'ins'} sx={kind === 'removed' ? gone : come}>
            {text}
          </Box>
        );
      })}
    </Box>
  );
}
