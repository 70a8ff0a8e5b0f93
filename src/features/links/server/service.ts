import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { type Actor, askPassword } from '../../../platform/server/http/access.ts';
import { brokenConstraint, inTransaction, type Db, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { figuresFor, type Rank } from '../../../platform/server/records/figures.ts';
import { askAll } from '../../../platform/server/records/record-queries.ts';
import { auditDiff, refuseStale } from '../../../platform/server/records/records.ts';
import { refuseWhileEarning } from '../../../platform/server/records/usages.ts';
import { mendedVisits } from '../../events/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import type { LinkReading } from '../../sources/contract.ts';
import { costCurrencyOf, routableSources, sourceNames, trashedSource } from '../../sources/server/service.ts';
import { Link, MENDS, type LinkChange, type LinkInput } from '../contract.ts';
import { LINK_FIGURES, type LinkFigure, type LinkQuery } from '../list-contract.ts';
import { linkState } from '../shares.ts';
import * as destinations from './destinations.ts';
import { freeSlug, refuseTakenSlug, slugTaken } from './free-slugs.ts';
import type { Act } from '../../accounts/server/service.ts';
import { auditable, auditLink } from './link-audit.ts';
import { costAfter, costText } from './link-cost.ts';
import * as slugHistory from './slug-history.ts';
import { listTakenFormer } from './store-slugs.ts';
import * as ruleStore from './store-rules.ts';
import * as store from './store-links.ts';
import { refuseTrashedTargets } from './destinations/targets.ts';

export type LinkNumbers = Pick<
  Link,
  | 'visits_30d'
  | 'uniques_30d'
  | 'bots_30d'
  | 'last_visit_at'
  | 'clicks_30d'
  | 'ctr_30d'
  | 'conversions_30d'
  | 'revenue_30d'
  | 'epc_30d'
  | 'cost_30d'
  | 'roi_30d'
  | 'left_out_30d'
  | 'unconverted_30d'
>;

/** Columns that later features know; the application fills it in. Links left out of the map count zero. */
export type CountLinks = (db: Db, ids: number[], now: Date) => Promise<Map<number, LinkNumbers>>;

const MENDED_MS = 30 * 86_400_000;

export type LinkScope = Pick<Deps, 'db' | 'clock'> & { origin: string; count: CountLinks; rank?: Rank<LinkFigure> };
type Scope = LinkScope;

type RotationChange = Pick<
  store.LinkUpdate,
  'rotation' | 'auto_goal' | 'auto_floor_percent' | 'auto_step_points' | 'auto_frozen_at' | 'auto_run_at'
>;

export async function listLinks(scope: Scope, query: LinkQuery): Promise<Paged<Link>> {
  const page = pageFrom(query);
  const now = scope.clock();
  const figures = await figuresFor(scope, query.sortBy, LINK_FIGURES);
  const { rows, total } = await store.list(scope.db, query, page, now, figures);
  return paged(await presentAll(scope, rows), total, page);
}

/** Every link that the list would show, on all its pages, so many at a time. Call it in a transaction that sees one moment. */
export async function* eachLink(scope: Scope, query: LinkQuery, atOnce: number): AsyncGenerator<Link[]> {
  const figures = await figuresFor(scope, query.sortBy, LINK_FIGURES);
  const ids = await store.listIds(scope.db, query, pageFrom(query).order, scope.clock(), figures);
  for (let from = 0; from < ids.length; from += atOnce)
    yield await presentAll(scope, await store.listSome(scope.db, ids.slice(from, from + atOnce)));
}

/** @throws AppError not_found */
export async function getLink(scope: Scope, id: number): Promise<Link> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Tracking link');
  return present(scope, row);
}

/** Without a slug one is made up. @throws AppError slug_taken with details.suggestions | validation_failed */
export async function createLink(
  scope: Scope,
  actor: Actor | undefined,
  input: LinkInput,
  isSample = false,
): Promise<Link> {
  refuseEmptySchedule(input.starts_at, input.expires_at);
  const { cost_value: _value, ...rest } = input;
  const cost = costAfter({ cost_model: 'source', cost_micros: null, traffic_source_id: null }, input);
  return inTransaction(scope.db, async (trx) => {
    if (input.traffic_source_id != null) await refuseUnknownSource(trx, input.traffic_source_id);
    const slug = input.slug ?? (await freeSlug(trx, scope.clock()));
    await refuseTakenSlug(trx, slug, scope.clock());
    const row = await store.insert(trx, {
      status: 'active',
      traffic_source_id: null,
      redirect_type: 302,
      forward_params: 'all',
      param_conflict: 'incoming_wins',
      sticky: 'none',
      click_limit: null,
      fallback_url: '/',
      starts_at: null,
      expires_at: null,
      expired_url: null,
      notes: null,
      ...rest,
      ...cost,
      slug,
      forward_list: JSON.stringify(input.forward_list ?? []),
      utm: JSON.stringify(input.utm ?? {}),
      tags: JSON.stringify(input.tags ?? []),
      created_by: actor?.id ?? null,
      is_sample: isSample,
    });
    if (!row) throw await slugTaken(trx, slug, scope.clock());
    await auditLink(trx, { actor, action: 'create' }, row, { after: auditable(row) });
    await contentChanged(trx, []);
    return present({ ...scope, db: trx }, row);
  });
}

/** Keys left out stay. @throws AppError not_found | version_conflict | slug_taken | validation_failed */
export async function updateLink(scope: Scope, actor: Actor, id: number, input: LinkChange): Promise<Link> {
  const { version, forward_list, utm, tags, cost_value: _value, ...rest } = input;
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const old = await store.lock(trx, id);
    if (!old) throw notFound('Tracking link');
    if (version !== undefined && version !== old.version) {
      refuseStale(Link, [version, old.version], await present(inside, old), input);
    }
    const isOther = (key: 'fallback_url' | 'expired_url'): boolean =>
      input[key] !== undefined && input[key] !== old[key];
    askPassword(actor, isOther('fallback_url') || isOther('expired_url'));
    const starts = input.starts_at === undefined ? old.starts_at : input.starts_at;
    refuseEmptySchedule(starts, input.expires_at === undefined ? old.expires_at : input.expires_at);
    if (input.traffic_source_id != null && input.traffic_source_id !== old.traffic_source_id)
      await refuseUnknownSource(trx, input.traffic_source_id);
    if (input.slug !== undefined && input.slug !== old.slug) {
      await refuseTakenSlug(trx, input.slug, scope.clock(), id);
      await slugHistory.keepFormerSlug(inside, old, input.slug);
    }
    return save(inside, { actor, action: 'update' }, old, {
      ...rest,
      ...costAfter(old, input),
      // another source is read by its own rules
      ...(rest.traffic_source_id !== undefined &&
        rest.traffic_source_id !== old.traffic_source_id && { kept_source: null }),
      // whoever switches it on wants it to look now
      ...(rest.rotation === 'auto' && old.rotation !== 'auto' && { auto_frozen_at: null, auto_run_at: null }),
      ...(forward_list && { forward_list: JSON.stringify(forward_list) }),
      ...(utm && { utm: JSON.stringify(utm) }),
      ...(tags && { tags: JSON.stringify(tags) }),
    });
  });
}

/**
 * Settles by what the links of a source are read, in the transaction that changes the source.
 * @param kept for those that follow the source; null lets all follow it again
 */
export const keepSourceOnLinks = (trx: Db, sourceId: number, kept: LinkReading | null): Promise<void> =>
  store.updateKeptSource(trx, sourceId, kept);

/**
 * Changes how the weights of a link move.
 * @param scope its transaction holds the link
 * @param old the link as it is
 */
export async function changeRotation(
  { db: trx, clock }: Pick<Scope, 'clock'> & { db: Trx },
  actor: Actor,
  old: store.LinkRow,
  change: RotationChange,
): Promise<store.LinkRow> {
  const row = await store.update(trx, old.id, change, clock());
  await auditLink(trx, { actor, action: 'update' }, row, auditDiff(auditable(old), auditable(row)));
  await contentChanged(trx, []);
  return row;
}

/** Into the trash; the slug rests for 90 days. @throws AppError not_found | in_use while conversions name it */
export async function deleteLink(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id);
    if (!row) throw notFound('Tracking link');
    await refuseWhileEarning(trx, 'link', row, scope.clock());
    const deleted = await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await auditLink(trx, { actor, action: 'delete' }, deleted, { before: auditable(row) });
    await contentChanged(trx, []);
  });
}

/** Back out of the trash. @throws AppError not_found | slug_taken when the slug was given away meanwhile | conflict while its source or a target is deleted */
export async function restoreLink(scope: Scope, actor: Actor, id: number): Promise<Link> {
  return inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted tracking link');
    const isGiven = (await listTakenFormer(trx, [row.slug], scope.clock(), id)).length > 0;
    if (isGiven || (await store.isSlugInUse(trx, row.slug))) throw await slugTaken(trx, row.slug, scope.clock());
    const source = row.traffic_source_id === null ? undefined : await trashedSource(trx, row.traffic_source_id);
    if (source !== undefined) throw new AppError('conflict', `Restore its traffic source "${source}" first.`);
    await refuseTrashedTargets(trx, await store.findDestinations(trx, [id]), scope.clock());
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, row, { deleted_at: null });
  });
}

/** Columns as they were before a change that is taken back; the slug of before leads on. @throws AppError like `updateLink` */
export async function putLinkBack(scope: Scope, actor: Actor, id: number, columns: store.LinkUpdate): Promise<void> {
  const old = await store.lock(scope.db, id);
  if (!old) throw notFound('Tracking link');
  const { slug = old.slug, traffic_source_id: sourceId } = columns;
  if (sourceId != null && sourceId !== old.traffic_source_id) await refuseUnknownSource(scope.db, sourceId);
  if (slug !== old.slug) {
    await refuseTakenSlug(scope.db, slug, scope.clock(), id);
    await slugHistory.keepFormerSlug(scope, old, slug);
  }
  await save(scope, { actor, action: 'undo' }, old, columns);
}

/** Names by id, deleted ones included. */
export const linkNames = async (db: Db, ids: number[]): Promise<Map<number, string>> =>
  new Map((await store.listNames(db, [...new Set(ids)])).map(({ id, name }) => [id, name]));

/** What a link says that each conversion costs, in the currency of its source, be they in the trash; null where it says nothing of the kind. */
export async function costOfConversion(db: Db, id: number): Promise<{ micros: bigint; currency: string } | null> {
  const link = await store.findCost(db, id);
  if (link?.cost_model !== 'cpa' || link.cost_micros === null || link.traffic_source_id === null) return null;
  const currency = await costCurrencyOf(db, link.traffic_source_id);
  return currency === undefined ? null : { micros: link.cost_micros, currency };
}

/** Null for a link that never was. */
export const linkSlug = async (db: Db, id: number): Promise<string | null> =>
  (await store.listNames(db, [id]))[0]?.slug ?? null;

/** Names of a link's destinations by id, else those of their targets. @throws AppError not_found */
export async function destinationNames(
  scope: Pick<Deps, 'db' | 'clock'>,
  linkId: number,
): Promise<Map<number, string>> {
  if (!(await store.find(scope.db, linkId))) throw notFound('Tracking link');
  const all = (await destinations.presentDestinations(scope, [linkId])).get(linkId) ?? [];
  return new Map(all.map((destination) => [destination.id, destination.name || destination.target_name]));
}

/** The rule that each destination of a link stands in; null for one that stands in none. */
export async function destinationRules(
  db: Db,
  linkId: number,
): Promise<Map<number, { id: number; name: string } | null>> {
  const rules = new Map((await ruleStore.listOf(db, linkId)).map(({ id, name }) => [id, { id, name }]));
  const rows = await store.findDestinations(db, [linkId]);
  return new Map(rows.map((row) => [row.id, rules.get(row.rule_id ?? 0) ?? null]));
}

function refuseEmptySchedule(starts: string | null | undefined, expires: string | null | undefined): void {
  if (starts && expires && Date.parse(expires) <= Date.parse(starts))
    throw invalid('expires_at', 'must be later than the start');
}

async function refuseUnknownSource(db: Db, id: number): Promise<void> {
  if (!(await routableSources(db)).some((source) => source.id === id))
    throw invalid('traffic_source_id', 'does not exist');
}

async function save(scope: Scope, act: Act, old: store.LinkRow, change: store.LinkUpdate): Promise<Link> {
  try {
    const row = await store.update(scope.db, old.id, change, scope.clock());
    await auditLink(scope.db, act, row, auditDiff(auditable(old), auditable(row)));
    await contentChanged(scope.db, []);
    return await present(scope, row);
  } catch (error) {
    // Two writers took one slug at the same moment; the transaction is over, so nothing more can be asked.
    if (brokenConstraint(error) !== 'links_slug_idx') throw error;
    throw new AppError('slug_taken', 'This slug was taken a moment ago.', { errors: { slug: ['is already in use'] } });
  }
}

const NO_NUMBERS: LinkNumbers = {
  visits_30d: 0,
  uniques_30d: 0,
  bots_30d: 0,
  last_visit_at: null,
  clicks_30d: 0,
  ctr_30d: null,
  conversions_30d: 0,
  revenue_30d: '0.00',
  epc_30d: null,
  cost_30d: null,
  roi_30d: null,
  left_out_30d: 0,
};

async function presentAll(scope: Scope, rows: store.LinkRow[]): Promise<Link[]> {
  const now = scope.clock();
  const ids = rows.map((row) => row.id);
  const [numbers, placed, sources, former, mended] = await askAll(
    scope.db,
    () => scope.count(scope.db, ids, now),
    () => destinations.presentDestinations(scope, ids),
    () => sourceNames(scope.db),
    () => slugHistory.formerSlugs(scope.db, ids, now),
    () => mendedVisits(scope.db, ids, new Date(now.getTime() - MENDED_MS)),
  );
  return rows.map((row) => ({
    ...row,
    cost_value: costText(row.cost_micros),
    state: linkState(row, now),
    url: `${scope.origin}/go/${row.slug}`,
    former_slugs: former(row.id),
    mended_30d: MENDS.map((how) => ({ how, visits: mended(row.id, how) })).filter(({ visits }) => visits > 0),
    source_name: row.traffic_source_id === null ? null : (sources.get(row.traffic_source_id) ?? null),
    destinations: (placed.get(row.id) ?? []).map((one) => ({
      id: one.id,
      name: one.name || one.target_name,
      type: one.type,
      target_id: one.target_id,
      url: one.url,
      weight: one.weight,
      share_now: one.share_now,
      state: one.state,
    })),
    ...(numbers.get(row.id) ?? NO_NUMBERS),
  }));
}

const present = async (scope: Scope, row: store.LinkRow): Promise<Link> => (await presentAll(scope, [row]))[0]!;
