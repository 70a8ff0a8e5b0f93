import Alert from '@mui/material/Alert';
import { statementsClient } from './client.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useKeptState } from '../../../platform/web/session/kept-form.ts';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { formatMoney } from '../../../platform/text/figures.ts';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import type { BatchReply, StatementReply } from '../contract.ts';
import { changeOfFinding } from './change-of-finding.ts';
import { FileForm, NO_FILE } from './FileForm.tsx';
import { fileToWire, isReady } from './file-wire.ts';
import { FindingsTable } from './FindingsTable.tsx';
import { useBatchNotice } from './use-undo-batch.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const AcceptDialog = lazyPart(async () => ({ default: (await import('./AcceptDialog.tsx')).AcceptDialog }));

const money = (sums: StatementReply['missing_sum']): string =>
  sums.map((one) => formatMoney(one.amount, one.currency)).join(' and ') || 'nothing';

/** The network's statement against our records: what is missing, different or taken back, and the message about it. */
export function ReconcileTab() {
  const [file, setFile, kept] = useKeptState('statement as CSV', NO_FILE);
  const [days, setDays] = useState({ from: '', to: '' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAccepting, setIsAccepting] = useState(false);
  const { tell } = useBatchNotice();
  const compare = useMutation({
    mutationFn: () =>
      statementsClient.reconcile({
        ...fileToWire(file),
        ...(days.from && { date_from: days.from }),
        ...(days.to && { date_to: days.to }),
      }),
    onSuccess: () => setChosen(new Set()),
  });
  const { data } = compare;
  const open = data?.findings.filter((one) => changeOfFinding(one)) ?? [];
  const handleChoose = (id: string, isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((one) => one !== id)));
  const handleAccepted = (reply: BatchReply) => {
    setIsAccepting(false);
    kept.drop();
    tell(reply);
    compare.mutate();
  };

  return (
    <>
      <KeptNotice kept={kept} />
      <FileForm values={file} onChange={setFile} understood={data?.understood} error={compare.error}>
        <Day label="First day" value={days.from} onChange={(from) => setDays({ ...days, from })} />
        <Day label="Last day" value={days.to} onChange={(to) => setDays({ ...days, to })} />
        <Button
          variant="contained"
          disabled={!isReady(file)}
          loading={compare.isPending}
          onClick={() => compare.mutate()}
        >
          Compare
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
          Nothing is written. Without days, the file&rsquo;s first and last row decide what it should hold.
        </Typography>
      </FileForm>
      {data && (
        <Box aria-live="polite">
          <Summary data={data} />
          {open.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
              <Button variant="contained" disabled={chosen.size === 0} onClick={() => setIsAccepting(true)}>
                Accept the Network&rsquo;s Statuses{chosen.size > 0 && ` (${chosen.size})`}
              </Button>
              <Button
                onClick={() =>
                  setChosen(new Set(chosen.size === open.length ? [] : open.map((one) => one.conversion_id!)))
                }
              >
                {chosen.size === open.length ? 'Choose None' : `Choose All ${open.length}`}
              </Button>
            </Box>
          )}
          <FindingsTable findings={data.findings} chosen={chosen} onChoose={handleChoose} />
          <Letter text={data.message} />
        </Box>
      )}
      <Suspense>
        {isAccepting && data && (
          <AcceptDialog
            networkId={Number(file.network)}
            fileName={`Statement ${file.name}`}
            findings={open.filter((one) => chosen.has(one.conversion_id!))}
            onAccepted={handleAccepted}
            onClose={() => setIsAccepting(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Box component="label" sx={{ fontSize: '0.875rem' }}>
      <Box component="span" sx={{ display: 'block', fontWeight: 600, mb: 0.5 }}>
        {label}
      </Box>
      <OutlinedInput type="date" size="small" value={value} onChange={(event) => onChange(event.target.value)} />
    </Box>
  );
}

function Summary({ data }: { data: StatementReply }) {
  const { counts, range } = data;
  const isFine = counts.missing + counts.different + counts.reversed + counts.unknown + counts.repeated === 0;
  return (
    <Alert severity={isFine ? 'success' : 'warning'} sx={{ mb: 3 }}>
      <strong>
        {counts.matched} matched, {counts.missing} missing, {counts.different} different, {counts.reversed} reversed,{' '}
        {counts.unknown} unknown to us, {counts.repeated} repeated
      </strong>
      {range && ` (${range.from} to ${range.to})`}.
      {counts.missing > 0 && <div>Missing from the statement: {money(data.missing_sum)}.</div>}
      {data.difference_sum.length > 0 && <div>Paid less than we counted: {money(data.difference_sum)}.</div>}
      {data.reversed_sum.length > 0 && <div>Taken back without telling us: {money(data.reversed_sum)}.</div>}
      {!range && <div>No row has a date: name the first and last day to see what is missing.</div>}
    </Alert>
  );
}

function Letter({ text }: { text: string }) {
  const id = useId();
  const notify = useSnackbar();
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ message: 'Message copied.' });
    } catch {
      notify({ message: 'Select the text and copy it: the browser gave no access.', tone: 'error' });
    }
  };
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 1 }}>
        <Typography id={id} component="h2" sx={{ fontWeight: 600, flex: 1 }}>
          Message to the network
        </Typography>
        <Button variant="outlined" onClick={() => void handleCopy()}>
          Copy
        </Button>
      </Box>
      <OutlinedInput
        fullWidth
        multiline
        readOnly
        maxRows={20}
        value={text}
        slotProps={{ input: { 'aria-labelledby': id } }}
        sx={{ fontSize: '0.875rem' }}
      />
    </Paper>
  );
}
