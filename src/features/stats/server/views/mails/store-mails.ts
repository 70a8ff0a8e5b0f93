import { sql } from 'kysely';
import type { Role } from '../../../../../platform/permissions.ts';
import type { Db } from '../../../../../platform/server/postgres/postgres.ts';
import type { Rhythm } from '../../../mails/contract.ts';

export type MailRow = {
  rhythm: Rhythm;
  day: number;
  is_paused: boolean;
  due_on: string;
  try_at: string;
  sent_at: string | null;
  sent_period: string | null;
  error: string | null;
};

/** What a person has asked for, or nothing. */
export async function findMail(db: Db, viewId: number, userId: number): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select rhythm, day, is_paused, due_on::text, try_at, sent_at, sent_period, error
      from stats_view_mails where view_id = ${viewId} and user_id = ${userId}`.execute(db);
  return rows[0];
}

type Plan = Pick<MailRow, 'rhythm' | 'day' | 'is_paused' | 'due_on' | 'try_at'>;
type Of = { view_id: number; user_id: number };

export async function upsertMail(db: Db, { view_id, user_id }: Of, plan: Plan, now: Date): Promise<void> {
  await sql`
    insert into stats_view_mails (view_id, user_id, rhythm, day, is_paused, due_on, try_at, created_at)
    values (${view_id}, ${user_id}, ${plan.rhythm}, ${plan.day}, ${plan.is_paused}, ${plan.due_on}, ${plan.try_at}, ${now.toISOString()})
    on conflict (user_id, view_id) do update set rhythm = excluded.rhythm, day = excluded.day, is_paused = excluded.is_paused,
      due_on = excluded.due_on, try_at = excluded.try_at, attempts = 0, error = null`.execute(db);
}

/** @returns what there was */
export async function removeMail(db: Db, { view_id, user_id }: Of): Promise<Omit<Plan, 'try_at'> | undefined> {
  const { rows } = await sql<Omit<Plan, 'try_at'>>`
    delete from stats_view_mails where view_id = ${view_id} and user_id = ${user_id}
    returning rhythm, day, is_paused, due_on::text`.execute(db);
  return rows[0];
}

export type DueMail = Of &
  Pick<MailRow, 'rhythm' | 'day' | 'due_on' | 'sent_period' | 'error'> & {
    attempts: number;
    /** Until then it is nobody else's. */
    try_at: string;
    view: string;
    query: string;
    username: string;
    email: string | null;
    role: Role;
    is_disabled: boolean;
    lacks_second_factor: boolean;
  };

/** Takes one that is due until `until`: another instance leaves it alone meanwhile. Uses stats_view_mails_due_idx. */
export async function claimDue(db: Db, now: Date, until: Date): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update stats_view_mails m set attempts = m.attempts + 1, try_at = ${until.toISOString()}
      from stats_views v, users u
     where v.id = m.view_id and u.id = m.user_id and (m.user_id, m.view_id) in (
       select user_id, view_id from stats_view_mails
        where not is_paused and try_at <= ${now.toISOString()} order by try_at limit 1 for update skip locked)
    returning m.view_id, m.user_id, m.rhythm, m.day, m.due_on::text, m.sent_period, m.error, m.attempts, m.try_at,
      v.name as view, v.query, u.username, u.email, u.role, u.is_disabled,
      (u.totp_sealed is null and exists (select from role_second_factors r
        where r.role = u.role and r.required_from <= ${now.toISOString()})) as lacks_second_factor`.execute(db);
  return rows[0];
}

type Outcome = { due_on: string; try_at: Date; attempts: number; error: string | null };

/** What became of one that was taken. Who changed it meanwhile has said when it is due. */
export async function settle(db: Db, { view_id, user_id, try_at: taken }: DueMail, outcome: Outcome): Promise<void> {
  await sql`
    update stats_view_mails set due_on = ${outcome.due_on}, try_at = ${outcome.try_at.toISOString()}, attempts = ${outcome.attempts},
      error = ${outcome.error}
     where view_id = ${view_id} and user_id = ${user_id} and try_at = ${taken}`.execute(db);
}

export async function noteSent(db: Db, { view_id, user_id }: Of, period: string, at: Date): Promise<void> {
  await sql`
    update stats_view_mails set sent_at = ${at.toISOString()}, sent_period = ${period}
     where view_id = ${view_id} and user_id = ${user_id}`.execute(db);
}

/** Views of which a letter did not go out, and that are still wanted. */
export async function failingViews(db: Db): Promise<number[]> {
  const { rows } = await sql<{ view_id: number }>`
    select distinct view_id from stats_view_mails where error is not null and not is_paused`.execute(db);
  return rows.map(({ view_id }) => view_id);
}

/** Of when the letters are that wait. Uses stats_view_mails_due_idx. */
export async function listDue(db: Db, now: Date): Promise<Pick<MailRow, 'due_on'>[]> {
  const { rows } = await sql<Pick<MailRow, 'due_on'>>`
    select due_on::text from stats_view_mails where not is_paused and try_at <= ${now.toISOString()}`.execute(db);
  return rows;
}

/** Whom a letter would go to, and whether they may read reports at this moment. */
export type Reader = Pick<DueMail, 'username' | 'email' | 'role' | 'is_disabled' | 'lacks_second_factor'>;

export async function findAddress(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select email from users where id = ${userId}`.execute(db);
  return rows[0]?.email ?? null;
}
