import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Deps } from '../../../platform/server/deps.ts';
import type { LoggedTrouble } from '../../../platform/server/log-tail.ts';
import { readRelease } from '../../../platform/server/release.ts';
import type { Round } from '../../../platform/server/jobs/rounds.ts';
import type { HealthStatus, HealthTrouble, HealthWork, ServerHealth } from '../contract.ts';
import { quarters, type Sample } from '../history.ts';
import { formatDuration, withoutPlaces, worstOf } from '../rules.ts';
import { diskCheck } from './disk-checks.ts';
import type { Finding, Check } from './check.ts';
import { certificateCheck, LOOP_RESOLUTION_MS, machineChecks } from './machine-checks.ts';
import { moneyChecks, type HealthProbes } from './money-checks.ts';
import { picturesCheck } from './pictures-check.ts';
import * as store from './store.ts';
import { databaseChecks } from './database-checks.ts';
import { instanceChecks } from './instance-checks.ts';
import { workChecks } from './work-checks.ts';

/** What has not answered by then counts as failed, so the page comes even when a store hangs. */
const LIMIT_MS = 3000;

const DAY_MS = 86_400_000;

/** Runs every check, and remembers since when each has been what it is. One per process. */
export type Health = {
  check(): Promise<ServerHealth>;
  /** What the checks say at this moment, without the past. */
  findings(): Promise<readonly Finding[]>;
  /** Keeps the figures of this moment for the lines of the last day. */
  sample(): Promise<void>;
};

export function createHealth(deps: Deps, probes: HealthProbes): Health {
  const { clock, log, config, db } = deps;
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  const checks = [
    ...databaseChecks(deps),
    ...moneyChecks(deps, probes),
    ...workChecks(probes, clock),
    ...instanceChecks(probes),
    diskCheck(probes.room),
    ...picturesCheck(deps.checkBucket),
    ...machineChecks(loop),
    ...certificateCheck(config.publicUrl, clock),
  ];
  const seen = new Map<string, { status: HealthStatus; since: string | null }>();
  const release = readRelease();

  function sinceWhen({ key, status }: Finding, at: string): string | null {
    const last = seen.get(key);
    if (last?.status === status) return last.since;
    const since = last === undefined && status === 'ok' ? null : at;
    seen.set(key, { status, since });
    return since;
  }

  async function run(check: Check): Promise<Finding[]> {
    try {
      return await within(LIMIT_MS, async () => check.run());
    } catch (error) {
      if (seen.get(check.key)?.status !== 'fail') log.warn({ err: error, check: check.key }, 'a health check failed');
      const { key, label, hint } = check;
      const threshold = `fails after ${formatDuration(LIMIT_MS)} without an answer`;
      return [{ key, label, status: 'fail', value: 'does not answer', threshold, hint }];
    }
  }

  const findAll = async (): Promise<Finding[]> => (await Promise.all(checks.map(run))).flat();

  /** A database that does not answer is told by its own check. */
  const past = (now: Date): Promise<Sample[]> =>
    within(LIMIT_MS, () => store.listSamples(db, new Date(now.getTime() - DAY_MS))).catch(() => []);

  async function figures(): Promise<Record<string, number>> {
    const found = await findAll();
    return Object.fromEntries(
      found.flatMap(({ key, figure }) => (figure === undefined || !Number.isFinite(figure) ? [] : [[key, figure]])),
    );
  }

  return {
    findings: findAll,
    async sample() {
      const now = clock();
      await store.insertSample(
        db,
        { at: now.toISOString(), figures: await figures() },
        new Date(now.getTime() - DAY_MS),
      );
    },
    async check() {
      const now = clock();
      const [found, samples] = await Promise.all([findAll(), past(now)]);
      const at = now.toISOString();
      return {
        status: worstOf(found.map((finding) => finding.status)),
        ...release,
        checks: found.map(({ figure: _figure, isLowWorse = false, ...finding }) => ({
          ...finding,
          since: sinceWhen({ ...finding }, at),
          history: quarters(samples, finding.key, isLowWorse, now),
        })),
        work: probes.rounds().map(presentRound),
        troubles: probes.troubles().map(presentTrouble),
        uptime_s: Math.floor(process.uptime()),
        generated_at: at,
      };
    },
  };
}

const presentRound = ({ name, periodMs, lastAt, tookMs, nextAt, error }: Round): HealthWork => ({
  name,
  period_s: Math.round(periodMs / 1000),
  last_at: lastAt?.toISOString() ?? null,
  took_ms: tookMs === undefined ? null : Math.round(tookMs),
  next_at: nextAt.toISOString(),
  error: error === undefined ? null : withoutPlaces(error),
});

const presentTrouble = ({ at, level, message, error, requestId }: LoggedTrouble): HealthTrouble => ({
  at,
  level,
  message: withoutPlaces(message),
  error: error === undefined ? null : withoutPlaces(error),
  request_id: requestId ?? null,
});

async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
