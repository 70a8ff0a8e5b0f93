import Alert from '@mui/material/Alert';
import { statementsClient } from './client.ts';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeptState } from '../../../platform/web/session/kept-form.ts';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { BatchReply, Finding } from '../contract.ts';
import { changeOfFinding } from './change-of-finding.ts';
import { BatchResult } from './BatchResult.tsx';
import { changeWords } from './batch-words.ts';
import { DESK_KEY } from '../../conversions/web/client.ts';

type Props = {
  networkId: number;
  fileName: string;
  findings: readonly Finding[];
  onAccepted: (reply: BatchReply) => void;
  onClose: () => void;
};

/** Shows what taking findings over would do to each conversion and to the money, asks for the reason, and does it. */
export function AcceptDialog({ networkId, fileName, findings, onAccepted, onClose }: Props) {
  const [reason, setReason, kept] = useKeptState(`statuses of ${networkId}`, '');
  const [takesAmounts, setTakesAmounts] = useState(true);
  const [isMissing, setIsMissing] = useState(false);
  const body = {
    network_id: networkId,
    file_name: fileName,
    takes_amounts: takesAmounts,
    items: findings.flatMap((one) => changeOfFinding(one) ?? []),
  };
  const tried = useQuery({
    queryKey: [...DESK_KEY, 'accept', body],
    queryFn: () => statementsClient.acceptFindings({ ...body, reason: 'Tried.', dry_run: true }),
    staleTime: 0,
  });
  const accept = useMutation({
    mutationFn: () => statementsClient.acceptFindings({ ...body, reason: reason.trim(), dry_run: false }),
    onSuccess: (reply) => {
      kept.drop();
      onAccepted(reply);
    },
  });
  const handleAccept = () => {
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '') accept.mutate();
  };
  const handleCancel = () => {
    kept.drop();
    onClose();
  };
  return (
    <ViewDialog
      title="Accept the network's statuses"
      isPersistent
      actions={
        <>
          <Button onClick={handleCancel}>Cancel</Button>
          <Button
            variant="contained"
            disabled={!tried.data || tried.isFetching}
            loading={accept.isPending}
            onClick={handleAccept}
          >
            {tried.data ? `Accept: ${changeWords(tried.data.change)}` : 'Accept'}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {tried.error ? (
        <ErrorState error={tried.error} onRetry={() => void tried.refetch()} />
      ) : (
        tried.data && <BatchResult data={tried.data} isDry />
      )}
      <FormControlLabel
        control={<Checkbox checked={takesAmounts} onChange={(event) => setTakesAmounts(event.target.checked)} />}
        label="Take over the amounts too"
      />
      <KeptNotice kept={kept} />
      <TextField
        fullWidth
        required
        multiline
        minRows={2}
        label="Reason"
        value={reason}
        error={isMissing}
        helperText={isMissing ? 'This field is required.' : 'Stands in the history of each conversion.'}
        sx={{ my: 2 }}
        onChange={(event) => setReason(event.target.value)}
      />
      {accept.error && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {accept.error.message}
        </Alert>
      )}
    </ViewDialog>
  );
}
