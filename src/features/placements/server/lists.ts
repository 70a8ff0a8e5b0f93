import { invalid, notFound } from '../../../platform/errors.ts';
import { formatMicros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { type CsvTable, tableOf } from '../../../platform/server/http/csv.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { foundRows } from '../../../platform/text/row-order.ts';
import { daysBetween, localDayOf, shiftDay } from '../../../platform/time.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { siteDay, type Scope } from '../../reports/server/service.ts';
import { placementWords } from '../../sources/server/service.ts';
import type { ListsQuery, PlacementList, PlacementListInput } from '../contract.ts';
import { savedBy } from '../saved.ts';
import { courseOf, judgePlacements, placementsOf } from './judging.ts';
import * as store from './store.ts';

/** As many as are looked at on one screen: each is a question to the numbers. */
const MOST_LISTS = 50;
/** The figures of a list are sums of all its placements, whatever the rule was that chose them. */
const ANY = { min_visits: 1, below: '0', certainty: 90 };

/** The lists of a source with what each saved since, the newest first unless asked otherwise. @throws AppError unavailable */
export async function placementLists(scope: Scope, query: ListsQuery): Promise<PlacementList[]> {
  const [rows, day] = await Promise.all([store.listLists(scope.db, query.source_id), siteDay(scope)]);
  const lists: PlacementList[] = [];
  // one after the other: it is not asked often, and many at once would keep others waiting
  for (const row of rows) lists.push(await present(scope, row, day));
  const { sortBy, order = 'desc' } = query;
  return foundRows(
    lists,
    { sortBy, order },
    (list) => sortValue(list, sortBy),
    () => '',
  );
}

function sortValue(list: PlacementList, by: ListsQuery['sortBy']): string | number | null {
  if (by === 'saved') return list.saved && list.saved.amount;
  // nothing is known of it on its first day
  return by === 'since_visits' && list.since_days === 0 ? null : list[by];
}

const IN_FILE = [
  'id',
  'param',
  'placements',
  'judged_from',
  'judged_to',
  'lost',
  'created_at',
  'since_days',
  'since_visits',
  'saved',
  'saved_low',
  'saved_high',
  'currency',
] as const;

/** The same as a file of this day. */
export async function listsTable(scope: Scope, query: ListsQuery): Promise<CsvTable> {
  const [lists, { today }] = [await placementLists(scope, query), await siteDay(scope)];
  return tableOf(
    today,
    IN_FILE,
    lists.map(({ saved, ...list }) => ({
      ...list,
      saved: saved?.amount,
      saved_low: saved?.low,
      saved_high: saved?.high,
    })),
  );
}

/**
 * Keeps which placements a source was told to leave out. They are not judged any more, and what they cost and earned is noted, by which
 * it can be said later what the list saved. @throws AppError validation_failed
 */
export async function keepList(scope: Scope, actor: Actor, input: PlacementListInput): Promise<PlacementList> {
  const source = await placementsOf(scope, input.source_id, input.param);
  const day = await siteDay(scope);
  const before = await store.keptPlacements(scope.db, input.source_id, input.param);
  const judged = await judgePlacements(scope, input.source_id, input.param, { ...ANY, days: input.days }, before);
  const named = new Set(input.placements);
  const found = judged.placements.filter(({ name }) => named.has(name));
  const missing = input.placements.find((name) => !found.some((one) => one.name === name));
  if (missing !== undefined)
    throw invalid(
      'placements',
      before.has(missing) ? `${missing} is on a list already` : `${missing} sent no visits in the days that are judged`,
    );
  const cost = found.reduce((sum, { figures }) => sum + figures.costMicros, 0n);
  return inTransaction(scope.db, async (trx) => {
    if ((await store.listLists(trx, input.source_id)).length >= MOST_LISTS)
      throw invalid('placements', `${source.name} has ${MOST_LISTS} lists: remove one that is no longer needed`);
    const row = await store.insertList(trx, {
      source_id: input.source_id,
      param: input.param,
      placements: [...named],
      judged_from: judged.first,
      judged_to: judged.last,
      currency: day.currency,
      cost_micros: cost,
      revenue_micros: found.reduce((sum, { figures }) => sum + figures.revenueMicros, 0n),
      rest_cost_micros: judged.costMicros - cost,
      payout_size: judged.size,
      created_by: actor.id,
      created_at: scope.clock().toISOString(),
    });
    await note(trx, actor, 'create', row, source.name);
    return present(scope, row, day);
  });
}

/** Its placements are judged again. @throws AppError not_found */
export async function removeList({ db }: Pick<Scope, 'db'>, actor: Actor, id: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await store.removeList(trx, id);
    if (!row) throw notFound('List');
    await note(trx, actor, 'delete', row, (await placementWords(trx, row.source_id))?.name ?? '');
  });
}

async function note(trx: Db, actor: Actor, action: 'create' | 'delete', row: store.ListRow, source: string) {
  const { source_id, param, placements } = row;
  const what = { source_id, param, placements };
  await recordAudit(trx, actor, {
    action,
    entity: 'placement_list',
    id: row.id,
    name: `${source}: ${placements.length} by ${param}`,
    ...(action === 'create' ? { after: what } : { before: what }),
  });
}

async function present(
  scope: Scope,
  row: store.ListRow,
  { today, tz, currency }: Awaited<ReturnType<typeof siteDay>>,
): Promise<PlacementList> {
  const keptOn = localDayOf(new Date(row.created_at), tz);
  // on the day itself they still sent visits
  const [from, to] = [shiftDay(keptOn, 1), shiftDay(today, -1)];
  const sinceDays = Math.max(0, daysBetween(keptOn, today) - 1);
  const { source_id: sourceId, param } = row;
  const asked = { sourceId, tz, from, to, param, placements: new Set(row.placements) };
  const since = sinceDays > 0 ? await courseOf(scope, asked) : undefined;
  const before = {
    costMicros: row.cost_micros,
    revenueMicros: row.revenue_micros,
    restCostMicros: row.rest_cost_micros,
  };
  const saved = since && row.currency === currency ? savedBy(before, since, row.payout_size) : null;
  return {
    id: row.id,
    source_id: sourceId,
    param,
    placements: row.placements,
    judged_from: row.judged_from,
    judged_to: row.judged_to,
    lost: formatMicros(row.cost_micros - row.revenue_micros),
    currency: row.currency,
    created_at: row.created_at,
    since_days: sinceDays,
    since_visits: since?.visits ?? 0,
    saved: saved && {
      amount: formatMicros(saved.micros),
      low: formatMicros(saved.lowMicros),
      high: formatMicros(saved.highMicros),
    },
  };
}
