import type { Deps } from '../../../platform/server/deps.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import { formatUncounted } from '../rules.ts';
import type { HealthProbes } from './money-checks.ts';

const LOW = 'disk_low';
const UNCOUNTED = 'not_recorded';
const DISK = { kind: 'disk', id: 1, name: 'The disk of the data folder' };

/** Raises alerts of a disk that is nearly full, and of what went through unrecorded; the first closes by itself. */
export async function tellDisk(
  scope: Pick<Deps, 'db' | 'clock'>,
  { room, uncounted }: Pick<HealthProbes, 'room' | 'uncounted'>,
): Promise<void> {
  const state = room.state();
  if (state === 'enough') await closeAlert(scope, LOW, DISK);
  else
    await raiseAlert(scope, {
      kind: LOW,
      severity: state === 'none' ? 'critical' : 'warning',
      subject: DISK,
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
      // one a day: the numbers of a day grow until it is over
      subject: { ...DISK, id: Number(one.day.replaceAll('-', '')) },
      message: `${formatUncounted(one)} were let through without being recorded: the disk was full, and the room kept for them used up. No report holds them. Make room on the disk.`,
      countsRepeats: false,
    });
    await uncounted.markTold(one);
  }
}
