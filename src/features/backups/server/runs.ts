import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import { BackupOutcome, DrillOutcome, type BackupRun, type BackupsShown } from '../contract.ts';
import { nextBackup, nextDrill, slotsOf } from '../when.ts';
import { callScript, type Called } from './schedule/child.ts';
import * as store from './schedule/store.ts';

type Scope = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;
type Kind = BackupRun['kind'];

const DAY_MS = 86_400_000;
const SIGN_MS = 15_000;
/** Who gave no sign for so long does not run any more. */
const GONE_S = 90;
const BROKEN_OFF = 'It was broken off: the program that took it ended. What it wrote is used by the next one.';
const KEPT_DAYS = 400;
const SHOWN = 10;
/** A backup is missed after so long. */
export const LATE_MS = 8 * DAY_MS;

const SUBJECT = { kind: 'server', id: 0, name: 'Backups' } as const;

/** Backups and drills of a program: by schedule where it leads, and by hand. */
export type BackupRuns = {
  /** Begins what is due; ends at once. @param leads asked while it waits */
  look(): Promise<void>;
  /** @throws AppError conflict: one runs, validation_failed: no place is named */
  begin(kind: Kind, actor: Actor): Promise<BackupRun>;
  stop(): Promise<void>;
};

/** Calls the command of a backup that a start waits for, in a process of its own. @returns what it said @throws Error with the sentence of why it could not */
export const callBackup = (words: readonly string[]): Promise<string> =>
  callScript('backup.ts', words, { givesWay: false }).done;

type Before = Pick<BackupRun, 'instance'> & { place: string; at: string; ended_at: string; outcome: BackupOutcome };

/** Puts a backup that a start took before an upgrade on the list that the screens show. */
export async function noteBackupBefore(db: Db, { instance, place, at, ended_at, outcome }: Before): Promise<void> {
  const id = await store.beginRun(db, { kind: 'backup', cause: 'schedule', instance, at: new Date(at) });
  // another instance takes one just now
  if (id === undefined) return;
  const note = `Taken before an upgrade, into ${place}. ${outcome.note}`.trim();
  await store.endRun(db, id, { ...outcome, outcome: 'good', note }, new Date(ended_at));
}

/** @param instance the number of this one */
export function createBackupRuns(deps: Scope, instance: () => number | undefined): BackupRuns {
  const { db, clock, config, log } = deps;
  let running: { called: Called; end: Promise<void> } | undefined;
  let isStopped = false;

  async function wordsOf(kind: Kind): Promise<readonly [string, string[]]> {
    const to = config.backup.to!;
    if (kind === 'drill') return ['drill.ts', [to, '--json']];
    const { time_zone: zone, ...settings } = await getSettings(db);
    const keep = [settings.backup_keep_daily, settings.backup_keep_weekly, settings.backup_keep_monthly].join(',');
    return ['backup.ts', [to, '--json', '--keep', keep, '--zone', zone]];
  }

  async function follow(id: number, kind: Kind, called: Called): Promise<void> {
    const timer = setInterval(() => void store.moveOn(db, id).catch(() => undefined), SIGN_MS).unref();
    let end: Parameters<typeof store.endRun>[2];
    try {
      const said: unknown = JSON.parse(await called.done);
      end = kind === 'backup' ? { outcome: 'good', ...BackupOutcome.parse(said) } : DrillOutcome.parse(said);
    } catch (error) {
      const why = isStopped
        ? 'The program was stopped in the middle of it.'
        : error instanceof Error
          ? error.message
          : '';
      end = { outcome: 'failed', error: why };
      log.warn({ err: error, kind }, 'a backup or a drill of one failed');
    } finally {
      clearInterval(timer);
    }
    await store.endRun(db, id, end, clock());
    if (!isStopped) await tellBackups(deps);
  }

  /** @returns undefined while one runs, on whatever instance */
  async function start(kind: Kind, cause: BackupRun['cause']): Promise<number | undefined> {
    const [script, words] = await wordsOf(kind);
    const id = isStopped
      ? undefined
      : await store.beginRun(db, { kind, cause, instance: instance() ?? null, at: clock() });
    if (id === undefined) return undefined;
    const called = callScript(script, words);
    const end = follow(id, kind, called)
      // without a database it is taken for broken off later
      .catch((error: unknown) => log.warn({ err: error }, 'how a backup ended could not be noted'))
      .finally(() => (running = undefined));
    running = { called, end };
    return id;
  }

  return {
    async look() {
      await store.endBrokenOff(db, GONE_S, BROKEN_OFF);
      await store.forgetRuns(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
      await tellBackups(deps);
      const { is_on: isOn, place, next_at: next, next_drill_at: drill } = await showBackups(deps);
      if (!isOn || place === null || running) return;
      const isDue = (at: string | null): boolean => at !== null && Date.parse(at) <= clock().getTime();
      if (isDue(next)) await start('backup', 'schedule');
      else if (isDue(drill)) await start('drill', 'schedule');
    },
    async begin(kind, actor) {
      if (config.backup.to === undefined)
        throw new AppError(
          'conflict',
          'No place is named for backups: set BACKUP_TO in the environment of the program.',
        );
      const id = await start(kind, 'person');
      if (id === undefined) throw new AppError('conflict', 'A backup or a drill runs already.');
      await recordAudit(db, actor, {
        action: 'run',
        entity: 'backup',
        id,
        name: kind === 'backup' ? 'Backup' : 'Drill',
      });
      return store.findRun(db, id);
    },
    async stop() {
      isStopped = true;
      const last = running;
      last?.called.child.kill();
      await last?.end;
    },
  };
}

/** As the screens show it. */
export async function showBackups({ db, clock, config }: Scope): Promise<BackupsShown> {
  const { is_backup_on: isOn, backup_hour: hour, time_zone: zone } = await getSettings(db);
  const slots = slotsOf(hour, zone, clock());
  const [backups, drills] = [await store.listRuns(db, 'backup', SHOWN), await store.listRuns(db, 'drill', SHOWN)];
  const good = await store.findLastGood(db, 'backup');
  const { to: place = null, recipient, passphrase } = config.backup;
  const isScheduled = isOn && place !== null;
  return {
    place,
    seals_key: recipient !== undefined ? 'recipient' : passphrase !== undefined ? 'sealed' : 'apart',
    is_on: isOn,
    next_at: isScheduled ? nextBackup(slots, good, backups[0]).toISOString() : null,
    next_drill_at: (isScheduled && nextDrill(slots, good, drills[0])?.toISOString()) || null,
    runs: [...backups, ...drills].toSorted((a, b) => b.id - a.id).slice(0, SHOWN),
  };
}

/** What a check and an alert judge. */
export type BackupStanding = {
  isOn: boolean;
  hasPlace: boolean;
  /** Since the last that went well; since the first try while none did. Undefined before that. */
  ageMs: number | undefined;
  good: BackupRun | undefined;
  /** Of those that ended. */
  last: BackupRun | undefined;
  drill: BackupRun | undefined;
  drillAgeMs: number | undefined;
};

export async function standingOf({
  db,
  clock,
  config,
}: Pick<Scope, 'db' | 'clock' | 'config'>): Promise<BackupStanding> {
  const { is_backup_on: isOn } = await getSettings(db);
  const good = await store.findLastGood(db, 'backup');
  const from = good ?? (await store.findFirst(db));
  const ended = async (kind: Kind) => (await store.listRuns(db, kind, 2)).find(({ outcome }) => outcome !== null);
  const drill = await ended('drill');
  const goodDrill = await store.findLastGood(db, 'drill');
  const age = (run: BackupRun | undefined) => run && Math.max(0, clock().getTime() - Date.parse(run.started_at));
  const hasPlace = config.backup.to !== undefined;
  return { isOn, hasPlace, ageMs: age(from), good, last: await ended('backup'), drill, drillAgeMs: age(goodDrill) };
}

/** Raises and closes what a person should hear of. */
export async function tellBackups(scope: Scope): Promise<void> {
  const { isOn, hasPlace, ageMs, good, last, drill } = await standingOf(scope);
  const isLate = isOn && (ageMs ?? 0) > LATE_MS;
  const hasFailed = isOn && last?.outcome === 'failed';
  const tell = async (kind: string, severity: 'critical' | 'warning', message: string | undefined): Promise<void> => {
    if (message === undefined) await closeAlert(scope, kind, SUBJECT);
    else await raiseAlert(scope, { kind, severity, subject: SUBJECT, message, countsRepeats: false });
  };
  const since = good
    ? `The last backup that went well is of ${minute(good.started_at)}.`
    : 'No backup went well so far.';
  await tell('backup_late', 'critical', isLate ? `${since} ${last?.error ?? ''}`.trim() : undefined);
  await tell('backup_failed', 'warning', hasFailed ? `The backup failed: ${last.error ?? ''}` : undefined);
  await tell(
    'backup_place',
    'warning',
    isOn && !hasPlace ? 'Backups are switched on, and no place is named for them: set BACKUP_TO.' : undefined,
  );
  await tell(
    'drill_failed',
    'critical',
    drill?.outcome === 'failed' ? `The newest backup could not be restored on trial: ${drill.error ?? ''}` : undefined,
  );
}

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
