import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { type Actor, askPassword } from '../../../platform/server/http/access.ts';
import { judgeTarget } from '../../../platform/server/outgoing/over-http.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, pick } from '../../../platform/server/records/records.ts';
import { auditOf } from '../../accounts/server/service.ts';
import { getSettings } from '../../settings/server/service.ts';
import { sourceNames, trashedSource } from '../../sources/server/service.ts';
import type { Feed, FeedChange, FeedInput, FeedRun, FeedTry, FetchReply } from '../feed-contract.ts';
import { nextFetch } from '../feeds/when.ts';
import { openFeed, runFeed, type FeedScope, type Wanted } from './feeds/run-feed.ts';
import * as store from './feeds/store-feeds.ts';

/** So many files a site may have. */
const MAX_FEEDS = 100;
/** How long somebody waits for a file who stands before the screen. */
const WAITED_MS = 20_000;
const STEERING =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|expect|te|trailer|upgrade|proxy-.*|if-.*|range)$/i;

type RecordScope = Pick<FeedScope, 'db' | 'clock'>;

export async function listFeeds({ db }: Pick<FeedScope, 'db'>): Promise<Feed[]> {
  return presentAll(db, await store.listFeeds(db));
}

/** @throws AppError not_found */
export async function listRuns({ db }: Pick<FeedScope, 'db'>, id: number): Promise<FeedRun[]> {
  if (!(await store.findFeed(db, id))) throw notFound('Scheduled file');
  return (await store.listRuns(db, id)).map(presentRun);
}

/** @throws AppError validation_failed | password_required | conflict when there are too many */
export async function createFeed(scope: FeedScope, actor: Actor, input: FeedInput): Promise<Feed> {
  askPassword(actor, true);
  return inTransaction(scope.db, async (trx) => {
    if ((await store.listFeeds(trx)).length >= MAX_FEEDS)
      throw new AppError('conflict', `A site has at most ${MAX_FEEDS} scheduled files.`);
    await sourceOf(trx, input.source_id);
    const now = scope.clock();
    const row = await store.insertFeed(trx, {
      ...plainOf(input),
      ...sealed(scope, input, undefined),
      source_id: input.source_id,
      created_by: actor.id,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      deleted_at: null,
      due_at: await dueAt(trx, input, now),
      last_good_at: null,
      ...UNSEEN,
    });
    await audit(trx, { actor, action: 'create' }, row, { after: auditable(row) });
    return presentOne(trx, row);
  });
}

/** @throws AppError not_found | validation_failed | password_required where the address or its header would be another */
export async function updateFeed(scope: FeedScope, actor: Actor, id: number, input: FeedChange): Promise<Feed> {
  return inTransaction(scope.db, async (trx) => {
    const old = await held(trx, id);
    const secrets = sealed(scope, input, old);
    askPassword(
      actor,
      input.url !== undefined || input.header_value !== undefined || old.header_name !== input.header_name,
    );
    return save({ ...scope, db: trx }, { actor, action: 'update' }, old, { ...plainOf(input), ...secrets });
  });
}

/** What it wrote stays. @throws AppError not_found */
export async function deleteFeed({ db, clock }: RecordScope, actor: Actor, id: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const old = await held(trx, id);
    const row = await store.updateFeed(trx, id, { deleted_at: clock().toISOString() });
    await audit(trx, { actor, action: 'delete' }, row, { before: auditable(old) });
  });
}

/** A deletion is taken back. @throws AppError not_found */
export async function restoreFeed(scope: RecordScope, actor: Actor, id: number): Promise<Feed> {
  return inTransaction(scope.db, async (trx) => {
    const old = await store.lockFeed(trx, id, true);
    if (!old) throw notFound('Deleted scheduled file');
    return save({ ...scope, db: trx }, { actor, action: 'restore' }, old, { deleted_at: null });
  });
}

/** Columns as they were before a change that is taken back. @throws AppError not_found */
export async function putFeedBack(
  scope: RecordScope,
  actor: Actor,
  id: number,
  columns: store.FeedUpdate,
): Promise<Feed> {
  return save(scope, { actor, action: 'undo' }, await held(scope.db, id), columns);
}

/** Fetches one now, or only says what would be written. @throws AppError not_found | conflict without an address */
export async function fetchFeed(scope: FeedScope, actor: Actor, id: number, isDry: boolean): Promise<FetchReply> {
  const row = await store.findFeed(scope.db, id);
  if (!row) throw notFound('Scheduled file');
  const data = await runFeed(scope, openFeed(scope, row), { actor, isDry, timeoutMs: WAITED_MS });
  return { data, message: wordsOf(data, isDry) };
}

/** Says what would be written by what stands in a form. @throws AppError validation_failed | not_found */
export async function tryFeed(scope: FeedScope, actor: Actor, input: FeedTry): Promise<FetchReply> {
  const old = input.id === undefined ? undefined : await store.findFeed(scope.db, input.id);
  if (input.id !== undefined && !old) throw notFound('Scheduled file');
  const source_id = old?.source_id ?? input.source_id;
  if (source_id === undefined) throw invalid('source_id', 'is needed');
  await sourceOf(scope.db, source_id);
  const secrets = sealed(scope, input, old);
  const wanted: Wanted = {
    name: input.name,
    source_id,
    columns: input.columns,
    state: input.state,
    id: old?.id,
    url: scope.secrets.open(secrets.url_sealed!),
    header:
      secrets.header_name && secrets.header_sealed
        ? { name: secrets.header_name, value: scope.secrets.open(secrets.header_sealed) }
        : undefined,
    ...UNSEEN,
  };
  const data = await runFeed(scope, wanted, { actor, isDry: true, timeoutMs: WAITED_MS });
  return { data, message: wordsOf(data, true) };
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

function wordsOf({ status, error, ...data }: FetchReply['data'], isDry: boolean): string {
  if (status === 'failed') return error!;
  if (status === 'unchanged') return 'The file says nothing new: all of it stands here already.';
  const entries = count(data.entries_written, 'entry', 'entries');
  const replaced =
    data.entries_replaced === 0 ? '' : ` ${count(data.entries_replaced, 'earlier one', 'earlier ones')} replaced.`;
  return isDry
    ? `Nothing was written yet. ${entries} would be, for ${count(data.days, 'day', 'days')}.${replaced && replaced.replace('replaced', 'would be replaced')}`
    : `${entries} written.${replaced}`;
}

const UNSEEN = { etag: null, modified: null, digest: null };

async function sourceOf(db: Db, id: number): Promise<void> {
  if (!(await sourceNames(db)).has(id)) throw invalid('source_id', 'does not exist');
  if (await trashedSource(db, id)) throw invalid('source_id', 'is in the trash');
}

const dueAt = async (db: Db, rhythm: Pick<FeedInput, 'every_hours' | 'at_hour'>, now: Date): Promise<string> =>
  nextFetch(rhythm, (await getSettings(db)).time_zone, now).toISOString();

const plainOf = ({ name, columns, state, every_hours, at_hour, is_enabled }: Omit<FeedChange, 'url'>) => ({
  name,
  columns: JSON.stringify(columns),
  state,
  every_hours,
  at_hour,
  is_enabled,
});

type Secrets = Pick<store.FeedRow, 'url_sealed' | 'url_shown' | 'header_name' | 'header_sealed'>;

/** Address and header, judged and sealed. What was stored for one host is never sent to another. @throws AppError validation_failed */
function sealed(
  { secrets, config }: Pick<FeedScope, 'secrets' | 'config'>,
  input: Pick<FeedChange, 'url' | 'header_name' | 'header_value'>,
  old: store.FeedRow | undefined,
): Secrets {
  const stored = old?.url_sealed ? secrets.open(old.url_sealed) : undefined;
  const url = input.url ?? stored;
  if (url === undefined) throw invalid('url', 'is needed');
  const objection = judgeTarget(url, config.outgoingAllow);
  if (objection !== undefined && input.url !== undefined) throw invalid('url', objection);
  const { origin, host } = new URL(url);
  const isElsewhere = stored !== undefined && new URL(stored).origin !== origin;
  const { header_name: name, header_value: value } = input;
  if (name !== null && STEERING.test(name)) throw invalid('header_name', 'is set by the connection itself');
  if (name === null && value) throw invalid('header_name', 'is needed beside its value');
  const keeps = name !== null && !value;
  if (keeps && (old?.header_sealed ?? null) === null) throw invalid('header_value', 'is needed beside its name');
  if (keeps && (isElsewhere || old!.header_name?.toLowerCase() !== name.toLowerCase()))
    throw invalid('header_value', 'has to be entered again: the stored one is for another host or header');
  return {
    url_sealed: input.url === undefined ? old!.url_sealed : secrets.seal(url),
    url_shown: host,
    header_name: name,
    header_sealed: name === null ? null : keeps ? old!.header_sealed : secrets.seal(value!),
  };
}

async function held(trx: Db, id: number): Promise<store.FeedRow> {
  const row = await store.lockFeed(trx, id);
  if (!row) throw notFound('Scheduled file');
  return row;
}

type Act = { actor: Actor; action: 'update' | 'restore' | 'undo' };

/** Whatever of it changed: the next fetch reads the file anew, and its failures are of before. */
async function save(scope: RecordScope, act: Act, old: store.FeedRow, change: store.FeedUpdate): Promise<Feed> {
  const now = scope.clock();
  const rhythm = { every_hours: change.every_hours ?? old.every_hours, at_hour: change.at_hour ?? old.at_hour };
  const row = await store.updateFeed(scope.db, old.id, {
    ...change,
    ...UNSEEN,
    failures: 0,
    updated_at: now.toISOString(),
    due_at: await dueAt(scope.db, rhythm, now),
  });
  const { before, after } = auditDiff(auditable(old), auditable(row));
  // that the address is another one is told, and nothing of it
  const isOther = old.url_sealed !== row.url_sealed;
  await audit(scope.db, act, row, { before, after: { ...after, ...(isOther && { address_changed: true }) } });
  return presentOne(scope.db, row);
}

const audit = auditOf('cost_feed', (row: store.FeedRow) => row.name);

const AUDITED = [
  'name',
  'source_id',
  'url_shown',
  'header_name',
  'columns',
  'state',
  'every_hours',
  'at_hour',
  'is_enabled',
  'deleted_at',
] as const;
const auditable = (row: store.FeedRow): Record<string, unknown> => pick(row, AUDITED);

const presentOne = async (db: Db, row: store.FeedRow): Promise<Feed> => (await presentAll(db, [row]))[0]!;

async function presentAll(db: Db, rows: readonly store.FeedRow[]): Promise<Feed[]> {
  const names = await sourceNames(db);
  const last = new Map((await store.listLastRuns(db)).map((run) => [run.feed_id, run]));
  return rows.map((row) => ({
    ...pick(row, ['id', 'name', 'source_id', 'header_name', 'columns', 'state', 'every_hours', 'at_hour'] as const),
    ...pick(row, ['is_enabled', 'failures', 'last_good_at'] as const),
    source: names.get(row.source_id) ?? `Source ${row.source_id}`,
    address: row.url_sealed === null ? null : row.url_shown,
    due_at: row.is_enabled && row.url_sealed !== null ? row.due_at : null,
    last_run: last.has(row.id) ? presentRun(last.get(row.id)!) : null,
  }));
}

export const presentRun = ({
  id,
  actor_name: actor,
  feed_id: _feed,
  undone_by: _by,
  ...run
}: store.RunRow): FeedRun => ({
  ...run,
  id: String(id),
  actor,
});
