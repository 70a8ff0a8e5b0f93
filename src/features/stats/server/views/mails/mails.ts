import { AppError, invalid, notFound } from '../../../../../platform/errors.ts';
import type { Deps } from '../../../../../platform/server/deps.ts';
import type { Actor } from '../../../../../platform/server/http/access.ts';
import type { Limiter } from '../../../../../platform/server/http/limiter.ts';
import { inTransaction, type Db } from '../../../../../platform/server/postgres/postgres.ts';
import { localDayOf } from '../../../../../platform/time.ts';
import { recordAudit } from '../../../../accounts/server/service.ts';
import { getSettings } from '../../../../settings/server/service.ts';
import { LAST_DAY, type Rhythm, type ViewMailBody, type ViewMailReply } from '../../../mails/contract.ts';
import type { StoreWords } from '../shared-view.ts';
import { findView, lockView } from '../store-views.ts';
import { letterOf, mailedQuestion } from './letter.ts';
import { dueAt, lastWhole, nextDue } from './periods.ts';
import * as store from './store-mails.ts';

type Scope = Pick<Deps, 'db' | 'clock' | 'mailer'>;

const NO_SERVER = 'This site mails nothing: no mail server is set up (SMTP_URL).';
const NO_ADDRESS = 'Your account has no mail address. An administrator can add one under Team.';

/** Enough to know one's own by: a session tells no address in full. */
const hinted = (address: string): string => `${address.slice(0, 1)}…${/@.*$/.exec(address)?.[0] ?? ''}`;

/** What of a view is mailed to who asks. @throws AppError not_found */
export async function showMail({ db, mailer }: Scope, { id: userId }: Actor, viewId: number): Promise<ViewMailReply> {
  if (!(await findView(db, viewId))) throw notFound('View');
  const [mail, address, { time_zone: tz }] = await Promise.all([
    store.findMail(db, viewId, userId),
    store.findAddress(db, userId),
    getSettings(db),
  ]);
  return {
    data: mail
      ? {
          rhythm: mail.rhythm,
          day: mail.day,
          is_paused: mail.is_paused,
          next_at: mail.is_paused ? null : mail.try_at,
          next_days: lastWhole(mail.rhythm, mail.due_on),
          sent_at: mail.sent_at,
          error: mail.error,
        }
      : null,
    can_mail: mailer !== undefined,
    address: address === null ? null : hinted(address),
    tz,
  };
}

/** @throws AppError conflict where nothing can be mailed to a person */
async function addressOf(db: Db, mailer: Scope['mailer'], userId: number): Promise<string> {
  if (!mailer) throw new AppError('conflict', NO_SERVER);
  const address = await store.findAddress(db, userId);
  if (address === null) throw new AppError('conflict', NO_ADDRESS);
  return address;
}

/** Has a view mailed to oneself. @throws AppError not_found | validation_failed | conflict for a view that cannot be mailed */
export async function setMail(
  scope: Scope,
  actor: Actor,
  viewId: number,
  { rhythm, day, is_paused = false }: ViewMailBody,
): Promise<ViewMailReply> {
  const { db, clock, mailer } = scope;
  if (day > LAST_DAY[rhythm]) throw invalid('day', `must be from 1 (Monday) to ${LAST_DAY[rhythm]} (Sunday)`);
  const now = clock();
  await inTransaction(db, async (trx) => {
    // two that come at once wait for each other, and the view stays until then
    const view = await lockView(trx, viewId);
    if (!view) throw notFound('View');
    await addressOf(trx, mailer, actor.id);
    const { time_zone: zone } = await getSettings(trx);
    const old = await store.findMail(trx, viewId, actor.id);
    const dueOn = nextDue({ rhythm, day }, { now, zone, sent: old?.sent_period ?? null });
    mailedQuestion(view.query, lastWhole(rhythm, dueOn), actor.role);
    const plan = { rhythm, day, is_paused };
    await store.upsertMail(
      trx,
      { view_id: viewId, user_id: actor.id },
      { ...plan, due_on: dueOn, try_at: dueAt(dueOn, zone).toISOString() },
      now,
    );
    await recordAudit(trx, actor, {
      action: old ? 'update' : 'create',
      ...entry(view),
      ...(old && { before: { rhythm: old.rhythm, day: old.day, is_paused: old.is_paused } }),
      after: plan,
    });
  });
  return showMail(scope, actor, viewId);
}

const entry = ({ id, name }: { id: number; name: string }) => ({ entity: 'report_mail', id, name });

/** Stops what is mailed of a view to oneself. @throws AppError not_found */
export async function stopMail(scope: Scope, actor: Actor, viewId: number): Promise<ViewMailReply> {
  await inTransaction(scope.db, async (trx) => {
    const view = await findView(trx, viewId);
    const old = view && (await store.removeMail(trx, { view_id: viewId, user_id: actor.id }));
    if (!old) throw notFound('Letter');
    const { rhythm, day, is_paused } = old;
    await recordAudit(trx, actor, { action: 'delete', ...entry(view), before: { rhythm, day, is_paused } });
  });
  return showMail(scope, actor, viewId);
}

/** The letter of the last whole week or month, now, to oneself. @throws AppError not_found | conflict | too_many_requests | bad_request */
export async function mailNow(
  deps: Deps,
  actor: Actor,
  { viewId, rhythm }: { viewId: number; rhythm: Rhythm },
  { words, limiter }: { words: StoreWords; limiter: Limiter },
): Promise<void> {
  const { db, clock, mailer } = deps;
  const view = await findView(db, viewId);
  if (!view) throw notFound('View');
  const to = await addressOf(db, mailer, actor.id);
  const { time_zone: zone } = await getSettings(db);
  const days = lastWhole(rhythm, localDayOf(clock(), zone));
  mailedQuestion(view.query, days, actor.role);
  if (!limiter.allows(String(actor.id), clock().getTime()))
    throw new AppError('too_many_requests', 'You sent yourself several just now. Please wait a few minutes.', {
      details: { retry_after_s: 300 },
    });
  try {
    const about = { view: view.name, query: view.query, rhythm, days, user_id: actor.id, role: actor.role };
    const letter = await letterOf(deps, about, words);
    await mailer!.send({ ...letter, to });
  } catch (error) {
    throw new AppError('bad_request', `The letter did not go out: ${(error as Error).message}`, { cause: error });
  }
  await recordAudit(db, actor, { action: 'send_now', ...entry(view), after: { rhythm, ...days } });
}
