import type { Standing } from '../../instances/server/service.ts';
import { formatBytes, formatDuration } from '../../../platform/text/sizes.ts';
import { judged, type Check, type Finding } from './check.ts';
import type { HealthProbes } from './money-checks.ts';

const REPORT_MS = { warn: 60_000, fail: 600_000 };
const SILENT = { warn: 0, fail: 0 };

/** Of another instance: how old is what it told of itself. @param ageMs undefined: it told nothing yet */
export const judgeReport = (ageMs: number | undefined): Finding =>
  judged('report', 'What it tells of itself', [[ageMs ?? REPORT_MS.fail, REPORT_MS, formatDuration]], {
    value: ageMs === undefined ? 'nothing yet' : `told ${formatDuration(ageMs)} ago`,
    hint: 'It gives signs of life but does not tell how it is. When that does not pass within a minute, look into its log.',
  });

/** The programs on this database. */
export const instanceChecks = ({ instances }: Pick<HealthProbes, 'instances'>): Check[] => [
  {
    key: 'instances',
    label: 'Instances',
    hint: 'The database does not answer: see its own line.',
    run: async () => [judgeSilent(await instances())],
  },
];

function judgeSilent({ living, silent }: Standing): Finding {
  const running = living.length;
  const names = silent.map(
    ({ number, seen_at, unshipped_bytes: bytes }) =>
      `instance ${number} since ${seen_at.slice(0, 16).replace('T', ' ')} UTC${bytes > 0n ? ` (${formatBytes(Number(bytes))} not shipped)` : ''}`,
  );
  return judged('instances', 'Instances', [[silent.length, SILENT, (limit) => `${limit} missed`]], {
    value: `${running} ${running === 1 ? 'runs' : 'run'}${names.length > 0 ? `; missed: ${names.join(', ')}` : ''}`,
    hint: 'Its last clicks may lie in its data folder alone. Start it again there, or have another one ship them: npm run adopt. Where the folder is lost for good: npm run adopt -- --give-up NUMBER.',
  });
}
