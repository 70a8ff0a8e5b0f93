import { mdiAlertOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { colors } from '../../styles/tokens.ts';
import { DateTime } from '../DateTime.tsx';
import { Icon } from '../Icon.tsx';
import { StatusChip } from '../StatusChip.tsx';
import { Hint } from '../Hint.tsx';

type Props = {
  status: string;
  isPublic: boolean;
  /** When it becomes public and when it stops, if anybody has said so. */
  publishAt: string | null;
  unpublishAt: string | null;
  /** Why it is not public although its time has come. */
  problems: readonly string[];
  /** Where that is mended. */
  to: string;
};

/** A status with what the schedule does next, or what kept it from doing so. */
export function PlannedStatus({ status, isPublic, publishAt, unpublishAt, problems, to }: Props) {
  const next = isPublic ? unpublishAt : publishAt;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 0.5 }}>
      <StatusChip status={status} />
      {problems.length > 0 ? (
        <Hint title={problems.join(' ')} describeChild>
          <Link
            component={RouterLink}
            to={to}
            sx={{ display: 'flex', gap: 0.5, color: colors.warning, fontSize: '0.8125rem' }}
          >
            <Icon path={mdiAlertOutline} sx={{ fontSize: '1rem' }} />
            Not published in time
          </Link>
        </Hint>
      ) : (
        next !== null && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {isPublic ? 'Until' : 'From'} <DateTime value={next} />
          </Box>
        )
      )}
    </Box>
  );
}
