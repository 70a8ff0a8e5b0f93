import { mdiAlertOutline, mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { Check, CheckList } from '../../contract.ts';

type Props = {
  checks: CheckList | undefined;
  error: Error | null;
  /** Goes to the field of a check in this form; undefined when it has none there. */
  goTo: (field: string) => (() => void) | undefined;
  /** Where a check is mended on another screen. */
  linkTo?: (field: string) => string | undefined;
};

/** What keeps a page from being published, what should be thought over, and what is in order. */
export function ChecklistPanel({ checks, error, goTo, linkTo }: Props) {
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!checks) return <Skeleton variant="rounded" height={120} />;
  const open = checks.data.filter((check) => !check.ok);
  const blocking = open.filter((check) => check.level === 'block');
  const warning = open.filter((check) => check.level === 'warn');
  const passed = checks.data.length - open.length;
  return (
    <>
      <Typography role="status" sx={{ fontWeight: 600, mb: 1 }}>
        {checks.can_publish ? 'Nothing keeps this from being published.' : blockWords(blocking.length)}
      </Typography>
      {[...blocking, ...warning].length > 0 && (
        <Box component="ul" aria-label="Open checks" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {[...blocking, ...warning].map((check, index) => (
            <OpenCheck
              key={`${check.code} ${check.field} ${index}`}
              check={check}
              onGo={goTo(check.field)}
              to={linkTo?.(check.field)}
            />
          ))}
        </Box>
      )}
      {passed > 0 && (
        <Box sx={{ display: 'flex', gap: 1, mt: 1, color: 'text.secondary', fontSize: '0.875rem' }}>
          <Icon path={mdiCheckCircleOutline} sx={{ color: colors.brandText }} />
          {passed} {passed === 1 ? 'check' : 'checks'} in order
        </Box>
      )}
    </>
  );
}

const blockWords = (count: number): string =>
  count === 1
    ? 'One thing must be mended before it can be published.'
    : `${count} things must be mended before it can be published.`;

type OpenCheckProps = { check: Check; onGo: (() => void) | undefined; to: string | undefined };

function OpenCheck({ check, onGo, to }: OpenCheckProps) {
  const isBlocking = check.level === 'block';
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, py: 0.75, borderTop: 1, borderColor: 'divider' }}>
      <Icon
        path={isBlocking ? mdiCloseCircleOutline : mdiAlertOutline}
        sx={{ color: isBlocking ? colors.error : colors.warning, mt: 0.25 }}
      />
      <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
        <Box component="strong" sx={{ color: isBlocking ? colors.error : colors.warning, mr: 0.75 }}>
          {isBlocking ? 'Must' : 'Should'}
        </Box>
        {check.message}
      </Box>
      {onGo ? (
        <Button size="small" onClick={onGo} aria-label={`Go there: ${check.message}`} sx={{ flex: 'none' }}>
          Go there
        </Button>
      ) : (
        to && (
          <Button size="small" component={Link} to={to} aria-label={`Open: ${check.message}`} sx={{ flex: 'none' }}>
            Open
          </Button>
        )
      )}
    </Box>
  );
}
