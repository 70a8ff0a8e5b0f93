import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useId } from 'react';
import { colors, radius } from '../../styles/tokens.ts';

export type Side = 'theirs' | 'mine';

type Props = {
  label: string;
  theirs: string;
  mine: string;
  side: Side;
  onChange: (side: Side) => void;
};

/** One field that two people have changed: both values, one of which is chosen. */
export function ConflictChoice({ label, theirs, mine, side, onChange }: Props) {
  const group = useId();
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ verticalAlign: 'top' }}>
        {label}
      </TableCell>
      {(['theirs', 'mine'] as const).map((one) => (
        <TableCell key={one} sx={{ verticalAlign: 'top', minWidth: 160, width: '45%' }}>
          <Box
            component="label"
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              gap: 0.5,
              p: 0.5,
              cursor: 'pointer',
              borderRadius: `${radius.control}px`,
              backgroundColor: side === one ? colors.brandTint : 'transparent',
            }}
          >
            <Radio
              size="small"
              color="secondary"
              name={group}
              checked={side === one}
              onChange={() => onChange(one)}
              slotProps={{ input: { 'aria-label': `${label}: keep ${one}` } }}
              sx={{ p: 0.25 }}
            />
            <Box
              component="span"
              sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxHeight: 240, overflow: 'auto' }}
            >
              {one === 'theirs' ? theirs : mine}
            </Box>
          </Box>
        </TableCell>
      ))}
    </TableRow>
  );
}
