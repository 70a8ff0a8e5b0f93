import { sql } from 'kysely';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { BEHAVIOUR_TYPES, SIGHT_TYPES } from '../contract.ts';
import type { FillStage, MissingEvents } from '../store-contract.ts';

/** What the database knows of the event store. */
export type KnownMark = {
  store_id: string;
  token: bigint;
  found: 'another' | 'older' | null;
  found_at: string | null;
  set_aside: string | null;
  kept_from: string | null;
  stage: FillStage | null;
  done: bigint;
  total: bigint;
  /** The store that events were moved out of. */
  moved_from: string | null;
  /** The address of the one that they were moved to, without a name or a password. */
  moved_to: string | null;
  moved_at: string | null;
};

type Tables = {
  event_store_mark: KnownMark & { is_only: boolean };
  event_store_days: { day: string; type: string; held: bigint; missing: bigint };
};

const t = (db: Db) => db.withTables<Tables>();

export const readMark = (db: Db): Promise<KnownMark | undefined> =>
  t(db)
    .selectFrom('event_store_mark')
    .select(['store_id', 'token', 'found', 'found_at', 'set_aside', 'kept_from', 'stage', 'done', 'total'])
    .select(['moved_from', 'moved_to', 'moved_at'])
    .executeTakeFirst();

/** The first store that this database sees. */
export async function adoptMark(db: Db, id: string, token: number): Promise<void> {
  await t(db)
    .insertInto('event_store_mark')
    .values({ store_id: id, token: BigInt(token), done: 0n, total: 0n } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** From now on a store that knows less is an older one. Does nothing when another store has taken its place. */
export async function noteToken(db: Db, id: string, token: number): Promise<void> {
  await t(db)
    .updateTable('event_store_mark')
    .set({ token: BigInt(token) })
    .where('store_id', '=', id)
    .where('token', '<', BigInt(token))
    .execute();
}

/** The store that events are moved to: which one, how far, and its address without a name or a password. */
export type MovedTo = { id: string; token: number; address: string };

/** Were events moved out of the store of this id? */
export const isMovedFrom = (known: KnownMark | undefined, id: string | undefined): boolean =>
  id !== undefined && known?.moved_from === id;

/** From now on the events of the site are those of another store, which knows what this one does. @throws Error when it cannot be said of this one */
export async function noteMoved(db: Db, from: string, to: MovedTo): Promise<void> {
  const { numUpdatedRows } = await t(db)
    .updateTable('event_store_mark')
    .set({
      store_id: to.id,
      token: BigInt(to.token),
      moved_from: from,
      moved_to: to.address,
      moved_at: sql`now()` as never,
    })
    .where('store_id', '=', from)
    .where('stage', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Error(
      'The database knows another event store than this one, or none yet: see Server Health, and try again.',
    );
}

export async function changeMark(db: Db, change: Partial<KnownMark>): Promise<void> {
  await t(db).updateTable('event_store_mark').set(change).execute();
}

/** Has anything been told to an event store before there were marks? */
export async function hasTold(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from clicks) or exists (select from visits) or exists (select from conversions) as has`.execute(
    db,
  );
  return rows[0]!.has;
}

/** How many rows there are to bring; `since` is the first instant of which every click and visit is still here. */
export async function countKept(db: Db, since: string): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select (select count(*) from clicks where ts >= ${since}) + (select count(*) from visits where ts >= ${since})
         + (select count(*) from conversions) as total`.execute(db);
  return rows[0]!.total;
}

/** The oldest click or visit that is kept. */
export async function firstKept(db: Db): Promise<string | null> {
  const { rows } = await sql<{ ts: string | null }>`
    select least((select min(ts) from clicks), (select min(ts) from visits)) as ts`.execute(db);
  return rows[0]!.ts;
}

/** Later than any instant, and one that every engine can hold. */
const END = new Date(Date.UTC(2200, 0));

export type DayCount = { day: string; type: string; held: number };

/** Without conversions and what was paid, which are the database's own. @param from inclusive, undefined: all. @param to exclusive, undefined: all */
export const countDays = (events: EventStore, { from, to }: { from?: Date; to?: Date }): Promise<DayCount[]> =>
  events.query<DayCount>(
    `select ${events.dialect.dayText('ts')} as day, type, count(*) as held from events
      where ts >= ${events.dialect.instant(from ?? new Date(0))} and ts < ${events.dialect.instant(to ?? END)} and type in (${BEHAVIOUR_TYPES.map((type) => `'${type}'`).join(', ')})
      group by 1, 2`,
    [],
    { timeoutMs: 60_000 },
  );

export async function isEmpty(events: EventStore): Promise<boolean> {
  return (await events.query('select 1 as one from events limit 1')).length === 0;
}

/** Does the store hold anything of before an instant? Then it is an older state and not one that began anew. */
export async function holdsBefore(events: EventStore, at: string): Promise<boolean> {
  const rows = await events.query(
    `select 1 as one from events where ts < ${events.dialect.instant(new Date(at))} limit 1`,
  );
  return rows.length > 0;
}

/** Notes what days hold, of days that nothing is wrong with. */
export async function noteDays(db: Db, days: readonly DayCount[]): Promise<void> {
  if (days.length === 0) return;
  await t(db)
    .insertInto('event_store_days')
    .values(days.map(({ day, type, held }) => ({ day, type, held: BigInt(held), missing: 0n })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'type']).doUpdateSet((of) => ({ held: of.ref('excluded.held') })),
    )
    .execute();
}

/** What was ever held of each day and is not among these is missing from now on. @param days all that the store holds of before it was found wanting */
export async function noteMissing(trx: Db, days: readonly DayCount[]): Promise<void> {
  await sql`
    with found as (select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d(day date, type text, held bigint)),
    changed as (
      update event_store_days as old
         set missing = greatest(0, old.held + old.missing - coalesce(found.held, 0)), held = coalesce(found.held, 0)
        from event_store_days as same left join found using (day, type)
       where same.day = old.day and same.type = old.type
    )
    insert into event_store_days select day, type, held from found on conflict do nothing`.execute(trx);
}

/** What is missing, over all days; undefined: nothing. */
export async function sumMissing(db: Db): Promise<MissingEvents | undefined> {
  const rows = await t(db)
    .selectFrom('event_store_days')
    .where('missing', '>', 0n)
    .select((of) => [
      'type',
      of.fn.sum<string>('missing').as('count'),
      sql<string>`min(day)::text`.as('from'),
      sql<string>`max(day)::text`.as('to'),
    ])
    .groupBy('type')
    .execute();
  if (rows.length === 0) return undefined;
  const of = (...types: string[]): number =>
    rows.filter((row) => types.includes(row.type)).reduce((sum, row) => sum + Number(row.count), 0);
  return {
    from: rows.map((row) => row.from).toSorted()[0]!,
    to: rows
      .map((row) => row.to)
      .toSorted()
      .at(-1)!,
    visits: of('visit'),
    clicks: of('click'),
    views: of('view'),
    seen: of(...SIGHT_TYPES),
  };
}
