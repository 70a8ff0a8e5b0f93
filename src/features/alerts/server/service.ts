import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff } from '../../../platform/server/records/records.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import {
  type Alert,
  type AlertChange,
  type AlertCounts,
  type AlertDetail,
  type AlertPage,
  type AlertQuery,
  type AlertSeverity,
} from '../contract.ts';
import { ALERT_SEVERITIES } from '../words.ts';
import { sendOut } from './deliveries.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
/** How long a closed alert is kept. */
const KEPT_DAYS = 90;

type Scope = Pick<Deps, 'db' | 'clock'>;

/** What an alert is about: a noun of the glossary, its id, its name as it is now. */
export type AlertSubject = { kind: string; id: number; name: string };

export type Raised = {
  /** What is wrong, in one word for programs: `offer_link`. */
  kind: string;
  severity: AlertSeverity;
  subject: AlertSubject;
  /** One sentence for people. */
  message: string;
  details?: readonly AlertDetail[];
  /** False for a watch that looks again and again: the same words once more change nothing. Default true. */
  countsRepeats?: boolean;
};

/**
 * Says that something needs a person. While one of the same kind and subject is going on, this joins it: the newest words, one more
 * in its count. It is unread again, and carried out of the house again, when it became worse or its snooze is over.
 * @returns whether a new one was opened
 */
export async function raiseAlert({ db, clock }: Scope, raised: Raised): Promise<boolean> {
  const now = clock().toISOString();
  const { kind, severity, subject, message, details = [], countsRepeats = true } = raised;
  const named = { subject_kind: subject.kind, subject_id: subject.id };
  const words = { severity, subject_name: subject.name, message, details: JSON.stringify(details), last_at: now };
  return inTransaction(db, async (trx) => {
    const fresh = { ...words, ...named, kind, first_at: now, snoozed_until: null, closed_at: null, closed_by: null };
    const opened = await store.insert(trx, fresh);
    if (opened) {
      await sendOut(trx, opened.id, severity, clock());
      return true;
    }
    const old = await store.lockGoingOn(trx, kind, named);
    // closed between the two statements: the next round of whoever raises it opens a new one
    if (!old) return false;
    const isSame = old.message === message && linesOf(old.details) === linesOf(details);
    if (isSame && !countsRepeats && old.severity === severity) return false;
    const isWorse = ALERT_SEVERITIES.indexOf(severity) > ALERT_SEVERITIES.indexOf(old.severity);
    const isSnoozeOver = old.snoozed_until !== null && old.snoozed_until <= now;
    await store.update(trx, old.id, {
      ...words,
      count: old.count + 1,
      ...((isWorse || isSnoozeOver) && { is_read: false }),
      ...(isSnoozeOver && { state: 'open', snoozed_until: null }),
    });
    if (isWorse || isSnoozeOver) await sendOut(trx, old.id, severity, clock());
    return false;
  });
}

/** The trouble is over. @returns whether there was one to close */
export async function closeAlert(
  { db, clock }: Scope,
  kind: string,
  subject: Pick<AlertSubject, 'kind' | 'id'>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const going = await store.lockGoingOn(trx, kind, { subject_kind: subject.kind, subject_id: subject.id });
    if (!going) return false;
    await store.update(trx, going.id, { state: 'closed', snoozed_until: null, closed_at: clock().toISOString() });
    return true;
  });
}

/** Closes every alert of a kind that is about none of these. */
export const closeOtherAlerts = ({ db, clock }: Scope, kind: string, subjectIds: readonly number[]): Promise<void> =>
  store.closeOthers(db, kind, subjectIds, clock());

/** What is going on of some kinds; for whoever raised them and must close them. */
export const listGoingOn = (
  db: Db,
  kinds: readonly string[],
): Promise<{ kind: string; subject_kind: string; subject_id: number }[]> => store.listGoingOn(db, kinds);

export async function listAlerts({ db, clock }: Scope, query: AlertQuery): Promise<AlertPage> {
  const [page, now] = [pageFrom(query), clock()];
  const { rows, total } = await store.list(db, query, page, now);
  const data = rows.map((row) => present(row, now));
  return { ...paged(data, total, page), kinds: await store.listKinds(db) };
}

export const countAlerts = ({ db, clock }: Scope): Promise<AlertCounts> => store.countOpen(db, clock());

/** @throws AppError not_found | conflict while another one of the same kind and subject is going on | validation_failed */
export async function changeAlert({ db, clock }: Scope, actor: Actor, id: number, change: AlertChange): Promise<Alert> {
  const now = clock();
  if (change.snoozed_until && Date.parse(change.snoozed_until) <= now.getTime()) {
    throw invalid('snoozed_until', 'must lie ahead');
  }
  return inTransaction(db, async (trx) => {
    const old = await store.lock(trx, id);
    if (!old) throw notFound('Alert');
    const { state, is_read: isRead } = change;
    await refuseSecond(trx, old, state);
    const fresh = await store.update(trx, id, {
      // whoever decides has read it
      is_read: isRead ?? (state && state !== 'open' ? true : old.is_read),
      ...(state && {
        state,
        snoozed_until: change.snoozed_until ?? null,
        closed_at: state === 'closed' ? (old.closed_at ?? now.toISOString()) : null,
        closed_by: state === 'closed' ? actor.id : null,
      }),
    });
    if (state) await audit(trx, actor, old, fresh);
    return present((await store.find(trx, id))!, now);
  });
}

/** Everything that is open counts as read. */
export const readAlerts = ({ db, clock }: Scope): Promise<number> => store.markOpenRead(db, clock());

/** Retention: closed ones go after 90 days. @returns how many went */
export const removeOldAlerts = ({ db, clock }: Scope): Promise<number> =>
  store.removeClosedBefore(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));

// the database keeps the keys of its objects in an order of its own
const linesOf = (details: readonly AlertDetail[]): string =>
  JSON.stringify(details.map(({ label, text }) => [label, text]));

async function refuseSecond(trx: Db, old: store.AlertRow, state: AlertChange['state']): Promise<void> {
  if (old.state !== 'closed' || !state || state === 'closed') return;
  if (!(await store.lockGoingOn(trx, old.kind, old))) return;
  throw new AppError('conflict', 'A newer alert about the same is going on: see that one.');
}

/** Only what is open can be unread: the list, the bell and the button that reads all of them mean the same. */
function present(row: store.NamedAlert, now: Date): Alert {
  const isOver = row.state === 'snoozed' && Date.parse(row.snoozed_until!) <= now.getTime();
  if (isOver) return { ...row, state: 'open', snoozed_until: null };
  return row.state === 'open' ? row : { ...row, is_read: true };
}

async function audit(db: Db, actor: Actor, old: store.AlertRow, fresh: store.AlertRow): Promise<void> {
  const of = ({ state, snoozed_until }: store.AlertRow) => ({ state, snoozed_until });
  await recordAudit(db, actor, {
    action: 'update',
    entity: 'alert',
    id: old.id,
    name: `${old.subject_name}: ${old.message}`.slice(0, 200),
    ...auditDiff(of(old), of(fresh)),
  });
}
