import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { parseMicros } from '../../../platform/money.ts';
import { paged, choicesFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { type Actor, askPassword } from '../../../platform/server/http/access.ts';
import {
  amongLiving,
  isRenamed,
  nameTaken,
  refuseTakenName,
  type Named,
} from '../../../platform/server/records/names.ts';
import { brokenConstraint, inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { figuresFor, type Rank } from '../../../platform/server/records/figures.ts';
import { auditDiff, refuseStale } from '../../../platform/server/records/records.ts';
import { refuseWhileUsed } from '../../../platform/server/records/usages.ts';
import { auditOf, type BeforeAfter, type Act } from '../../accounts/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import {
  Offer,
  type OfferChange,
  type OfferInput,
  type OfferNumbers,
  type OfferPayout,
  type OfferQuery,
  type OfferSaved,
  type OfferWarning,
  OFFER_FIGURES,
  type OfferFigure,
} from '../contract.ts';
import { uncheckedLink } from '../link-health.ts';
import { parsePercent } from '../percent.ts';
import { judgeOffer, normaliseUrl } from '../rules.ts';
import * as limitRules from './limits.ts';
import * as payouts from './payouts.ts';
import { auditable, linkOf, presentRows } from './present.ts';
import * as categories from './catalogue/store-categories.ts';
import * as store from './store.ts';

/** Columns that later features know; the application fills it in. Offers left out of the map count zero. */
export type CountOffers = (db: Db, ids: number[], now: Date) => Promise<Map<number, OfferNumbers>>;

type Scope = Pick<Deps, 'db' | 'clock'> & { count: CountOffers; rank?: Rank<OfferFigure> };

export async function listOffers(scope: Scope, query: OfferQuery): Promise<Paged<Offer>> {
  const page = choicesFrom(query);
  const figures = await figuresFor(scope, query.sortBy, OFFER_FIGURES);
  const { rows, total } = await store.list(scope.db, query, page, figures);
  return paged(await presentAll(scope, rows), total, page);
}

export async function getOffer(scope: Scope, id: number): Promise<Offer> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Offer');
  return present(scope, row);
}

/** @throws AppError not_found for one that is deleted, too */
export async function requireOffer(db: Db, id: number): Promise<void> {
  if (!(await store.find(db, id))) throw notFound('Offer');
}

/** What an offer paid, newest first; what it pays now stands first. @throws AppError not_found */
export async function listPayouts(db: Db, id: number): Promise<OfferPayout[]> {
  await requireOffer(db, id);
  return payouts.payoutHistory(db, id);
}

/** @throws AppError name_taken | validation_failed */
export async function createOffer(
  scope: Scope,
  actor: Actor | undefined,
  input: OfferInput,
  isSample = false,
): Promise<Omit<OfferSaved, 'message'>> {
  return inTransaction(scope.db, async (trx) => {
    const site = await siteCurrency(trx);
    const { attributes, tags, forbidden_words, payout_amount, payout_percent, price, list_price, ...others } = input;
    const {
      payouts_by_country,
      countries_allowed = [],
      countries_blocked = [],
      devices_allowed = [],
      ...rest
    } = others;
    const row = {
      network_id: null,
      preview_url: null,
      status: 'active',
      payout_type: 'cpa',
      payout_micros: payout_amount === undefined ? 0n : parseMicros(payout_amount)!,
      payout_percent_bp: payout_percent === undefined ? 0 : parsePercent(payout_percent)!,
      payout_source: 'postback_else_fixed',
      cap_clicks_daily: 0,
      cap_conversions_daily: 0,
      cap_total: 0,
      cap_timezone: null,
      overflow_offer_id: null,
      allow_rebill: true,
      count_late: true,
      attribution_window_days: null,
      starts_at: null,
      ends_at: null,
      brand: null,
      image_url: null,
      price_micros: microsOf(price ?? null),
      list_price_micros: microsOf(list_price ?? null),
      coupon_code: null,
      coupon_text: null,
      coupon_ends_at: null,
      money_back_days: null,
      shipping_note: null,
      notes: null,
      allowed_claims: null,
      required_disclaimer: null,
      brand_bidding_allowed: null,
      ...rest,
      category_id: input.category_id ?? (await categories.findDefaultId(trx)),
      payout_currency: input.payout_currency ?? site,
      price_currency: input.price_currency ?? (price ? site : null),
      price_checked_at: input.price_checked_at ?? (price ? scope.clock().toISOString() : null),
      tags: JSON.stringify(tags ?? []),
      attributes: JSON.stringify(attributes ?? {}),
      forbidden_words: JSON.stringify(forbidden_words ?? []),
      payouts_by_country: payouts.storedAmounts(payouts_by_country ?? {}),
      countries_allowed: JSON.stringify(countries_allowed),
      countries_blocked: JSON.stringify(countries_blocked),
      devices_allowed: JSON.stringify(devices_allowed),
      link_due_at: scope.clock().toISOString(),
      created_by: actor?.id ?? null,
      is_sample: isSample,
    } satisfies store.NewOffer;
    await limitRules.judgeLimits(trx, { ...row, countries_allowed, countries_blocked });
    await refuseTakenName(trx, namedIn(row.network_id), input.name);
    const inserted = await withReasons(input.name, () => store.insert(trx, row));
    if (!inserted) throw nameTaken(namedIn(row.network_id), input.name);
    const inside = { ...scope, db: trx };
    await payouts.notePayout(inside, actor, undefined, inserted);
    return finish(inside, { actor, action: 'create' }, inserted, { after: auditable(inserted) });
  });
}

/** Keys left out stay. A new price counts as checked now unless another date is given. @throws AppError not_found | version_conflict | name_taken | validation_failed */
export async function updateOffer(
  scope: Scope,
  actor: Actor | undefined,
  id: number,
  input: OfferChange,
): Promise<Omit<OfferSaved, 'message'>> {
  const { version, category_id, attributes, tags, forbidden_words, ...others } = input;
  const { payout_amount, payout_percent, price, list_price, payouts_by_country, ...limits } = others;
  const { countries_allowed, countries_blocked, devices_allowed, ...rest } = limits;
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const old = await lock(trx, id);
    if (version !== undefined && version !== old.version) {
      refuseStale(Offer, [version, old.version], await present(inside, old), input);
    }
    // readers are sent there, or will be as soon as it is active again
    askPassword(actor, input.url !== undefined && input.url !== old.url);
    const change: store.OfferUpdate = {
      ...rest,
      ...(category_id !== undefined && { category_id: category_id ?? (await categories.findDefaultId(trx)) }),
      ...(attributes && { attributes: JSON.stringify(attributes) }),
      ...(tags && { tags: JSON.stringify(tags) }),
      ...(forbidden_words && { forbidden_words: JSON.stringify(forbidden_words) }),
      ...(payouts_by_country && { payouts_by_country: payouts.storedAmounts(payouts_by_country) }),
      ...(countries_allowed && { countries_allowed: JSON.stringify(countries_allowed) }),
      ...(countries_blocked && { countries_blocked: JSON.stringify(countries_blocked) }),
      ...(devices_allowed && { devices_allowed: JSON.stringify(devices_allowed) }),
      ...(payout_amount !== undefined && { payout_micros: parseMicros(payout_amount)! }),
      ...(payout_percent !== undefined && { payout_percent_bp: parsePercent(payout_percent)! }),
      ...(price !== undefined && { price_micros: microsOf(price) }),
      ...(list_price !== undefined && { list_price_micros: microsOf(list_price) }),
    };
    const fresh = { ...old, ...change };
    const lists = { ...(countries_allowed && { countries_allowed }), ...(countries_blocked && { countries_blocked }) };
    await limitRules.judgeLimits(trx, { ...old, ...rest, ...lists }, id);
    if (fresh.price_micros != null && !fresh.price_currency) change.price_currency = await siteCurrency(trx);
    if (fresh.price_micros != null && fresh.price_micros !== old.price_micros) {
      const isDated = change.price_checked_at && change.price_checked_at !== old.price_checked_at;
      if (!isDated) change.price_checked_at = scope.clock().toISOString();
    }
    return save(inside, { actor, action: 'update' }, old, change);
  });
}

/** Into the trash. @throws AppError in_use while guides, reviews or links hold it */
export async function deleteOffer(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    await refuseWhileUsed(trx, 'offer', id, row.name);
    const deleted = await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await audit(trx, { actor, action: 'delete' }, deleted, { before: auditable(row) });
    await contentChanged(trx);
  });
}

/** Back out of the trash. @throws AppError not_found | name_taken | conflict while its network is deleted */
export async function restoreOffer(scope: Scope, actor: Actor, id: number): Promise<Offer> {
  return inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted offer');
    const network =
      row.network_id === null ? undefined : (await networksById(trx, [row.network_id])).get(row.network_id);
    if (network?.deleted_at) throw new AppError('conflict', `Restore its network "${network.name}" first.`);
    return (await save({ ...scope, db: trx }, { actor, action: 'restore' }, row, { deleted_at: null })).data;
  });
}

/** Columns as they were before a change that is taken back. @throws AppError like `updateOffer` */
export async function putOfferBack(scope: Scope, actor: Actor, id: number, columns: store.OfferUpdate): Promise<void> {
  const old = await lock(scope.db, id);
  const { countries_allowed: allowed, countries_blocked: blocked, ...rest } = columns;
  await limitRules.judgeLimits(
    scope.db,
    {
      ...old,
      ...rest,
      ...(allowed !== undefined && { countries_allowed: JSON.parse(allowed) as string[] }),
      ...(blocked !== undefined && { countries_blocked: JSON.parse(blocked) as string[] }),
    } as store.OfferRow,
    id,
  );
  await save(scope, { actor, action: 'undo' }, old, columns);
}

const microsOf = (text: string | null): bigint | null => (text === null ? null : parseMicros(text)!);

async function lock(trx: Db, id: number): Promise<store.OfferRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Offer');
  return row;
}

// with one of these the address is another one, of which nothing is known yet
const MOVING = ['url', 'preview_url', 'network_id'] as const;

async function save(scope: Scope, act: Act, old: store.OfferRow, change: store.OfferUpdate) {
  const isMoved = MOVING.some((key) => change[key] !== undefined && change[key] !== old[key]);
  const all = { ...change, ...(isMoved && uncheckedLink(scope.clock())) };
  const { name, network_id: networkId } = { ...old, ...change };
  if (isRenamed(old.name, name) || networkId !== old.network_id || old.deleted_at !== null)
    await refuseTakenName(scope.db, namedIn(networkId), name, old.id);
  const row = await withReasons(name, () => store.update(scope.db, old.id, all, scope.clock()));
  await payouts.notePayout(scope, act.actor, old, row);
  return finish(scope, act, row, auditDiff(auditable(old), auditable(row)));
}

/** What every save ends with: the record, the news for pages and router, and what a person should know. */
async function finish(
  scope: Scope,
  act: Act,
  row: store.OfferRow,
  what: BeforeAfter,
): Promise<{ data: Offer; warnings: OfferWarning[] }> {
  const network =
    row.network_id === null ? undefined : (await networksById(scope.db, [row.network_id])).get(row.network_id);
  // looked at after the write, whose foreign key waited for a delete under way
  if (row.network_id !== null && network?.deleted_at !== null) throw invalid('network_id', 'is not there any more');
  await audit(scope.db, act, row, what);
  await contentChanged(scope.db);
  const address = normaliseUrl(row.url);
  const others = await store.findAddresses(scope.db, row.network_id, row.id);
  const twin = others.find((other) => normaliseUrl(other.url) === address)?.name;
  return {
    data: await present(scope, row),
    warnings: judgeOffer({ ...linkOf(row, network), network_id: row.network_id }, twin),
  };
}

async function withReasons<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'offers_name_idx') throw nameTaken(namedIn(null), name);
    if (constraint === 'offers_network_id_fkey') throw invalid('network_id', 'is not there');
    if (constraint === 'offers_category_id_fkey') throw invalid('category_id', 'is not there');
    throw error;
  }
}

/** A name stands for one offer of a network. */
const namedIn = (networkId: number | null | undefined): Named => ({
  table: 'offers',
  noun: 'an offer',
  among: amongLiving(store.isOfNetwork(networkId ?? null)),
  place: ' in this network',
});

const audit = auditOf('offer', (row: store.OfferRow) => row.name);

async function presentAll(scope: Scope, rows: store.OfferRow[]): Promise<Offer[]> {
  const now = scope.clock();
  const ids = rows.map((row) => row.id);
  return presentRows(scope.db, rows, now, await scope.count(scope.db, ids, now));
}

const present = async (scope: Scope, row: store.OfferRow): Promise<Offer> => (await presentAll(scope, [row]))[0]!;
