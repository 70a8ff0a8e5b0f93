import { sql, type SqlBool } from 'kysely';
import type { Page } from '../../../../platform/paging.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { type EventType, UTM_KEYS } from '../../../sources/contract.ts';
import type { ConversionFilters } from '../../contract.ts';
import { conversionTables, type ConversionRow } from '../store-conversions.ts';

function filtered(db: Db, f: ConversionFilters) {
  const time = f.time_basis === 'click' ? sql<string>`coalesce(click_at, occurred_at)` : sql<string>`occurred_at`;
  let query = conversionTables(db)
    .selectFrom('conversions')
    .where('voided_at', 'is', null)
    .where(sql<SqlBool>`${time} >= ${f.from.toISOString()}`)
    .where(sql<SqlBool>`${time} < ${f.to.toISOString()}`);
  const same = {
    event_type: f.event_type as EventType | undefined,
    network_id: f.network_id,
    offer_id: f.offer_id,
    guide_id: f.guide_id,
    item_id: f.item_id,
    source_id: f.source_id,
    link_id: f.link_id,
    attribution: f.attribution,
    country: f.country,
    device: f.device,
  };
  for (const [column, value] of Object.entries(same))
    if (value !== undefined) query = query.where(column as 'country', '=', value as string);
  for (const key of UTM_KEYS) if (f[key] !== undefined) query = query.where(sql<SqlBool>`utm ->> ${key} = ${f[key]}`);
  if (f.status && f.status.length > 0) query = query.where('status', 'in', [...f.status]);
  if (f.search) {
    const text = f.search;
    query = query.where((or) =>
      or.or([or('click_key', '=', text), or('txid', '=', text), or('external_id', '=', text)]),
    );
  }
  return query;
}

const SORTS = {
  occurred_at: 'occurred_at',
  received_at: 'received_at',
  payout: 'payout_micros',
  status: 'status',
} as const;

/** Uses conversions_occurred_idx when sorted by time. */
export const listConversions = (db: Db, f: ConversionFilters, page: Page): Promise<ConversionRow[]> =>
  filtered(db, f)
    .selectAll()
    .orderBy(SORTS[f.sortBy ?? 'occurred_at'], page.order)
    .orderBy('id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** The next of the same order, after a row of it; from the first when left out. */
export const listConversionsAfter = (
  db: Db,
  f: ConversionFilters,
  { order, limit }: Pick<Page, 'order' | 'limit'>,
  last: ConversionRow | undefined,
): Promise<ConversionRow[]> => {
  const column = SORTS[f.sortBy ?? 'occurred_at'];
  let query = filtered(db, f).selectAll();
  if (last) {
    const after = order === 'asc' ? sql`>` : sql`<`;
    // read anew: here a time holds no more than milliseconds
    const place = sql`select ${sql.ref(column)}, id from conversions where id = ${last.id}`;
    query = query.where(sql<SqlBool>`(${sql.ref(column)}, id) ${after} (${place})`);
  }
  return query.orderBy(column, order).orderBy('id', order).limit(limit).execute();
};

export type Uncounted = 'test' | 'orphan' | 'rebill' | 'late';

/** Conversions that are in no sum, by why and by currency. Whose click is not known is of no guide, and of every one that may yet be. */
export const listUncounted = (
  db: Db,
  f: ConversionFilters,
  isOfGuides: boolean,
): Promise<{ reason: Uncounted; currency: string; count: number; micros: string }[]> => {
  const reason = sql<Uncounted>`case when is_test then 'test' when attribution = 'orphan' then 'orphan' else not_counted end`;
  return filtered(db, f)
    .where(sql<SqlBool>`(is_test or attribution = 'orphan' or not_counted is not null)`)
    .$if(isOfGuides, (query) => query.where(sql<SqlBool>`(guide_id is not null or attribution = 'orphan')`))
    .select([
      reason.as('reason'),
      'payout_currency as currency',
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(payout_micros)::text`.as('micros'),
    ])
    .groupBy([reason, 'payout_currency'])
    .orderBy('reason')
    .orderBy('currency')
    .execute();
};

export const countConversions = async (db: Db, f: ConversionFilters): Promise<number> =>
  (
    await filtered(db, f)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;
