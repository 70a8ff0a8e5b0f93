import { invalid, notFound } from '../../../platform/errors.ts';
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
import { auditDiff, refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import { refuseWhileEarning } from '../../../platform/server/records/usages.ts';
import type { Act } from '../../accounts/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import {
  type LinkReading,
  Source,
  type SourceChange,
  SourceDetail,
  type SourceInput,
  type SourceParameter,
  SOURCE_FIGURES,
  type SourceFigure,
} from '../contract.ts';
import { audit, auditable } from './source-audit.ts';
import { changesPostback, sealPostback } from './postback.ts';
import { presentRows, withPostback, type SourceNumbers } from './present.ts';
import * as store from './store.ts';
import { templates } from './templates.ts';

/** Columns that later features know; the application fills it in. Sources left out of the map count zero. */
export type CountSources = (db: Db, ids: number[], now: Date) => Promise<Map<number, SourceNumbers>>;

/**
 * What the links of a source are read by from now on; the application fills it in.
 * @param kept for those that follow the source; null lets all follow it again
 */
export type KeepOnLinks = (db: Db, sourceId: number, kept: LinkReading | null) => Promise<void>;

type Scope = Pick<Deps, 'db' | 'secrets' | 'clock'> & {
  outgoingAllow: readonly string[];
  count: CountSources;
  rank?: Rank<SourceFigure>;
};

export async function listSources(scope: Scope, query: store.Asked): Promise<Paged<Source>> {
  const page = choicesFrom(query);
  const figures = await figuresFor(scope, query.sortBy, SOURCE_FIGURES);
  const { rows, total } = await store.list(scope.db, query, page, figures);
  return paged(await presentAll(scope, rows), total, page);
}

export async function getSource(scope: Scope, id: number): Promise<SourceDetail> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Traffic source');
  return present(scope, row);
}

/** What the input leaves out comes from its template, then from the defaults. @throws AppError name_taken | validation_failed */
export async function createSource(
  scope: Scope,
  actor: Actor | undefined,
  input: SourceInput,
  isSample = false,
): Promise<SourceDetail> {
  const template = templateOf(input.template_key);
  const given = { ...(template && { postback_url: template.postback_url }), ...input };
  askPassword(actor, !!given.postback_url && given.postback_url !== template?.postback_url);
  const row = await inTransaction(scope.db, async (trx) => {
    await refuseTakenName(trx, NAMED, input.name);
    const inserted = await store.insert(trx, {
      name: input.name,
      template_key: input.template_key ?? null,
      type: input.type ?? template?.type ?? 'other',
      status: input.status ?? 'active',
      click_id_param: orElse(input.click_id_param, template?.click_id_param),
      click_id_token: orElse(input.click_id_token, template?.click_id_token),
      cost_param: orElse(input.cost_param, template?.cost_param),
      cost_model: input.cost_model ?? template?.cost_model ?? 'none',
      cost_currency: input.cost_currency ?? (await siteCurrency(trx)),
      traffic_loss_percent: input.traffic_loss_percent ?? 0,
      parameters: JSON.stringify(input.parameters ?? template?.parameters ?? []),
      utm_defaults: JSON.stringify(input.utm_defaults ?? template?.utm_defaults ?? {}),
      postback_enabled: input.postback_enabled ?? false,
      postback_url_sealed: null,
      postback_url_masked: null,
      postback_method: input.postback_method ?? template?.postback_method ?? 'GET',
      postback_body_sealed: null,
      postback_headers_sealed: null,
      postback_statuses: JSON.stringify(input.postback_statuses ?? ['approved']),
      event_map: JSON.stringify(input.event_map ?? {}),
      status_map: JSON.stringify(input.status_map ?? {}),
      requires_external_id: input.requires_external_id ?? template?.requires_external_id ?? true,
      send_zero_payout: input.send_zero_payout ?? false,
      expected_status: input.expected_status ?? '2xx',
      delay_seconds: input.delay_seconds ?? 0,
      notes: input.notes ?? null,
      ...sealPostback(scope.secrets, given, undefined, scope.outgoingAllow),
      created_by: actor?.id ?? null,
      is_sample: isSample,
    });
    if (!inserted) throw nameTaken(NAMED, input.name);
    await audit(trx, { actor, action: 'create' }, inserted, { after: auditable(inserted) });
    await contentChanged(trx, []);
    return inserted;
  });
  return present(scope, row);
}

/** Keys left out stay. @throws AppError not_found | version_conflict | name_taken | validation_failed */
export async function updateSource(
  scope: Scope & { keepOnLinks: KeepOnLinks },
  actor: Actor,
  id: number,
  input: SourceChange,
): Promise<SourceDetail> {
  templateOf(input.template_key);
  return inTransaction(scope.db, async (trx) => {
    const old = await lock(trx, id);
    if (input.version !== undefined && input.version !== old.version) {
      // what is typed beside the fields of a source (address, body, headers of its postback) is not sent back
      const yours = contractFields(Source, input);
      refuseStale(SourceDetail, [input.version, old.version], await present({ ...scope, db: trx }, old), yours);
    }
    askPassword(actor, changesPostback(scope.secrets, input, old));
    const change = { ...plainChange(input), ...sealPostback(scope.secrets, input, old, scope.outgoingAllow) };
    const saved = await save({ ...scope, db: trx }, { actor, action: 'update' }, old, change);
    if (JSON.stringify(readingOf(old)) !== JSON.stringify(readingOf(saved))) {
      await scope.keepOnLinks(trx, id, input.apply_to_links === false ? readingOf(old) : null);
    }
    return saved;
  });
}

/** Into the trash. @throws AppError in_use while links name it, or money hangs on it */
export async function deleteSource(scope: Scope, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await lock(trx, id);
    await refuseWhileEarning(trx, 'source', row, scope.clock());
    const deleted = await store.update(trx, id, { deleted_at: scope.clock().toISOString() }, scope.clock());
    await audit(trx, { actor, action: 'delete' }, deleted, { before: auditable(row) });
    await contentChanged(trx, []);
  });
}

/** Back out of the trash. @throws AppError not_found | name_taken when the name was given away meanwhile */
export async function restoreSource(scope: Scope, actor: Actor, id: number): Promise<SourceDetail> {
  return inTransaction(scope.db, async (trx) => {
    const row = await store.lock(trx, id, true);
    if (!row) throw notFound('Deleted traffic source');
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, row, { deleted_at: null });
  });
}

/** Columns as they were before a change that is taken back; the readings that links kept come back by themselves. @throws AppError like `updateSource` */
export async function putSourceBack(
  scope: Scope,
  actor: Actor,
  id: number,
  columns: store.SourceUpdate,
): Promise<void> {
  await save(scope, { actor, action: 'undo' }, await lock(scope.db, id), columns);
}

/** What the redirect needs of every source that is not deleted. */
export async function routableSources(db: Db) {
  return (await store.listLive(db)).map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    click_id_param: row.click_id_param,
    cost_param: row.cost_param,
    cost_model: row.cost_model,
    cost_currency: row.cost_currency,
    traffic_loss_percent: row.traffic_loss_percent,
    parameters: row.parameters,
    utm_defaults: row.utm_defaults,
  }));
}

/** In which currency a source is paid; of a deleted one too. */
export const costCurrencyOf = async (db: Db, id: number): Promise<string | undefined> =>
  (await store.findAny(db, id))?.cost_currency;

/** The name of a source that lies in the trash; undefined for one that is there. */
export async function trashedSource(db: Db, id: number): Promise<string | undefined> {
  const row = await store.findAny(db, id);
  return row?.deleted_at ? row.name : undefined;
}

/** Of all that are not deleted. */
export const sourceIds = async (db: Db): Promise<number[]> => (await store.listLive(db)).map(({ id }) => id);

/** Names by id, deleted ones included. */
export const sourceNames = async (db: Db): Promise<Map<number, string>> =>
  new Map((await store.listNames(db)).map(({ id, name }) => [id, name]));

/** What sources send along, by alias: those that are grouped by in reports first, then by name. */
export async function parametersOfSources(
  db: Db,
): Promise<{ alias: string; is_grouped: boolean; sources: string[] }[]> {
  const all = new Map<string, { alias: string; is_grouped: boolean; sources: string[] }>();
  for (const { name, parameters } of await store.listLive(db))
    for (const { alias, group_in_reports: isGrouped } of parameters) {
      const one = all.get(alias) ?? { alias, is_grouped: false, sources: [] };
      all.set(alias, { ...one, is_grouped: one.is_grouped || isGrouped, sources: [...one.sources, name] });
    }
  return [...all.values()].toSorted(
    (a, b) => Number(b.is_grouped) - Number(a.is_grouped) || (a.alias < b.alias ? -1 : 1),
  );
}

/** What tells placements of a source apart; undefined where there is no such source. */
export async function placementWords(
  db: Db,
  id: number,
): Promise<{ name: string; template: string | null; parameters: SourceParameter[] } | undefined> {
  const row = (await store.listLive(db)).find((one) => one.id === id);
  return row && { name: row.name, template: row.template_key, parameters: row.parameters };
}

const readingOf = ({ click_id_param, cost_param, parameters, utm_defaults }: LinkReading): LinkReading => ({
  click_id_param,
  cost_param,
  parameters,
  utm_defaults,
});

const orElse = <T>(given: T | null | undefined, fallback: T | null | undefined): T | null =>
  given === undefined ? (fallback ?? null) : given;

/** The keys of a change that are stored as they came. */
function plainChange(input: SourceChange): store.SourceUpdate {
  const {
    version: _version,
    apply_to_links: _applies,
    postback_url: _url,
    postback_body: _body,
    postback_headers: _headers,
    parameters,
    utm_defaults,
    postback_statuses,
    event_map,
    status_map,
    ...rest
  } = input;
  return {
    ...rest,
    ...(parameters && { parameters: JSON.stringify(parameters) }),
    ...(utm_defaults && { utm_defaults: JSON.stringify(utm_defaults) }),
    ...(postback_statuses && { postback_statuses: JSON.stringify(postback_statuses) }),
    ...(event_map && { event_map: JSON.stringify(event_map) }),
    ...(status_map && { status_map: JSON.stringify(status_map) }),
  };
}

async function lock(trx: Db, id: number): Promise<store.SourceRow> {
  const row = await store.lock(trx, id);
  if (!row) throw notFound('Traffic source');
  return row;
}

async function save(scope: Scope, act: Act, old: store.SourceRow, change: store.SourceUpdate): Promise<SourceDetail> {
  if (isRenamed(old.name, change.name) || old.deleted_at !== null)
    await refuseTakenName(scope.db, NAMED, change.name ?? old.name, old.id);
  try {
    const row = await store.update(scope.db, old.id, change, scope.clock());
    await audit(scope.db, act, row, auditDiff(auditable(old), auditable(row)));
    await contentChanged(scope.db, []);
    return await present(scope, row);
  } catch (error) {
    throw brokenConstraint(error) === 'sources_name_idx' ? nameTaken(NAMED, change.name ?? old.name) : error;
  }
}

const NAMED: Named = { table: 'sources', noun: 'a traffic source', among: amongLiving() };

function templateOf(key: string | null | undefined) {
  if (key == null) return undefined;
  const template = templates().get(key);
  if (!template) throw invalid('template_key', 'is not one of the shipped templates');
  return template;
}

async function presentAll(scope: Scope, rows: store.SourceRow[]): Promise<Source[]> {
  const ids = rows.map((row) => row.id);
  return presentRows(scope.db, rows, await scope.count(scope.db, ids, scope.clock()));
}

async function present(scope: Scope, row: store.SourceRow): Promise<SourceDetail> {
  const [source] = await presentAll(scope, [row]);
  return withPostback(scope.secrets, row, source!);
}
