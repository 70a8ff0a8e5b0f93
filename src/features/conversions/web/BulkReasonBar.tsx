import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { colors } from '../../../platform/web/tokens.ts';
import { FilterSelect } from '../../../platform/web/ui/FilterSelect.tsx';
import { STATUS_CHOICES } from './desk-choices.ts';

type Refusal = { id: string; message: string };

type Props = {
  count: number;
  /** Sets the status of each ticked row. @returns those that were refused */
  onApply: (status: string, reason: string) => Promise<readonly Refusal[]>;
  onClear: () => void;
};

/** One status for all ticked conversions, with the reason that goes into each history. */
export function BulkReasonBar({ count, onApply, onClear }: Props) {
  const [status, setStatus] = useState('');
  const [reason, setReason] = useState('');
  const apply = useMutation({ mutationFn: () => onApply(status, reason.trim()) });
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
        <FilterSelect label="Set status" all="Choose..." value={status} options={STATUS_CHOICES} onChange={setStatus} />
        <OutlinedInput
          size="small"
          value={reason}
          placeholder="Reason"
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ input: { 'aria-label': 'Reason', maxLength: 500 } }}
          sx={{ flex: '1 1 200px', maxWidth: 360, backgroundColor: 'background.paper' }}
        />
        <Button
          variant="contained"
          disabled={status === '' || reason.trim() === ''}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          Apply To {count}
        </Button>
        <Button color="inherit" disabled={apply.isPending} onClick={onClear}>
          Clear Selection
        </Button>
      </Box>
      {(apply.error || (apply.data?.length ?? 0) > 0) && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {apply.error
            ? apply.error.message
            : apply.data?.map(({ id, message }) => <div key={id}>{`Conversion ${id}: ${message}`}</div>)}
        </Alert>
      )}
    </Box>
  );
}
