import type { Deps } from '../../../../platform/server/deps.ts';
import { formatDuration } from '../../../../platform/text/sizes.ts';
import { heldSince } from '../../../backups/server/sending-hold.ts';
import { LATE_MS, standingOf, type BackupStanding } from '../../../backups/server/runs.ts';
import { judged, noted, type Check, type Finding } from '../check.ts';

const DAY_MS = 86_400_000;
const AGE_MS = { warn: 2 * DAY_MS, fail: LATE_MS };
const DRILL_MS = { warn: 15 * DAY_MS, fail: Number.POSITIVE_INFINITY };
const TOLD = 'See Backups below.';

/** Whether backups are taken as they should be, whether the newest could be restored, and what a restore left to be decided. */
export const backupChecks = (deps: Pick<Deps, 'db' | 'clock' | 'config'>): Check[] => [
  {
    key: 'backups',
    label: 'Backups',
    hint: 'How the backups went could not be read.',
    run: async () => {
      const standing = await standingOf(deps);
      return [judgeBackups(standing), ...judgeDrill(standing)];
    },
  },
  {
    key: 'sending',
    label: 'Postbacks and letters',
    hint: 'Whether they are on hold could not be read.',
    // of a site that was never brought back there is nothing to say
    run: async () => {
      const held = await heldSince(deps.db);
      return held ? [{ ...noted('sending', 'Postbacks and letters', held), status: 'warn', hint: DECIDE }] : [];
    },
  },
];
const DECIDE = 'An administrator decides at the top of this page whether what waits is sent.';

function judgeBackups({ isOn, hasPlace, ageMs, good, last }: BackupStanding): Finding {
  const [key, label] = ['backups', 'Backups'];
  if (!isOn) return noted(key, label, good ? `not by schedule; the last one ${ago(ageMs)}` : 'not by schedule');
  const found = judged(key, label, [[ageMs ?? 0, AGE_MS, formatDuration]], {
    value: good ? `the last one ${ago(ageMs)}` : 'none yet',
    hint: `No backup went well lately. ${last?.error ?? TOLD}`,
  });
  if (found.status === 'fail') return found;
  if (!hasPlace)
    return { ...found, status: 'warn', hint: 'They are switched on, and no place is named for them: set BACKUP_TO.' };
  if (last?.outcome === 'failed')
    return { ...found, status: 'warn', value: `${found.value}; the last try failed`, hint: last.error };
  return found;
}

/** None before the first drill. */
function judgeDrill({ isOn, drill, drillAgeMs }: BackupStanding): Finding[] {
  if (!drill) return [];
  const value = `the last one ${drill.outcome === 'good' ? 'went well' : drill.outcome === 'failed' ? 'failed' : 'was not possible'}`;
  const found = judged(
    'drill',
    'Backup restored on trial',
    [[drillAgeMs ?? 0, isOn ? DRILL_MS : { ...DRILL_MS, warn: Infinity }, formatDuration]],
    {
      value: drillAgeMs === undefined ? value : `${value}; the last good one ${ago(drillAgeMs)}`,
      hint: TOLD,
    },
  );
  if (drill.outcome === 'failed') return [{ ...found, status: 'fail', hint: drill.error }];
  if (drill.outcome === 'impossible') return [{ ...found, status: 'warn', hint: drill.note }];
  return [found];
}

const ago = (ms: number | undefined): string => `${formatDuration(ms ?? 0)} ago`;
