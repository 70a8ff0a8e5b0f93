import type { Standing } from '../../instances/server/service.ts';
import { formatBytes } from '../rules.ts';
import { judged, type Check, type Finding } from './check.ts';
import type { HealthProbes } from './money-checks.ts';

const SILENT = { warn: 0, fail: 0 };

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
