import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { colors } from '../../../styles/tokens.ts';
import { type Choice, FilterSelect } from '../../filters/FilterSelect.tsx';

/** A row that stayed as it was, and why. */
export type Refusal = { name: string; reason: string };

type Props = {
  /** Ticked rows. */
  count: number;
  options: readonly Choice[];
  /** Sets the status of each ticked row. @returns those that were refused */
  onApply: (status: string) => Promise<readonly Refusal[]>;
  onClear: () => void;
};

/** One status for all ticked rows. What is refused stays ticked, with its reason. */
export function BulkStatusBar({ count, options, onApply, onClear }: Props) {
  const [status, setStatus] = useState('');
  const apply = useMutation({ mutationFn: () => onApply(status) });
  const refused = apply.data ?? [];
  return (
    <Box
      role="group"
      aria-label="Ticked rows"
      sx={{ px: { xs: 1.5, sm: 2 }, py: 1.5, borderTop: 1, borderColor: 'divider', backgroundColor: colors.surface }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box role="status" sx={{ fontWeight: 600, flex: { xs: '1 1 100%', sm: '0 0 auto' } }}>
          {count} selected
        </Box>
        <FilterSelect label="Set status" all="Choose..." value={status} options={options} onChange={setStatus} />
        <Button variant="contained" disabled={status === ''} loading={apply.isPending} onClick={() => apply.mutate()}>
          Apply to {count}
        </Button>
        <Button color="inherit" disabled={apply.isPending} onClick={onClear}>
          Clear selection
        </Button>
      </Box>
      {(apply.error || refused.length > 0) && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {apply.error ? (
            apply.error.message
          ) : (
            <Box component="ul" aria-label="Not changed" sx={{ m: 0, pl: 2 }}>
              {refused.map(({ name, reason }) => (
                <li key={name}>
                  <strong>{name}</strong>: {reason}
                </li>
              ))}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  );
}
