import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { colors } from '../../../../platform/web/styles/tokens.ts';

type Props<Row> = {
  /** Ticked rows. */
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  onCompare: (pair: readonly [Row, Row]) => void;
  onClear: () => void;
};

/** Holds two ticked rows against each other. */
export function CompareBar<Row>({ rows, nameOf, onCompare, onClear }: Props<Row>) {
  const [first, second, third] = rows;
  const isPair = first !== undefined && second !== undefined && third === undefined;
  return (
    <Box
      role="group"
      aria-label="Ticked rows"
      sx={{
        px: { xs: 1.5, sm: 2 },
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        backgroundColor: colors.surface,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
      }}
    >
      <Box role="status" sx={{ fontWeight: 600, flex: { xs: '1 1 100%', sm: '0 1 auto' }, overflowWrap: 'anywhere' }}>
        {isPair ? `${nameOf(first)} and ${nameOf(second)}` : `${rows.length} selected: choose two to compare them`}
      </Box>
      <Button variant="contained" disabled={!isPair} onClick={() => isPair && onCompare([first, second])}>
        Compare
      </Button>
      <Button color="inherit" onClick={onClear}>
        Clear selection
      </Button>
    </Box>
  );
}
