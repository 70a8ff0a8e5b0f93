import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Fact, FactList } from '../../../platform/web/ui/FactList.tsx';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { Alert, AlertChange } from '../contract.ts';
import { SEVERITY_TONES, STATE_TONES, subjectAddress } from './alert-columns.tsx';
import { asWords } from '../../../platform/text/as-words.ts';

const DAY_MS = 86_400_000;
const SNOOZES = [
  { label: 'For a Day', days: 1 },
  { label: 'For a Week', days: 7 },
  { label: 'For 30 Days', days: 30 },
] as const;

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

type Props = {
  alert: Alert;
  onChange: (change: AlertChange) => void;
  onClose: () => void;
};

/** One alert in full, with what can be done about it. */
export function AlertDialog({ alert, onChange, onClose }: Props) {
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null);
  const address = subjectAddress(alert);

  const handleSnooze = (days: number) => {
    setMenuAt(null);
    onChange({ state: 'snoozed', snoozed_until: inDays(days) });
  };

  return (
    <ViewDialog
      title={alert.subject_name}
      tools={
        <IfMayWrite>
          {alert.state === 'closed' ? (
            <Button onClick={() => onChange({ state: 'open' })}>Open Again</Button>
          ) : (
            <>
              <Button aria-haspopup="menu" onClick={(event) => setMenuAt(event.currentTarget)}>
                Snooze
              </Button>
              <Button onClick={() => onChange({ state: 'closed' })}>Close Alert</Button>
            </>
          )}
          <Button onClick={() => onChange({ is_read: false })}>Mark as Unread</Button>
        </IfMayWrite>
      }
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          {address && (
            <Button variant="contained" component={Link} to={address}>
              Go to {asWords(alert.subject_kind)}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        <StatusChip status={alert.severity} tone={SEVERITY_TONES[alert.severity]} />
        <StatusChip status={alert.state} tone={STATE_TONES[alert.state]} />
      </Box>
      <Typography sx={{ overflowWrap: 'anywhere', maxWidth: '70ch' }}>{alert.message}</Typography>
      <Box sx={{ mt: 2 }}>
        <FactList>
          {alert.details.map((line, index) => (
            // two lines may say the same
            <Fact key={`${index} ${line.label}`} label={line.label}>
              {line.text}
            </Fact>
          ))}
          <Fact label="Kind">{asWords(alert.kind)}</Fact>
          <Fact label="First Seen">
            <DateTime value={alert.first_at} />
          </Fact>
          <Fact label="Last Seen">
            <DateTime value={alert.last_at} />
            {alert.count > 1 && `, found ${alert.count} times`}
          </Fact>
          {alert.snoozed_until && (
            <Fact label="Snoozed Until">
              <DateTime value={alert.snoozed_until} />
            </Fact>
          )}
          {alert.closed_at && (
            <Fact label="Closed">
              <DateTime value={alert.closed_at} /> {alert.closed_by ? `by ${alert.closed_by}` : 'by itself'}
            </Fact>
          )}
        </FactList>
      </Box>
      <Menu open={menuAt !== null} anchorEl={menuAt} onClose={() => setMenuAt(null)}>
        {SNOOZES.map(({ label, days }) => (
          <MenuItem key={days} onClick={() => handleSnooze(days)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </ViewDialog>
  );
}
