import type { DiskRoom } from '../../../platform/server/disk-room.ts';
import type { UncountedDay } from '../../events/server/uncounted.ts';
import { formatBytes } from '../../../platform/text/sizes.ts';
import { formatPercent, formatUncounted } from '../rules.ts';
import { judged, type Finding, type Check } from './check.ts';

const DAY_MS = 86_400_000;
const FREE_PERCENT = { warn: 10, fail: 3 };
const IN_USE_PERCENT = { warn: 99, fail: 25 };
const WARNED_DAYS = 7;
const NONE = { warn: 0, fail: Number.POSITIVE_INFINITY };
const NONE_AT_ALL = { warn: 0, fail: 0 };

const HINTS = {
  enough: (limit: string) =>
    `Make room soon: below ${limit} free, uploads, pictures and imports stop, so that visits and clicks are still recorded.`,
  low: () =>
    'Make room now: uploads, pictures and imports have stopped, so that visits and clicks are still recorded. They go on by themselves once there is room.',
  none: () =>
    'Make room now: nothing is saved any more, and reports wait. Visits and clicks go on into the room that is kept for them. All else goes on by itself once there is room.',
};

/** The disk of the data folder, judged by the share of it that is free, and by what writers need. */
export const diskCheck = (room: Pick<DiskRoom, 'read' | 'state' | 'lowBytes'>): Check => ({
  key: 'disk',
  label: 'Free disk space',
  hint: 'The data folder could not be looked at.',
  async run() {
    const { freeBytes, totalBytes } = await room.read();
    const percent = totalBytes === 0 ? Number.NaN : (100 * freeBytes) / totalBytes;
    return [
      judged(
        'disk',
        'Free disk space',
        [
          [percent, FREE_PERCENT, (limit) => `${limit} %`],
          [freeBytes, { warn: 2 * room.lowBytes, fail: room.lowBytes }, formatBytes],
        ],
        {
          value: `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} (${formatPercent(percent)})`,
          hint: HINTS[room.state()](formatBytes(room.lowBytes)),
        },
      ),
    ];
  },
});

/** Room that only visits and clicks may use. While it is filled for the first time nothing is wrong. */
export function judgeReserve(journal: {
  reserveBytes: number;
  reserveWantedBytes: number;
  isReserveInUse: boolean;
}): Finding {
  const { reserveBytes: ready, reserveWantedBytes: wanted, isReserveInUse: isInUse } = journal;
  const percent = isInUse ? (100 * ready) / wanted : 100;
  return judged(
    'journal_reserve',
    'Room kept for visits and clicks',
    [[percent, IN_USE_PERCENT, (limit) => `${limit} % of it left on a full disk`]],
    {
      value: wanted === 0 ? 'none is kept' : `${formatBytes(ready)} of ${formatBytes(wanted)} ready`,
      hint: 'The disk is full, and visits and clicks are written into this room. Make room now: when it is used up they go on without being recorded, and are counted in the next line.',
    },
  );
}

/** What went through without being recorded: fails while it is news, and is told for a week. */
export function judgeUncounted(days: readonly UncountedDay[], now: Date): Finding {
  const since = (ageDays: number): number => {
    const first = new Date(now.getTime() - ageDays * DAY_MS).toISOString().slice(0, 10);
    return days.reduce((sum, { day, visits, clicks }) => (day >= first ? sum + visits + clicks : sum), 0);
  };
  return judged(
    'uncounted',
    'Ways out that were not recorded',
    [
      [since(WARNED_DAYS), NONE, (limit) => `${limit} in ${WARNED_DAYS} days`],
      [since(1), NONE_AT_ALL, (limit) => `${limit} since yesterday`],
    ],
    {
      value: days.length === 0 ? 'none' : days.slice(0, WARNED_DAYS).map(formatUncounted).join('; '),
      hint: 'The disk was full, and the room kept for them used up. Readers got where they wanted, but no report holds these visits and clicks, and conversions of theirs come without a click. Make room on the disk of the data folder.',
    },
  );
}
