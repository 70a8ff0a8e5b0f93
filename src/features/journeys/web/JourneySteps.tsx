import {
  mdiAlertCircleOutline,
  mdiBankOutline,
  mdiBullhornOutline,
  mdiCursorDefaultClickOutline,
  mdiEyeOutline,
  mdiFileDocumentOutline,
  mdiMessageArrowLeftOutline,
  mdiSendOutline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { colors, fonts } from '../../../platform/web/styles/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { withUniqueKeys } from '../../../platform/web/ui/table/cells/with-unique-keys.ts';
import type { TimelineStep } from '../contract.ts';

const ICONS: Record<TimelineStep['kind'], string> = {
  visit: mdiBullhornOutline,
  view: mdiFileDocumentOutline,
  seen: mdiEyeOutline,
  click: mdiCursorDefaultClickOutline,
  message: mdiMessageArrowLeftOutline,
  conversion: mdiBankOutline,
  sent: mdiSendOutline,
  gap: mdiAlertCircleOutline,
};

const TONES: Record<TimelineStep['tone'], { color: string; backgroundColor: string }> = {
  ok: { color: colors.onBrandTint, backgroundColor: colors.brandTint },
  info: { color: colors.inkSoft, backgroundColor: colors.line },
  warn: { color: colors.warning, backgroundColor: colors.warningTint },
  error: { color: colors.error, backgroundColor: colors.errorTint },
};

type Props = { steps: readonly TimelineStep[] };

/** What happened from the ad to the bank, one below the other, with a sentence where something is missing. */
export function JourneySteps({ steps }: Props) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {/* two steps may be alike */}
      {withUniqueKeys(steps, ({ kind, at }) => `${kind} ${at}`).map(({ key, entry: step }, place) => (
        <Box
          component="li"
          key={key}
          sx={{
            display: 'grid',
            gridTemplateColumns: '36px minmax(0, 1fr)',
            columnGap: 1.5,
            position: 'relative',
            pb: 2,
          }}
        >
          {place < steps.length - 1 && (
            <Box
              aria-hidden
              sx={{ position: 'absolute', left: 17, top: 36, bottom: 0, borderLeft: `2px solid ${colors.line}` }}
            />
          )}
          <Box
            aria-hidden
            sx={{
              ...TONES[step.tone],
              width: 36,
              height: 36,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
            }}
          >
            <Icon path={ICONS[step.kind]} />
          </Box>
          <Box sx={{ minWidth: 0, pt: 0.5 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
              <Typography component="h4" sx={{ fontWeight: 600, fontSize: '0.9375rem' }}>
                {step.title}
              </Typography>
              {step.at !== null && (
                <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                  <DateTime value={step.at} />
                </Typography>
              )}
            </Box>
            <Typography sx={{ fontSize: '0.9375rem', overflowWrap: 'anywhere' }}>{step.text}</Typography>
            {step.reason !== null && (
              <Box component="code" sx={{ fontFamily: fonts.mono, fontSize: '0.75rem', color: TONES[step.tone].color }}>
                {step.reason}
              </Box>
            )}
            {step.facts.length > 0 && <Facts facts={step.facts} />}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Facts({ facts }: { facts: TimelineStep['facts'] }) {
  return (
    <Box
      component="details"
      sx={{ mt: 0.5, fontSize: '0.8125rem', '& summary': { cursor: 'pointer', color: colors.brandText } }}
    >
      <summary>Details</summary>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(80px, auto) minmax(0, 1fr)',
          columnGap: 2,
          m: 0,
          mt: 0.5,
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, overflowWrap: 'anywhere', fontFamily: fonts.mono, fontSize: '0.75rem' },
        }}
      >
        {/* a message may say a key twice */}
        {withUniqueKeys(facts, ([label]) => label).map(({ key, entry: [label, value] }) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
