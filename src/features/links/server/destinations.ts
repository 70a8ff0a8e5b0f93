import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { type Actor, askPassword } from '../../../platform/server/http/access.ts';
import { brokenConstraint, inTransaction, type Db, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { askAll } from '../../../platform/server/records/record-queries.ts';
import { auditDiff, pick, refuseStale } from '../../../platform/server/records/records.ts';
import { recordAudit, type Act, type BeforeAfter } from '../../accounts/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import {
  MAX_DESTINATIONS,
  Destination,
  type DestinationChange,
  type DestinationInput,
  type WeightsInput,
} from '../contract.ts';
import { heldBack } from '../held-back.ts';
import type { Rotation } from '../rules.ts';
import { sharesNow, type DestinationState } from '../shares.ts';
import * as ruleStore from './store-rules.ts';
import * as store from './store-links.ts';
import { readObstacles, type ObstaclesNow } from './destinations/obstacles.ts';
import { findTargets, targetColumns, targetId } from './destinations/targets.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

/** @throws AppError not_found */
export async function listDestinations(scope: Scope, linkId: number): Promise<Destination[]> {
  if (!(await store.find(scope.db, linkId))) throw notFound('Tracking link');
  return destinationsOf(scope, linkId);
}

/** @returns the whole list with the new shares. @throws AppError not_found | validation_failed | conflict when the link has the target already */
export async function addDestination(
  scope: Scope,
  actor: Actor | undefined,
  linkId: number,
  input: DestinationInput,
): Promise<Destination[]> {
  return inTransaction(scope.db, async (trx) => {
    await lock(trx, linkId);
    await refuseForeignRule(trx, linkId, input.rule_id);
    refuseEmptySchedule(input.starts_at, input.ends_at);
    if ((await store.findDestinations(trx, [linkId])).length >= MAX_DESTINATIONS)
      throw new AppError('conflict', `A tracking link holds at most ${MAX_DESTINATIONS} destinations.`);
    const row = await store.insertDestination(trx, {
      link_id: linkId,
      type: input.type,
      ...(await targetColumns(trx, input, scope.clock())),
      name: input.name ?? '',
      weight: input.weight ?? 100,
      status: input.status ?? 'active',
      priority: input.priority ?? 0,
      rule_id: input.rule_id ?? null,
      cap_daily_clicks: input.caps?.daily_clicks,
      cap_daily_conversions: input.caps?.daily_conversions,
      is_control: input.is_control,
      starts_at: input.starts_at ?? null,
      ends_at: input.ends_at ?? null,
    });
    if (!row) throw targetTaken(input.type === 'url' ? 'url' : 'target_id');
    return finish({ ...scope, db: trx }, { actor, action: 'create' }, row, { after: auditable(row) });
  });
}

/** Keys left out stay. @throws AppError not_found | version_conflict | validation_failed | conflict */
export async function updateDestination(
  scope: Scope,
  actor: Actor,
  id: number,
  input: DestinationChange,
): Promise<Destination[]> {
  const { version, caps, ...rest } = input;
  const change = {
    ...rest,
    ...(caps?.daily_clicks !== undefined && { cap_daily_clicks: caps.daily_clicks }),
    ...(caps?.daily_conversions !== undefined && { cap_daily_conversions: caps.daily_conversions }),
  };
  return inTransaction(scope.db, async (trx) => {
    const old = await find(trx, id);
    await refuseForeignRule(trx, old.link_id, input.rule_id);
    const { starts_at: starts = old.starts_at, ends_at: ends = old.ends_at } = input;
    refuseEmptySchedule(starts, ends);
    if (change.url !== undefined && old.type !== 'url')
      throw invalid('url', `must be left out for a destination of type ${old.type}`);
    askPassword(actor, input.url !== undefined && input.url !== old.url);
    if (version !== undefined && version !== old.version) {
      const current = (await destinationsOf({ ...scope, db: trx }, old.link_id)).find((one) => one.id === id);
      refuseStale(Destination, [version, old.version], current!, input);
    }
    try {
      const row = await store.updateDestination(trx, id, change, scope.clock());
      return await finish(
        { ...scope, db: trx },
        { actor, action: 'update' },
        row,
        auditDiff(auditable(old), auditable(row)),
      );
    } catch (error) {
      throw brokenConstraint(error) === 'destinations_target_idx' ? targetTaken('url') : error;
    }
  });
}

/** Columns as they were before a change that is taken back. @throws AppError not_found */
export async function putDestinationBack(
  scope: Scope,
  actor: Actor,
  id: number,
  columns: store.DestinationUpdate,
): Promise<void> {
  const old = await find(scope.db as Trx, id);
  const row = await store.updateDestination(scope.db, id, columns, scope.clock());
  await finish(scope, { actor, action: 'undo' }, row, auditDiff(auditable(old), auditable(row)));
}

/** @throws AppError not_found also when the destination belongs to another link */
export async function removeDestination(
  scope: Scope,
  actor: Actor,
  linkId: number,
  id: number,
): Promise<Destination[]> {
  return inTransaction(scope.db, async (trx) => {
    const row = await find(trx, id);
    if (row.link_id !== linkId) throw notFound('Destination');
    await store.removeDestination(trx, id);
    return finish({ ...scope, db: trx }, { actor, action: 'delete' }, row, { before: auditable(row) });
  });
}

/** Sets many weights of one link at once; destinations left out keep theirs. @throws AppError not_found | validation_failed */
export async function setWeights(
  scope: Scope,
  actor: Actor,
  linkId: number,
  { weights }: WeightsInput,
): Promise<Destination[]> {
  return inTransaction(scope.db, async (trx) => {
    await lock(trx, linkId);
    const rows = new Map((await store.findDestinations(trx, [linkId])).map((row) => [row.id, row]));
    for (const [key, weight] of Object.entries(weights)) {
      const old = rows.get(Number(key));
      if (!old) throw invalid(`weights.${key}`, 'is no destination of this link');
      if (old.weight === weight) continue;
      const row = await store.updateDestination(trx, old.id, { weight }, scope.clock());
      await audit(trx, { actor, action: 'update' }, row, auditDiff(auditable(old), auditable(row)));
    }
    await contentChanged(trx, []);
    return destinationsOf({ ...scope, db: trx }, linkId);
  });
}

/**
 * Gives destinations new weights, by id. The caller holds their link and puts on record why they moved, all as one.
 * @param now when they moved
 */
export async function moveWeights(trx: Trx, weights: ReadonlyMap<number, number>, now: Date): Promise<void> {
  for (const [id, weight] of weights) await store.updateDestination(trx, id, { weight }, now);
}

/** Destinations of many links with what they lead to and their share of new visits, by link. */
export async function presentDestinations(
  { db, clock }: Scope,
  linkIds: number[],
): Promise<Map<number, Destination[]>> {
  const rows = await store.findDestinations(db, linkIds);
  const now = clock();
  const [target, obstaclesOf, rotation] = await askAll(
    db,
    () => findTargets(db, rows, now),
    () => readObstacles(db, rows, now),
    () => store.listRotations(db, linkIds),
  );
  const obstacles = obstaclesOf(target);
  const byLink = Map.groupBy(rows, (row) => row.link_id);
  return new Map(
    [...byLink].map(([linkId, all]) => [linkId, present(all, { target, obstacles, now }, rotation.get(linkId)!)]),
  );
}

/** What destinations are called, else what they lead to. Those that were removed are left out. */
export async function namesOfDestinations(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await store.findDestinationsById(db, ids);
  const target = await findTargets(db, rows, new Date());
  return new Map(rows.map((row) => [row.id, row.name || target(row).name]));
}

type Judging = {
  target: Awaited<ReturnType<typeof findTargets>>;
  obstacles: ObstaclesNow<store.DestinationRow>;
  now: Date;
};

function present(rows: store.DestinationRow[], { target, obstacles, now }: Judging, rotation: Rotation): Destination[] {
  const states = new Map(
    rows.map((row) => {
      const judged = { ...row, isActive: row.status === 'active' };
      // whoever comes, so that no reason lies in the visitor
      return [row.id, (heldBack(judged, now.getTime(), obstacles) ?? 'live') as DestinationState];
    }),
  );
  const shares = sharesNow(
    rows.map((row) => ({ ...row, ruleId: row.rule_id, isLive: states.get(row.id) === 'live' })),
    rotation,
  );
  return rows.map((row) => ({
    id: row.id,
    link_id: row.link_id,
    type: row.type,
    target_id: targetId(row),
    url: row.url,
    target_name: target(row).name,
    name: row.name,
    weight: row.weight,
    status: row.status,
    priority: row.priority,
    rule_id: row.rule_id,
    is_control: row.is_control,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    caps: { daily_clicks: row.cap_daily_clicks, daily_conversions: row.cap_daily_conversions },
    share_now: shares.get(row.id)!,
    state: states.get(row.id)!,
    overflow_name: obstacles.overflowOf(row) ?? null,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

const destinationsOf = async (scope: Scope, linkId: number): Promise<Destination[]> =>
  (await presentDestinations(scope, [linkId])).get(linkId) ?? [];

function refuseEmptySchedule(starts: string | null | undefined, ends: string | null | undefined): void {
  if (starts && ends && Date.parse(ends) <= Date.parse(starts))
    throw invalid('ends_at', 'must be later than the start');
}

async function refuseForeignRule(db: Db, linkId: number, ruleId: number | null | undefined): Promise<void> {
  if (ruleId == null) return;
  if ((await ruleStore.find(db, ruleId))?.link_id !== linkId) throw invalid('rule_id', 'is no rule of this link');
}

async function lock(trx: Db, linkId: number): Promise<void> {
  if (!(await store.lock(trx, linkId))) throw notFound('Tracking link');
}

/** The destination, its link held until the transaction ends, so that changes of one list stand in line. */
async function find(trx: Db, id: number): Promise<store.DestinationRow> {
  const unlocked = await store.findDestination(trx, id);
  if (!unlocked) throw notFound('Destination');
  await lock(trx, unlocked.link_id);
  const row = await store.findDestination(trx, id);
  if (!row) throw notFound('Destination');
  return row;
}

async function finish(scope: Scope, act: Act, row: store.DestinationRow, what: BeforeAfter): Promise<Destination[]> {
  await audit(scope.db, act, row, what);
  await contentChanged(scope.db, []);
  return destinationsOf(scope, row.link_id);
}

/** One without a name is called by what it leads to, as on the screens. */
async function audit(db: Db, { actor, action }: Act, row: store.DestinationRow, what: BeforeAfter) {
  const target = (await findTargets(db, [row], new Date()))(row);
  const name = row.name || target.name || `${row.type} ${targetId(row)}`;
  await recordAudit(db, actor, { action, entity: 'destination', id: row.id, name, ...what });
}

const AUDITED = [
  'link_id',
  'type',
  'guide_id',
  'review_id',
  'offer_id',
  'url',
  'name',
  'weight',
  'status',
  'priority',
  'rule_id',
  'cap_daily_clicks',
  'cap_daily_conversions',
  'is_control',
  'starts_at',
  'ends_at',
  'created_at',
] as const satisfies readonly (keyof store.DestinationRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
const auditable = (row: store.DestinationRow): Record<string, unknown> => pick(row, AUDITED);

const targetTaken = (field: 'url' | 'target_id'): AppError =>
  new AppError('conflict', 'This link has a destination with the same target already.', {
    errors: { [field]: ['is already a destination of this link'] },
  });
