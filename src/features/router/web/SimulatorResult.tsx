import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { fonts } from '../../../platform/web/styles/tokens.ts';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Simulated } from '../../links/rule-contract.ts';
import { SharesBar } from '../../links/web/SharesBar.tsx';

const RULE_WORDS = {
  matches: { word: 'matches', tone: 'good' },
  does_not_match: { word: 'does not match', tone: 'calm' },
  not_running: { word: 'not running', tone: 'calm' },
  not_asked: { word: 'not asked', tone: 'calm' },
} as const;
const VERDICT_WORDS = {
  yes: { word: 'yes', tone: 'good' },
  no: { word: 'no', tone: 'calm' },
  unknown: { word: 'not known', tone: 'warn' },
} as const;

/** What the router said: the result, each step, each rule with its verdict, and the shares. */
export function SimulatorResult({ result }: { result: Simulated }) {
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{result.words}</Typography>
      <Typography variant="body2" sx={{ fontFamily: fonts.mono, overflowWrap: 'anywhere', mb: 1 }}>
        {result.location}
      </Typography>
      <Box component="ol" aria-label="Order of evaluation" sx={{ m: 0, pl: 2.5 }}>
        {result.steps.map((step) => (
          <Typography component="li" variant="body2" key={step}>
            {step}
          </Typography>
        ))}
      </Box>
      {result.rules.map((rule) => (
        <Box key={rule.id} sx={{ mt: 1 }}>
          <Typography component="div" variant="body2" sx={{ fontWeight: 600 }}>
            {rule.name} <StatusChip status={RULE_WORDS[rule.result].word} tone={RULE_WORDS[rule.result].tone} />
          </Typography>
          {rule.conditions.map((one) => (
            <Typography component="div" key={one.words} variant="body2" sx={{ pl: 2, overflowWrap: 'anywhere' }}>
              {one.words}: {one.value ?? 'nothing known'}{' '}
              <StatusChip status={VERDICT_WORDS[one.verdict].word} tone={VERDICT_WORDS[one.verdict].tone} />
            </Typography>
          ))}
        </Box>
      ))}
      {result.destinations
        .filter((one) => one.closed !== null || one.overflow !== null)
        .map((one) => (
          <Typography component="div" key={one.id} variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {one.closed === null
              ? `${one.name}: its offer is at its cap, ${one.overflow} takes over.`
              : `${one.name} takes no visit: ${one.closed}.`}
          </Typography>
        ))}
      {result.exits.length > 0 && (
        <>
          <Typography variant="body2" sx={{ fontWeight: 600, mt: 1.5, mb: 0.5 }}>
            The buttons of that page, for this visitor
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {result.exits.map((one, index) => (
              <Typography component="li" variant="body2" key={index} sx={{ overflowWrap: 'anywhere' }}>
                {one.name}: {one.leads_to === null ? `leads nowhere, ${one.closed}` : `leads to ${one.leads_to}`}
              </Typography>
            ))}
          </Box>
        </>
      )}
      <Typography variant="body2" sx={{ fontWeight: 600, mt: 1.5, mb: 0.5 }}>
        Of 10,000 such visits
      </Typography>
      <SharesBar
        parts={result.distribution.map((one, index) => ({
          id: one.destination_id ?? -index - 1,
          name: one.name,
          share_now: one.percent,
        }))}
      />
      {result.distribution.map((one) => (
        <Typography variant="body2" key={one.name}>
          {one.name}: {one.visits.toLocaleString('en')} ({one.percent} %)
        </Typography>
      ))}
    </Box>
  );
}
