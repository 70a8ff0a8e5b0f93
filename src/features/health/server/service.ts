import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Deps } from '../../../platform/server/deps.ts';
import type { LoggedTrouble } from '../../../platform/server/log-tail.ts';
import { readRelease } from '../../../platform/server/release.ts';
import type { Round } from '../../../platform/server/jobs/rounds.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Instance } from '../../instances/words.ts';
import type { HealthInstance, HealthStatus, HealthTrouble, HealthWork, ServerHealth } from '../contract.ts';
import { quarters, type Sample } from '../history.ts';
import { formatDuration } from '../../../platform/text/sizes.ts';
import { scopeOf, withoutPlaces, worstOf } from '../rules.ts';
import { backupChecks } from './checks/backup-checks.ts';
import { diskCheck } from './disk-checks.ts';
import type { Finding, Check } from './check.ts';
import { certificateCheck, LOOP_RESOLUTION_MS, machineChecks } from './machine-checks.ts';
import { moneyChecks, type HealthProbes } from './money-checks.ts';
import { picturesCheck } from './pictures-check.ts';
import * as store from './store.ts';
import { listReports, putReport, type InstanceReport, type ToldReport } from './store-reports.ts';
import { databaseChecks } from './database-checks.ts';
import { instanceChecks, judgeReport } from './instance-checks.ts';
import { workChecks } from './work-checks.ts';

/** What has not answered by then counts as failed, so the page comes even when a store hangs. */
const LIMIT_MS = 3000;

const DAY_MS = 86_400_000;

/** Which instance this is. */
type Own = { id: string; living(): number };

/** Runs every check, and remembers since when each has been what it is. One per process. */
export type Health = {
  /**
   * @param number of an instance; its own checks are those that it told last
   * @throws AppError not_found: no such instance runs
   */
  check(number?: number): Promise<ServerHealth>;
  /** What the checks say at this moment, without the past. */
  findings(): Promise<readonly Finding[]>;
  /** Keeps the figures of this moment for the lines of the last day. */
  sample(): Promise<void>;
  /** Writes down how this instance is, for the screens that others serve; nothing where it runs alone. */
  tell(): Promise<void>;
};

export function createHealth(deps: Deps, probes: HealthProbes, own: Own): Health {
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
    ...backupChecks(deps),
    ...machineChecks(loop),
    ...certificateCheck(config.publicUrl, clock),
  ];
  const seen = new Map<string, { status: HealthStatus; since: string | null }>();
  const release = readRelease();

  function sinceWhen({ key, status }: Pick<Finding, 'key' | 'status'>, at: string): string | null {
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

  async function findOwn(): Promise<Finding[]> {
    const found: Finding[] = [];
    // nobody waits for it: one after the other takes one connection to the database
    for (const check of checks) if (scopeOf(check.key) === 'instance') found.push(...(await run(check)));
    return found.filter(({ key }) => scopeOf(key) === 'instance');
  }

  /** A database that does not answer is told by its own check. */
  const past = (id: string, now: Date): Promise<Sample[]> =>
    within(LIMIT_MS, () => store.listSamples(db, id, new Date(now.getTime() - DAY_MS))).catch(() => []);

  async function listInstances(): Promise<{ living: readonly Instance[]; reports: ToldReport[] }> {
    const { living } = await probes.instances();
    const isAlone = living.length <= 1;
    return {
      living,
      reports: isAlone
        ? []
        : await listReports(
            db,
            living.map(({ id }) => id),
          ),
    };
  }

  const reportOf = (found: readonly Finding[], now: Date): InstanceReport => ({
    ...release,
    checks: found.map(({ figure: _figure, ...finding }) => ({
      ...finding,
      since: sinceWhen(finding, now.toISOString()),
    })),
    work: probes.rounds().map(presentRound),
    troubles: probes.troubles().map(presentTrouble),
    uptime_s: Math.floor(process.uptime()),
    generated_at: now.toISOString(),
  });

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
      const sample = { at: now.toISOString(), figures: await figures() };
      await store.insertSample(db, own.id, sample, new Date(now.getTime() - DAY_MS));
    },
    async tell() {
      if (own.living() > 1) await putReport(db, own.id, reportOf(await findOwn(), clock()));
    },
    async check(number) {
      const now = clock();
      const asked = within(LIMIT_MS, listInstances);
      // a database that does not answer is told by its own check; something is known of this instance alone then
      const standing = number === undefined ? asked.catch(() => ({ living: [], reports: [] })) : asked;
      const id = number === undefined ? own.id : await standing.then(({ living }) => idOf(living, number));
      const [{ living, reports }, found, samples] = await Promise.all([standing, findAll(), past(id, now)]);
      const here = reportOf(found, now);
      const shown = living.find((one) => one.id === id);
      const toldBy = (one: Instance) =>
        one.id === own.id ? { report: here, age_ms: 0 } : reports.find((told) => told.instance_id === one.id);
      const report = shown === undefined || id === own.id ? here : joined(here, shown, toldBy(shown));
      return {
        ...report,
        instance: shown?.number ?? null,
        instances: living.map((one) => presentInstance(one, toldBy(one))),
        status: worstOf(report.checks.map(({ status }) => status)),
        checks: report.checks.map(({ isLowWorse = false, ...finding }) => ({
          ...finding,
          of: scopeOf(finding.key),
          history: quarters(samples, finding.key, isLowWorse, now),
        })),
      };
    },
  };
}

/** @throws AppError not_found */
function idOf(living: readonly Instance[], number: number): string {
  const one = living.find((some) => some.number === number);
  if (!one) throw notFound('Instance');
  return one.id;
}

type Told = Pick<ToldReport, 'report' | 'age_ms'>;

/** What is said of the whole site here, and what another instance said of itself. */
function joined(here: InstanceReport, { version, started_at }: Instance, told: Told | undefined): InstanceReport {
  const site = here.checks.filter(({ key }) => scopeOf(key) === 'site');
  const age = { ...judgeReport(told?.age_ms), since: null };
  if (told) return { ...told.report, checks: [age, ...told.report.checks, ...site] };
  const uptimeMs = Date.parse(here.generated_at) - Date.parse(started_at);
  return {
    ...here,
    version,
    commit: null,
    checks: [age, ...site],
    work: [],
    troubles: [],
    uptime_s: Math.max(0, Math.floor(uptimeMs / 1000)),
  };
}

function presentInstance({ number, host }: Instance, told: Told | undefined): HealthInstance {
  const own = told?.report.checks.filter(({ key }) => scopeOf(key) === 'instance');
  return {
    number,
    host,
    status: own && told ? worstOf([judgeReport(told.age_ms).status, ...own.map(({ status }) => status)]) : null,
    told_s: told ? Math.round(told.age_ms / 1000) : null,
  };
}

const presentRound = ({ name, periodMs, lastAt, tookMs, nextAt, error, isElsewhere }: Round): HealthWork => ({
  name,
  period_s: Math.round(periodMs / 1000),
  last_at: lastAt?.toISOString() ?? null,
  took_ms: tookMs === undefined ? null : Math.round(tookMs),
  next_at: nextAt.toISOString(),
  error: error === undefined ? null : withoutPlaces(error),
  is_elsewhere: isElsewhere,
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
