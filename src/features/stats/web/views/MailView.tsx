import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { CannotUndo } from '../../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ViewDialog, ViewPart } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { STATS_LASTING } from '../../lasting.ts';
import type { SavedView } from '../../report-contract.ts';
import {
  LAST_DAY,
  MAIL_HOUR,
  type Rhythm,
  type ViewMailBody,
  type ViewMailDone,
  type ViewMailReply,
} from '../../mails/contract.ts';
import { mailsClient } from './mails-client.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayLabel = (rhythm: Rhythm, day: number): string =>
  rhythm === 'weekly' ? WEEKDAYS[day - 1]! : `Day ${day} of the month`;
const daysFrom = (rhythm: Rhythm) =>
  Array.from({ length: LAST_DAY[rhythm] - 1 }, (_, i) => ({
    value: String(i + 2),
    label: dayLabel(rhythm, i + 2),
  }));

type Props = { view: Pick<SavedView, 'id' | 'name'>; onClose: () => void };

/** Has a saved view mailed to oneself every week or month, and stops it. */
export function MailView({ view, onClose }: Props) {
  const queryKey = ['stats', 'views', view.id, 'mail'];
  const mail = useQuery({ queryKey, queryFn: ({ signal }) => mailsClient.show(view.id, signal) });
  return (
    <ViewDialog title={`Mail “${view.name}”`} onClose={onClose}>
      {mail.isLoadingError && <ErrorState error={mail.error} onRetry={() => void mail.refetch()} />}
      {mail.data && <Letters viewId={view.id} queryKey={queryKey} {...mail.data} />}
    </ViewDialog>
  );
}

type LettersProps = ViewMailReply & { viewId: number; queryKey: readonly unknown[] };

function Letters({ viewId, queryKey, data: asked, can_mail: canMail, address, tz }: LettersProps) {
  const queries = useQueryClient();
  const notify = useSnackbar();
  const [rhythm, setRhythm] = useState<Rhythm>(asked?.rhythm ?? 'weekly');
  const [day, setDay] = useState(asked?.day ?? 1);
  const onSuccess = ({ message, ...reply }: ViewMailDone) => {
    queries.setQueryData<ViewMailReply>([...queryKey], reply);
    notify({ message });
  };
  const set = useMutation({
    mutationFn: (body: ViewMailBody) => mailsClient.set(viewId, body),
    onSuccess,
  });
  const stop = useMutation({ mutationFn: () => mailsClient.stop(viewId), onSuccess });
  const sendNow = useMutation({
    mutationFn: () => mailsClient.sendNow(viewId, { rhythm }),
    onSuccess: ({ message }) => notify({ message }),
  });
  const isBusy = [set, stop, sendNow].some(({ isPending }) => isPending);
  const isOther = asked !== null && (asked.rhythm !== rhythm || asked.day !== day);
  const mayMail = canMail && address !== null;
  const errors = [set, stop, sendNow].flatMap(({ error }) => error ?? []);
  return (
    <>
      {!canMail && (
        <Alert severity="info">
          Nothing is mailed yet: this needs a mail server in the environment (SMTP_URL, and MAIL_FROM for the sender).
        </Alert>
      )}
      {canMail && address === null && (
        <Alert severity="info">Your account has no mail address. An administrator can add one under Team.</Alert>
      )}
      <ViewPart title="Letters to you">
        <Typography sx={{ color: 'text.secondary', maxWidth: '68ch' }}>
          The table of this view and a picture of its days, about the last whole week (Monday to Sunday) or month in
          place of its own days{address !== null && `, to ${address}`}. At {MAIL_HOUR}:00 in {tz}, with the numbers of
          that morning and of what you may see.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <FilterSelect
            label="How often"
            all="Every week"
            value={rhythm === 'weekly' ? '' : rhythm}
            options={[{ value: 'monthly', label: 'Every month' }]}
            onChange={(value) => {
              setRhythm(value === 'monthly' ? 'monthly' : 'weekly');
              setDay(1);
            }}
          />
          <FilterSelect
            label="On"
            all={dayLabel(rhythm, 1)}
            value={day === 1 ? '' : String(day)}
            options={daysFrom(rhythm)}
            onChange={(value) => setDay(Number(value || 1))}
          />
          {(asked === null || isOther) && (
            <Button
              variant="contained"
              disabled={isBusy || !mayMail}
              onClick={() => set.mutate({ rhythm, day, is_paused: asked?.is_paused ?? false })}
            >
              {asked === null ? 'Mail it to me' : 'Save'}
            </Button>
          )}
        </Box>
        {errors.map(({ message }) => (
          <Alert key={message} severity="error">
            {message}
          </Alert>
        ))}
        {asked && (
          <Standing asked={asked}>
            <Button
              disabled={isBusy || !mayMail}
              onClick={() => set.mutate({ rhythm: asked.rhythm, day: asked.day, is_paused: !asked.is_paused })}
            >
              {asked.is_paused ? 'Go on' : 'Pause'}
            </Button>
            <Button color="error" disabled={isBusy} onClick={() => stop.mutate()}>
              Stop
            </Button>
          </Standing>
        )}
      </ViewPart>
      <ViewPart title="See how it looks">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <Button variant="outlined" disabled={isBusy || !mayMail} onClick={() => sendNow.mutate()}>
            Send one now to me
          </Button>
          <CannotUndo why={STATS_LASTING.letter} />
        </Box>
      </ViewPart>
    </>
  );
}

type StandingProps = { asked: NonNullable<ViewMailReply['data']>; children: ReactNode };

/** What was mailed, what comes next, and what went wrong. */
function Standing({ asked, children }: StandingProps) {
  const { next_at: nextAt, next_days: days, sent_at: sentAt, error } = asked;
  return (
    <>
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Box sx={{ fontWeight: 600 }}>
            {nextAt === null ? (
              'Paused: nothing is sent.'
            ) : (
              <>
                Next <DateTime value={nextAt} />, about {days.from} to {days.to}
              </>
            )}
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {sentAt === null ? (
              'None was sent yet.'
            ) : (
              <>
                Last sent <DateTime value={sentAt} />
              </>
            )}
          </Box>
        </Box>
        <Box>{children}</Box>
      </Box>
      {error !== null && <Alert severity="warning">The last one did not go out: {error}</Alert>}
    </>
  );
}
