import { invalid, notFound } from '../../../platform/errors.ts';
import { randomText } from '../../../platform/ids.ts';
import { formatMicros, parseMicros } from '../../../platform/money.ts';
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
import { auditDiff, pick, refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import { sha256, type Secrets } from '../../../platform/server/secrets.ts';
import { refuseWhileEarning } from '../../../platform/server/records/usages.ts';
import { auditOf, type Act } from '../../accounts/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import {
  Network,
  type NetworkChange,
  NetworkInput,
  type PostbackField,
  NETWORK_FIGURES,
  type NetworkFigure,
} from '../contract.ts';
import { GENERIC_QUERY, postbackUrl } from '../rules.ts';
import type { NetworkRow } from './network-row.ts';
import * as store from './store.ts';
import { templates } from './templates.ts';

const KEY_LENGTH = 32;
const KEY_OVERLAP_MS = 7 * 24 * 3_600_000;

export type NetworkNumbers = { offers_count: number; conversions_30d: number; unmatched_7d: number };

/** Columns that later features know; the application fills it in. Networks left out of the map count zero. */
export type CountNetworks = (db: Db, ids: number[], now: Date) => Promise<Map<number, NetworkNumbers>>;

type Scope = Pick<Deps, 'db' | 'secrets' | 'clock'> & {
  origin: string;
  count: CountNetworks;
  rank?: Rank<NetworkFigure>;
};

export async function listNetworks(scope: Scope, query: store.Asked): Promise<Paged<Network>> {
  const page = choicesFrom(query);
  const figures = await figuresFor(scope, query.sortBy, NETWORK_FIGURES);
  const { rows, total } = await store.list(scope.db, query, page, figures);
  return paged(await presentAll(scope, rows), total, page);
}

export async function getNetwork(scope: Scope, id: number): Promise<Network> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Affiliate network');
  return present(scope, row);
}

/** What the input leaves out comes from its template, then from the defaults. @throws AppError name_taken | validation_failed */
export async function createNetwork(
  scope: Scope,
  actor: Actor | undefined,
  input: NetworkInput,
  isSample = false,
): Promise<Network> {
  const template = templateOf(input.template_key);
  const key = randomText(KEY_LENGTH);
  const { hmac_secret: secret, min_payout: minPayout, ...rest } = input;
  refuseUnnamedSignature(!!secret, input.hmac_param);
  askPassword(actor, !!secret);
  const row = await inTransaction(scope.db, async (trx) => {
    await refuseTakenName(trx, NAMED, input.name);
    const inserted = await store.insert(trx, {
      status: 'active',
      click_param: template?.click_param ?? null,
      append_click_id: true,
      default_status: 'approved',
      duplicate_mode: 'update',
      attribution_window_days: 30,
      ...rest,
      payout_currency: input.payout_currency ?? (await siteCurrency(trx)),
      extra_params: JSON.stringify(input.extra_params ?? []),
      ip_allowlist: JSON.stringify(input.ip_allowlist ?? []),
      param_aliases: JSON.stringify(input.param_aliases ?? template?.param_aliases ?? {}),
      status_map: JSON.stringify(input.status_map ?? template?.status_map ?? {}),
      min_payout_micros: minPayout ? parseMicros(minPayout)! : null,
      hmac_secret_sealed: secret ? scope.secrets.seal(secret) : null,
      postback_key_hash: sha256(key),
      postback_key_sealed: scope.secrets.seal(key),
      created_by: actor?.id ?? null,
      is_sample: isSample,
    });
    if (!inserted) throw nameTaken(NAMED, input.name);
    await audit(trx, { actor, action: 'create' }, inserted, { after: auditable(inserted) });
    return inserted;
  });
  return present(scope, row);
}

/** Keys left out stay. @throws AppError not_found | version_conflict | name_taken | validation_failed */
export async function updateNetwork(scope: Scope, actor: Actor, id: number, input: NetworkChange): Promise<Network> {
  templateOf(input.template_key);
  const {
    version,
    hmac_secret: secret,
    min_payout: minPayout,
    extra_params,
    ip_allowlist,
    param_aliases,
    status_map,
    ...rest
  } = input;
  const change: store.NetworkUpdate = {
    ...rest,
    ...(extra_params && { extra_params: JSON.stringify(extra_params) }),
    ...(ip_allowlist && { ip_allowlist: JSON.stringify(ip_allowlist) }),
    ...(param_aliases && { param_aliases: JSON.stringify(param_aliases) }),
    ...(status_map && { status_map: JSON.stringify(status_map) }),
    ...(minPayout !== undefined && { min_payout_micros: minPayout === null ? null : parseMicros(minPayout)! }),
    ...(secret !== undefined && { hmac_secret_sealed: secret === null ? null : scope.secrets.seal(secret) }),
  };
  askPassword(actor, secret !== undefined);
  return inTransaction(scope.db, async (trx) => {
    const old = await lock(trx, id);
    if (version !== undefined && version !== old.version) {
      refuseStale(Network, [version, old.version], await present({ ...scope, db: trx }, old), input);
    }
    refuseUnnamedSignature(
      secret === undefined ? old.hmac_secret_sealed !== null : secret !== null,
      input.hmac_param === undefined ? old.hmac_param : input.hmac_param,
    );
    return save({ ...scope, db: trx }, { actor, action: 'update' }, old, change);
  });
}

/** Gives a new secret for the path; the one before works for 7 more days. */
export async function rotateKey(scope: Scope, actor: Actor, id: number): Promise<Network> {
  return inTransaction(scope.db, async (trx) => {
    const old = await lock(trx, id);
    const key = randomText(KEY_LENGTH);
    return save({ ...scope, db: trx }, { actor, action: 'rotate_key' }, old, {
      postback_key_hash: sha256(key),
      postback_key_sealed: scope.secrets.seal(key),
      previous_key_hash: old.postback_key_hash,
      previous_key_until: new Date(scope.clock().getTime() + KEY_OVERLAP_MS).toISOString(),
    });
  });
}

/** Into the trash. @throws AppError in_use while offers name it, or money hangs on it */
export async function deleteNetwork(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    await refuseWhileEarning(trx, 'network', row, scope.clock());
    const deleted = await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await audit(trx, { actor, action: 'delete' }, deleted, { before: auditable(row) });
    await contentChanged(trx);
  });
}

/** Back out of the trash. @throws AppError not_found | name_taken when the name was given away meanwhile */
export async function restoreNetwork(scope: Scope, actor: Actor, id: number): Promise<Network> {
  return inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted affiliate network');
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, row, { deleted_at: null });
  });
}

/** Columns as they were before a change that is taken back. @throws AppError like `updateNetwork` */
export async function putNetworkBack(
  scope: Scope,
  actor: Actor,
  id: number,
  columns: store.NetworkUpdate,
): Promise<void> {
  const old = await lock(scope.db, id);
  const { hmac_param: param = old.hmac_param } = columns;
  refuseUnnamedSignature(old.hmac_secret_sealed !== null, param);
  await save(scope, { actor, action: 'undo' }, old, columns);
}

/** What a postback is judged by. `hmacSecret` is in the clear: it stays in memory. */
export type PostbackNetwork = Omit<NetworkRow, 'postback_key_hash' | 'postback_key_sealed' | 'hmac_secret_sealed'> & {
  hmacSecret: string | undefined;
};

/** The network behind the secret of a postback path; paused and archived ones still count, and one in the trash is told apart by its date. */
export async function findByPostbackKey(
  db: Db,
  secrets: Secrets,
  key: string,
  now: Date,
): Promise<PostbackNetwork | undefined> {
  const row = await store.findByKeyHash(db, sha256(key), now);
  return row && { ...row, hmacSecret: row.hmac_secret_sealed ? secrets.open(row.hmac_secret_sealed) : undefined };
}

/** How the keys of all live networks begin, and how long they are: enough to tell a mistyped one. @param chars how many of each */
export const postbackKeyHeads = async (db: Db, secrets: Secrets, chars: number) =>
  (await store.listKeys(db)).map(({ id, name, postback_key_sealed: sealed }) => {
    const key = secrets.open(sealed);
    return { id, name, head: key.slice(0, chars), length: key.length };
  });

/** Of all that are not deleted. */
export const networkIds = (db: Db): Promise<number[]> => store.listIds(db);

/** Names, click parameters and status by id, deleted ones included. */
export async function networksById(db: Db, ids: number[]): Promise<Map<number, NetworkRow>> {
  return new Map((await store.findMany(db, [...new Set(ids)])).map((row) => [row.id, row]));
}

/** Marks when a network was last heard of; messages are judged in any order, and a later time stays. */
export const notePostback = (db: Db, id: number, at: Date): Promise<void> => store.notePostback(db, id, at);

/** What the postback URL of a network asks it to say; a click id at least. */
export function postbackFields(templateKey: string | null): PostbackField[] {
  const fields = Object.keys(templates().get(templateKey ?? '')?.postback_query ?? GENERIC_QUERY) as PostbackField[];
  return fields.length > 0 ? fields : ['click_id'];
}

/** A secret whose signature is looked for nowhere would seem to protect and protect nothing. */
function refuseUnnamedSignature(hasSecret: boolean, param: string | null | undefined): void {
  if (hasSecret && !param) throw invalid('hmac_param', 'is needed while a signature secret is stored');
}

async function lock(trx: Db, id: number): Promise<NetworkRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Affiliate network');
  return row;
}

async function save(scope: Scope, act: Act, old: NetworkRow, change: store.NetworkUpdate): Promise<Network> {
  if (isRenamed(old.name, change.name) || old.deleted_at !== null)
    await refuseTakenName(scope.db, NAMED, change.name ?? old.name, old.id);
  try {
    const row = await store.update(scope.db, old.id, change, scope.clock());
    await audit(scope.db, act, row, auditDiff(auditable(old), auditable(row)));
    // the router adds a network's parameters to the addresses of its offers
    await contentChanged(scope.db);
    return await present(scope, row);
  } catch (error) {
    throw brokenConstraint(error) === 'networks_name_idx' ? nameTaken(NAMED, change.name ?? old.name) : error;
  }
}

const audit = auditOf('network', (row: NetworkRow) => row.name);

/** What of a row may stand in the audit: what people type, and no secret nor the hash of one. */
const auditable = (row: NetworkRow): Record<string, unknown> => ({
  ...contractFields(NetworkInput, row),
  ...pick(row, ['previous_key_until', 'is_sample', 'created_at', 'deleted_at']),
  min_payout_micros: row.min_payout_micros === null ? null : String(row.min_payout_micros),
  has_hmac_secret: row.hmac_secret_sealed !== null,
});

const NAMED: Named = { table: 'networks', noun: 'an affiliate network', among: amongLiving() };

function templateOf(key: string | null | undefined) {
  if (key == null) return undefined;
  const template = templates().get(key);
  if (!template) throw invalid('template_key', 'is not one of the shipped templates');
  return template;
}

async function presentAll(scope: Scope, rows: NetworkRow[]): Promise<Network[]> {
  const numbers = await scope.count(
    scope.db,
    rows.map((row) => row.id),
    scope.clock(),
  );
  return rows.map((row) => {
    const { hmac_secret_sealed: secret, min_payout_micros: min } = row;
    return {
      ...contractFields(Network, row),
      postback_url: postbackUrl(
        scope.origin,
        scope.secrets.open(row.postback_key_sealed),
        templates().get(row.template_key ?? '')?.postback_query,
      ),
      has_hmac_secret: secret !== null,
      min_payout: min === null ? null : formatMicros(min),
      ...(numbers.get(row.id) ?? { offers_count: 0, conversions_30d: 0, unmatched_7d: 0 }),
    };
  });
}

const present = async (scope: Scope, row: NetworkRow): Promise<Network> => (await presentAll(scope, [row]))[0]!;
