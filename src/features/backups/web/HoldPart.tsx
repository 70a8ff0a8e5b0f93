import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { SendingHold, SendingHoldBody } from '../contract.ts';
import { BACKUPS_LASTING } from '../lasting.ts';
import { backupQueries, backupsClient, HOLD_KEY } from './client.ts';

type Outcome = SendingHoldBody['outcome'];

const QUESTIONS: Record<Outcome, { title: string; label: string; text: string; lasting: string }> = {
  released: {
    title: 'Send What Waits',
    label: 'Send',
    text: 'All of it goes out now. What went out between the backup and the loss goes out a second time: postbacks have the id that they had, and most sources count such a one once.',
    lasting: BACKUPS_LASTING.sent,
  },
  discarded: {
    title: 'Discard What Waits',
    label: 'Discard',
    text: 'What waited when the backup was taken stands as cancelled in the postback logs. What came since the restore is sent.',
    lasting: BACKUPS_LASTING.discarded,
  },
};

const lineOf = (name: string, { before, since }: { before: number; since: number }): string =>
  `${name}: ${before} of before the restore${since > 0 ? `, ${since} since` : ''}`;

function linesOf({ postbacks, letters, view_letters: viewLetters, webhooks }: SendingHold): string[] {
  const total = (one: { before: number; since: number }): number => one.before + one.since;
  return [
    ...postbacks.map((one) => lineOf(`Postbacks to ${one.source}`, one)),
    ...(total(letters) > 0 ? [lineOf('Letters about alerts', letters)] : []),
    ...(total(viewLetters) > 0 ? [lineOf('Letters about saved views', viewLetters)] : []),
    ...(total(webhooks) > 0 ? [lineOf('Messages to the webhook', webhooks)] : []),
  ];
}

/** Of a site that was restored from a backup: what would be sent, and whether it shall be. Nothing where no hold is on. */
export function HoldPart() {
  const state = useQuery(backupQueries.hold());
  const afterChange = useAfterChange(HOLD_KEY);
  const [asked, setAsked] = useState<Outcome>();
  const { data: hold } = state;
  if (hold === undefined) return <FailedParts queries={[state]} />;
  if (hold === null) return null;
  const lines = linesOf(hold);
  const handleConfirm = async (outcome: Outcome) => {
    const { message } = await backupsClient.end(outcome);
    setAsked(undefined);
    afterChange({ message });
  };
  return (
    <Alert severity="error" sx={{ mb: 3 }}>
      <AlertTitle component="h2">Nothing is sent out</AlertTitle>
      This site was brought back from the backup {hold.backup}, as of <DateTime value={hold.instant} />. Postbacks and
      letters are on hold until you decide: some may have gone out after the backup was taken.
      {lines.length === 0 && ' Nothing waits at this moment.'}
      <Box component="ul" aria-label="What waits" sx={{ my: 1, pl: 2.5 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" size="small" onClick={() => setAsked('released')}>
          Send
        </Button>
        <Button variant="outlined" size="small" color="inherit" onClick={() => setAsked('discarded')}>
          Discard
        </Button>
      </Box>
      {asked && (
        <ConfirmDialog
          title={QUESTIONS[asked].title}
          text={QUESTIONS[asked].text}
          lasting={QUESTIONS[asked].lasting}
          confirmLabel={QUESTIONS[asked].label}
          isDanger={asked === 'discarded'}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Alert>
  );
}
