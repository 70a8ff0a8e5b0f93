import type { Deps } from '../../../platform/server/deps.ts';
import type { ChildStarts } from '../../../platform/server/child-starts.ts';
import type { LoggedTrouble } from '../../../platform/server/log-tail.ts';
import type { DiskRoom } from '../../../platform/server/disk-room.ts';
import type { Meter } from '../../../platform/server/http/meter.ts';
import type { Round } from '../../../platform/server/jobs/rounds.ts';
import { describeJournal, JOURNAL_HINT } from '../../events/journal-words.ts';
import { type UncountedDay } from '../../events/server/uncounted.ts';
import type { Standing } from '../../instances/server/service.ts';
import { formatBytes, formatDuration } from '../../../platform/text/sizes.ts';
import { withoutPlaces } from '../rules.ts';
import { judged, type Finding, type Check } from './check.ts';
import { ratesCheck, type RatesProbe } from './rates-check.ts';
import { judgeReserve, judgeUncounted } from './disk-checks.ts';
import * as store from './store.ts';

/** How far one store is behind. What cannot be told is undefined or not a number. */
type SinkLag = {
  name: string;
  /** Bytes of the journal, or rows of the outbox. */
  waiting: number | undefined;
  lagMs: number | undefined;
  /** Tries that failed since the last one that worked. */
  failures: number;
  lastError: string | undefined;
  /** Records that the store will never take. */
  refused: number;
};

/** What other parts of the process know; the application supplies it. */
export type HealthProbes = {
  /** The click journal, and how far each store is behind it. */
  shipping(): Promise<{
    lags: readonly SinkLag[];
    journal: {
      diskBytes: number;
      droppedLazy: number;
      reserveBytes: number;
      reserveWantedBytes: number;
      isReserveInUse: boolean;
      damage: readonly { position: string; bytes: number; events: number }[];
      gaps: readonly { store: string; kind: 'cut' | 'removed' | 'replaced'; stored: string; journal: string }[];
    };
  }>;
  /** The disk of the data folder, and below how much of it writers stop. */
  room: Pick<DiskRoom, 'read' | 'state' | 'lowBytes'>;
  /** Ways out that could not be recorded, newest day first. */
  uncounted: { read(): UncountedDay[]; markTold(day: UncountedDay): Promise<void> };
  /** Whether the store of the reports holds what the database knows. */
  eventStore(): Promise<{ state: string; message: string | null; next_step: string | null }>;
  /** Whether the file of countries could be opened, and when it was made. */
  countries: { isLoaded: boolean; builtAt: Date | undefined };
  /** Ways out, and every answer of the framework. */
  meters: { redirects: Meter; requests: Meter };
  rates: RatesProbe;
  rounds(): readonly Round[];
  troubles(): readonly LoggedTrouble[];
  /** The processes that were started again or could not be, since this one began. */
  childStarts(): readonly ChildStarts[];
  /** How many run on the database, and who is missed there. */
  instances(): Promise<Standing>;
};

type JournalState = Awaited<ReturnType<HealthProbes['shipping']>>['journal'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

const JOURNAL_BYTES = { warn: 512 * MB, fail: 4096 * MB };
const LAG_MS = { warn: 10_000, fail: 5 * MINUTE_MS };
const OLDEST_JOB_MS = { warn: MINUTE_MS, fail: 10 * MINUTE_MS };
const WHOLE = { warn: 0, fail: 0 };
const NONE = { warn: 0, fail: Number.POSITIVE_INFINITY };
const FAILED_PERCENT = { warn: 5, fail: 50 };
const UNMATCHED_PERCENT = { warn: 20, fail: 80 };
/** Fewer postbacks than these tell nothing by their share. */
const ENOUGH = 5;

const LABELS: Record<string, string> = {
  postgres: 'Clicks on their way to PostgreSQL',
  event_store: 'Events on their way to the event store',
  outbox: 'Conversions on their way to the event store',
};
const UNIT: Record<string, (waiting: number) => string> = { outbox: (rows) => `${rows} rows` };

/** The way of the money: from the journal to the stores, from the networks to us, from us to the sources. */
export const moneyChecks = (deps: Pick<Deps, 'db' | 'clock'>, probes: HealthProbes): Check[] => [
  journalCheck(deps, probes),
  wholeCheck(probes),
  jobsCheck(deps),
  receivedCheck(deps),
  ratesCheck(probes.rates, deps.clock),
];

const journalCheck = ({ clock }: Pick<Deps, 'clock'>, probes: HealthProbes): Check => ({
  key: 'journal',
  label: 'Click journal',
  hint: 'The state of the click journal could not be read.',
  async run() {
    const { lags, journal } = await probes.shipping();
    return [
      judged('journal', 'Click journal', [[journal.diskBytes, JOURNAL_BYTES, formatBytes]], {
        value: `${formatBytes(journal.diskBytes)} on disk`,
        hint: 'It grows while a store does not take events: see the lines below, and watch the disk.',
      }),
      judgeReserve(journal),
      judgeUncounted(probes.uncounted.read(), clock()),
      judged('dropped', 'Views and impressions dropped', [[journal.droppedLazy, NONE, String]], {
        value: `${journal.droppedLazy} since the start`,
        hint: 'The disk was too slow or full. What of it touched visits and clicks stands in the two lines above.',
      }),
      judgeJournal(journal),
      ...lags.map(judgeLag),
    ];
  },
});

const wholeCheck = (probes: HealthProbes): Check => ({
  key: 'event_store_whole',
  label: 'Events of the reports',
  hint: 'The database does not answer, and nothing else knows.',
  async run() {
    const { state, message, next_step: nextStep } = await probes.eventStore();
    const status = state === 'whole' ? 'ok' : state === 'incomplete' ? 'warn' : 'fail';
    return [
      {
        key: 'event_store_whole',
        label: 'Events of the reports',
        status,
        value: message ?? 'as many as the database knows of',
        threshold: 'warns while some are missing, fails while they are being brought back',
        hint: nextStep,
      },
    ];
  },
});

const jobsCheck = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Check => ({
  key: 'jobs',
  label: 'Job queue',
  hint: 'The job queue could not be read.',
  async run() {
    const now = clock();
    const jobs = await store.countJobs(db, now);
    const oldestMs = jobs.oldest_at === null ? 0 : Math.max(0, now.getTime() - Date.parse(jobs.oldest_at));
    const since = new Date(now.getTime() - DAY_MS);
    const { sent, failed } = await store.countSent(db, since);
    const failedPercent = sent + failed < ENOUGH ? 0 : percent(failed, sent + failed);
    return [
      judged('jobs', 'Job queue', [[oldestMs, OLDEST_JOB_MS, formatDuration]], {
        value: `${jobs.due} due${jobs.due > 0 ? `, the oldest for ${formatDuration(oldestMs)}` : ''}, ${jobs.later} for later`,
        hint: 'Jobs wait longer than they should: start the server again when this does not pass by itself.',
      }),
      judged('dead_jobs', 'Jobs given up', [[jobs.dead, NONE, String]], {
        value: String(jobs.dead),
        hint: 'Their tries are used up; the reason is in the log.',
      }),
      judged(
        'postbacks_out',
        'Postbacks to traffic sources',
        [[failedPercent, FAILED_PERCENT, (limit) => `${limit} % failed`]],
        {
          value: `${jobs.postbacks} waiting; ${sent} sent and ${failed} failed in 24 h`,
          hint: 'Open the postback log of the traffic source: it holds each answer.',
        },
      ),
    ];
  },
});

const receivedCheck = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Check => ({
  key: 'postbacks_in',
  label: 'Postbacks from networks',
  hint: 'The postback log could not be read.',
  async run() {
    const now = clock().getTime();
    const received = await store.countReceived(db, new Date(now - HOUR_MS), new Date(now));
    const before = await store.countReceived(db, new Date(now - WEEK_MS - HOUR_MS), new Date(now - WEEK_MS));
    const stuck = await store.countUnjudged(db, new Date(now - 5 * MINUTE_MS));
    const { total, orphans } = await store.countConversions(db, new Date(now - DAY_MS));
    const unmatched = percent(orphans, total);
    return [
      judged('postbacks_in', 'Postbacks from networks', [[stuck, NONE, (limit) => `${limit} not judged for 5 min`]], {
        value: `${received} in the last hour, ${before} in the same hour a week ago${stuck > 0 ? `; ${stuck} not judged yet` : ''}`,
        hint: 'Messages are safe but wait for their turn: the job queue or the database is in the way.',
      }),
      judged(
        'unmatched',
        'Conversions without a click',
        [[total < ENOUGH ? 0 : unmatched, UNMATCHED_PERCENT, (limit) => `${limit} %`]],
        {
          value: total === 0 ? 'no conversion in 24 h' : `${unmatched} % (${orphans} of ${total}) in 24 h`,
          hint: 'The network sends another click id than ours: compare its postback URL with the one under Affiliate Networks.',
        },
      ),
    ];
  },
});

/** Whether all of it could be read, and is the one that the stores were shipped from. */
function judgeJournal({ damage, gaps }: Pick<JournalState, 'damage' | 'gaps'>): Finding {
  const words = describeJournal(damage, gaps);
  return judged('journal_damage', 'Damage of the click journal', [[damage.length + gaps.length, WHOLE, String]], {
    value: words ?? 'none since the start',
    hint: JOURNAL_HINT,
  });
}

function judgeLag({ name, waiting = Number.NaN, lagMs = Number.NaN, failures, lastError, refused }: SinkLag): Finding {
  const isKnown = !Number.isNaN(waiting) && !Number.isNaN(lagMs);
  const behind = lagMs > 0 ? `, ${formatDuration(lagMs)} behind` : '';
  const parts = [
    isKnown ? `${(UNIT[name] ?? formatBytes)(waiting)} waiting${behind}` : 'does not answer',
    ...(failures > 0 ? [`${failures} failed tries`] : []),
    ...(refused > 0 ? [`${refused} refused for good`] : []),
  ];
  const error = lastError === undefined ? '' : ` It said: ${withoutPlaces(lastError)}`;
  return judged(
    `shipping_${name}`,
    LABELS[name] ?? name,
    [
      [lagMs, LAG_MS, formatDuration],
      [failures, NONE, (limit) => `${limit} failed tries`],
      [refused, NONE, (limit) => `${limit} refused`],
    ],
    {
      value: parts.join(', '),
      hint: `Events stay in the journal and follow as soon as the store takes them; refused ones are in the log.${error}`,
    },
  );
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));
