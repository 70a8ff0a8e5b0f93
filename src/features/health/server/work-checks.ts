import type { Meter } from '../../../platform/server/http/meter.ts';
import type { Round } from '../../../platform/server/jobs/rounds.ts';
import type { Clock } from '../../../platform/time.ts';
import { formatDuration } from '../../../platform/text/sizes.ts';
import { withoutPlaces } from '../rules.ts';
import { judged, type Finding, type Check } from './check.ts';
import type { HealthProbes } from './money-checks.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REDIRECT_MS = { warn: 50, fail: 500 };
const REQUEST_MS = { warn: 1000, fail: 5000 };
const FAILED_PERCENT = { warn: 0.1, fail: 1 };
const ROUNDS = { warn: 0, fail: Number.POSITIVE_INFINITY };
/** Countries move between networks: a file this old sends some visitors the wrong way. */
const COUNTRIES_MS = { warn: 400 * DAY_MS, fail: Number.POSITIVE_INFINITY };
/** A round that did not come for so many periods is not only late. */
const MISSED = 3;

/** What the server answers, and the work that it does by itself. */
export const workChecks = (probes: HealthProbes, clock: Clock): Check[] => [
  {
    key: 'redirects',
    label: 'Redirects',
    hint: '',
    run: () => [
      judgeAnswers(
        {
          key: 'redirects',
          label: 'Redirects',
          hint: 'The disk of the journal is slow, or the processor is busy: see the lines of the machine.',
        },
        probes.meters.redirects,
        REDIRECT_MS,
      ),
    ],
  },
  {
    key: 'requests',
    label: 'Pages and calls',
    hint: '',
    run: () => [
      judgeAnswers(
        {
          key: 'requests',
          label: 'Pages and calls',
          hint: 'Check at the last errors below, and for a busy database.',
        },
        probes.meters.requests,
        REQUEST_MS,
      ),
    ],
  },
  {
    key: 'work',
    label: 'Scheduled work',
    hint: '',
    run: () => {
      const rounds = probes.rounds();
      const bad = rounds.filter((round) => isBad(round, clock().getTime()));
      return [
        judged('work', 'Scheduled work', [[bad.length, ROUNDS, (limit) => `${limit} that failed or did not come`]], {
          value: bad.length === 0 ? `${rounds.length} kinds, all in time` : bad.map((round) => round.name).join(', '),
          hint: 'It is tried again at its next time; the table below tells what went wrong.',
        }),
      ];
    },
  },
  { key: 'processes', label: 'Own processes', hint: '', run: () => [judgeProcesses(probes)] },
  { key: 'countries', label: 'Country data', hint: '', run: () => [judgeCountries(probes, clock)] },
];

function judgeAnswers(
  { key, label, hint }: Record<'key' | 'label' | 'hint', string>,
  meter: Meter,
  limits: { warn: number; fail: number },
): Finding {
  const [hour, day] = [meter.read(HOUR_MS), meter.read(DAY_MS)];
  const share = (failures: number, count: number): number => (count === 0 ? 0 : (100 * failures) / count);
  const words = ({ count, p50Ms, p95Ms, p99Ms }: typeof hour) =>
    count === 0
      ? 'none'
      : `${count.toLocaleString('en-US')} (p50 ${formatDuration(p50Ms)}, p95 ${formatDuration(p95Ms)}, p99 ${formatDuration(p99Ms)})`;
  return judged(
    key,
    label,
    [
      [hour.p99Ms, limits, (limit) => `p99 of ${formatDuration(limit)} in the last hour`],
      [share(hour.failures, hour.count), FAILED_PERCENT, (limit) => `${limit} % failed`],
    ],
    {
      value: `1 h: ${words(hour)}, ${hour.failures} failed; 24 h: ${words(day)}, ${day.failures} failed`,
      hint,
    },
  );
}

function isBad({ error, lastAt, nextAt, periodMs }: Round, nowMs: number): boolean {
  const due = (lastAt ?? nextAt).getTime() + MISSED * periodMs;
  return error !== undefined || nowMs > due;
}

/** The processes that the server starts beside itself: of the event store, of PostgreSQL, of the picture encoder. */
function judgeProcesses({ childStarts }: HealthProbes): Finding {
  const told = childStarts();
  const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
  const words = told.map(({ name, restarts, failures }) => {
    const parts = [
      ...(restarts > 0 ? [`started again ${times(restarts)}`] : []),
      ...(failures > 0 ? [`could not be started ${times(failures)}`] : []),
    ];
    return `${name} ${parts.join(', ')}`;
  });
  const recent = told.filter(({ lastMs }) => performance.now() - lastMs < HOUR_MS);
  const error = recent.findLast(({ lastError }) => lastError !== undefined)?.lastError;
  return judged(
    'processes',
    'Own processes',
    [[recent.length, ROUNDS, (limit) => `${limit} troubled in the last hour`]],
    {
      value: words.length === 0 ? 'all run since the start' : `${words.join('; ')}; since the start`,
      hint:
        'Each is started again by itself. When it goes on, the machine has too little memory or too few open files for the server.' +
        (error === undefined ? '' : ` It said: ${withoutPlaces(error)}`),
    },
  );
}

function judgeCountries({ countries }: HealthProbes, clock: Clock): Finding {
  const { isLoaded, builtAt } = countries;
  if (!isLoaded) {
    return {
      key: 'countries',
      label: 'Country data',
      status: 'fail',
      value: 'missing',
      threshold: 'fails when missing',
      hint: 'Rules by country match nobody. Install the packages again, or name a readable file of countries.',
    };
  }
  const ageMs = builtAt === undefined ? 0 : clock().getTime() - builtAt.getTime();
  return judged('countries', 'Country data', [[ageMs, COUNTRIES_MS, formatDuration]], {
    value: builtAt === undefined ? 'loaded' : `made ${formatDuration(ageMs)} ago`,
    hint: 'Put a newer file of countries in its place, or update the packages.',
  });
}
