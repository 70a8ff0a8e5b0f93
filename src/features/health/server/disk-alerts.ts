import type { Deps } from '../../../platform/server/deps.ts';
import { closeAlert, closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { formatUncounted } from '../rules.ts';
import type { HealthProbes } from './money-checks.ts';

const LOW = 'disk_low';
const UNCOUNTED = 'not_recorded';
/** More than there are days since 1970 for a long time. */
const DAYS = 100_000;
const DAY_MS = 86_400_000;

/**
 * Raises alerts of a disk that is nearly full, and of what went through unrecorded; the first closes by itself.
 * @param own whose disk it is: the number of its instance, and words that follow "data folder" where there are several
 */
export async function tellDisk(
  scope: Pick<Deps, 'db' | 'clock'>,
  { room, uncounted, instances }: Pick<HealthProbes, 'room' | 'uncounted' | 'instances'>,
  own: { id: number; of: string },
): Promise<void> {
  const disk = { kind: 'disk', id: own.id, name: `The disk of the data folder${own.of}` };
  const state = room.state();
  if (state === 'enough') await closeAlert(scope, LOW, disk);
  else
    await raiseAlert(scope, {
      kind: LOW,
      severity: state === 'none' ? 'critical' : 'warning',
      subject: disk,
      message:
        state === 'none'
          ? 'The disk is full: nothing is saved any more. Visits and clicks go on into the room that is kept for them. Make room now.'
          : 'The disk is nearly full: uploads, pictures and imports have stopped, so that visits and clicks are still recorded. Make room.',
      countsRepeats: false,
    });
  for (const one of uncounted.read()) {
    if (one.told === one.visits + one.clicks) continue;
    await raiseAlert(scope, {
      kind: UNCOUNTED,
      severity: 'critical',
      // one a day and instance: the numbers of a day grow until it is over
      subject: { ...disk, id: own.id * DAYS + Date.parse(one.day) / DAY_MS },
      message: `${formatUncounted(one)} were let through without being recorded: the disk was full, and the room kept for them used up. No report holds them. Make room on the disk.`,
      countsRepeats: false,
    });
    await uncounted.markTold(one);
  }
  // what one that does not run any more said of its disk
  const { living } = await instances();
  await closeOtherAlerts(scope, LOW, [own.id, ...living.map(({ number }) => number)]);
}
