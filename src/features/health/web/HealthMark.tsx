import { mdiAlert, mdiCheckCircle, mdiCloseOctagon } from '@mdi/js';
import Box from '@mui/material/Box';
import { colors } from '../../../platform/web/styles/tokens.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { HealthStatus } from '../contract.ts';

const MARKS: Record<HealthStatus, { icon: string; word: string; color: string }> = {
  ok: { icon: mdiCheckCircle, word: 'OK', color: colors.brandText },
  warn: { icon: mdiAlert, word: 'Warning', color: colors.warning },
  fail: { icon: mdiCloseOctagon, word: 'Failing', color: colors.error },
};

type Props = { status: HealthStatus };

/** A status as icon and word, never colour alone. */
export function HealthMark({ status }: Props) {
  const { icon, word, color } = MARKS[status];
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', alignSelf: 'start', gap: 0.75, color, fontWeight: 600 }}
    >
      <Icon path={icon} />
      {word}
    </Box>
  );
}
