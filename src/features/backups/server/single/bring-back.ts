import { AppError } from '../../../../platform/errors.ts';
import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { Place } from '../../../../platform/server/backup/place.ts';
import type { BlobStore } from '../../../../platform/server/blobs/blob-store.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import type { Row } from '../../../../platform/server/kept-rows/kept-row.ts';
import {
  insertAgain,
  listKeptColumns,
  type NetChange,
  planPutBack,
  type PutBack,
} from '../../../../platform/server/kept-rows/kept-rows.ts';
import { type Db, inTransaction, type Trx } from '../../../../platform/server/postgres/postgres.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Clock } from '../../../../platform/time.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { entityIn, putBack, type UndoPorts } from '../../../accounts/server/undo-ports.ts';
import { type Gathered, gather, nameOf, titleOf, type Wanted } from './gather.ts';
import { findGonePictures, putPictures } from './pictures.ts';
import * as store from './store-single.ts';
import { KINDS, type Kind, RECORDS } from './tables.ts';
import { rowLines } from './words.ts';

export type Wish = {
  kind: Kind;
  /** An id, a slug or a name. */
  word: string;
  /** It is not only told what would be done. */
  isMeant: boolean;
  /** What it names and is gone comes back too. */
  withMissing: boolean;
  /** Instead of the one that it had. */
  slug: string | undefined;
  /** Not published, whatever it was. */
  asDraft: boolean;
};

type Parts = {
  /** A database with the tables of now that holds the rows of the backup. */
  past: Db;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  blobs: BlobStore;
  place: Place;
  manifest: Manifest;
  actor: Actor;
  ports: Pick<UndoPorts, 'rows'>;
};

/** Ends the transaction of what is only told. */
class OnlyTold extends Error {}

/**
 * Brings one record of a backup back as it was then, with what belongs to it, as one change through the services of the features, which
 * the audit log can take back. What is only told is tried as well, so that whatever would be refused is.
 * @returns what was or would be done, in lines @throws Error with a sentence | AppError what a feature refuses
 */
export async function bringBack(parts: Parts, wish: Wish): Promise<string[]> {
  let lines: string[] = [];
  try {
    await inTransaction(parts.past, (past) =>
      inTransaction(parts.db, async (now) => {
        await store.readAlike(past);
        await store.readAlike(now);
        lines = await workOn({ ...parts, past, now }, wish);
        if (!wish.isMeant) throw new OnlyTold();
      }),
    );
  } catch (error) {
    if (!(error instanceof OnlyTold)) throw error;
  }
  return lines;
}

type Inside = Omit<Parts, 'past'> & { past: Trx; now: Trx };

async function workOn(parts: Inside, wish: Wish): Promise<string[]> {
  const { now, clock, actor, ports, manifest, blobs } = parts;
  const table = KINDS[wish.kind];
  const root: Row = { ...(await findRoot(parts, wish)), ...changedBy(wish) };
  // it leaves the trash with the slug that it shall have
  if (wish.slug !== undefined) await store.renameInTrash(now, table, Number(root['id']), wish.slug);
  const gathered = await gather({ ...parts, withMissing: wish.withMissing }, table, root);
  const pictures = await findGonePictures(
    parts,
    gathered.records.map(({ past }) => past),
  );
  const made = gathered.records.filter((one) => one.now === undefined);
  const changes = await changesOf(parts, gathered);
  for (const one of made) if (RECORDS[one.table]!.hasTrash) await insertIntoTrash(parts, one);
  await putPictures(now, wish.isMeant ? blobs : NOWHERE, pictures);
  const plan = await planPutBack(now, changes);
  const isNew = (one: PutBack): boolean => made.some(({ table: of, id }) => of === one.table && String(id) === one.key);
  const lines = [
    ...(await headLines(parts, wish, gathered)),
    ...plan.flatMap((one) => rowLines(one, nameOf(one.table, { id: one.key, ...one.row }), isNew(one))),
    ...pictures.files.map(({ key }) => `  picture ${key} comes back`),
    ...gathered.notes.map((note) => `  NOTE: ${note}`),
  ];
  if (plan.length + pictures.files.length + pictures.rows.length === 0) {
    lines.push('  It is as it was in the backup: there is nothing to put back.');
    return lines;
  }
  const what = { backup: manifest.name, as_of: manifest.instant };
  await recordAudit(now, actor, {
    action: 'restore_backup',
    entity: wish.kind,
    id: Number(root['id']),
    name: titleOf(root),
    after: what,
  });
  for (const stage of stagesOf(plan)) await putBack(ports, { db: now, clock }, actor, stage);
  for (const one of made) await bringHistory(parts, one);
  return lines;
}

/** Pictures of what is only told are read and not written. */
const NOWHERE: BlobStore = {
  put: () => Promise.resolve(),
  get: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
};

async function findRoot({ past, manifest }: Inside, { kind, word }: Wish): Promise<Row> {
  const table = KINDS[kind];
  const called =
    kind === 'guide' || kind === 'review' ? ['title', 'slug'] : kind === 'link' ? ['name', 'slug'] : ['name'];
  const found = /^\d{1,9}$/.test(word)
    ? await store.rowsBy(past, table, 'id', [Number(word)])
    : await store.rowsCalled(past, table, called, word);
  const [root, ...others] = found;
  if (root === undefined) {
    const some = (await store.lastNames(past, table, called[0]!, 10)).map(({ id, name }) => `${id} "${name}"`);
    throw new Error(
      `There is no ${kind} "${word}" in ${manifest.name}. ${some.length > 0 ? `The newest in it: ${some.join(', ')}.` : 'There is none at all.'}`,
    );
  }
  if (others.length > 0)
    throw new Error(
      `More than one ${kind} is called "${word}" in ${manifest.name}: name it by its id, ${found.map((row) => String(row['id'])).join(', ')}.`,
    );
  if (root['deleted_at'] != null)
    throw new Error(
      `The ${nameOf(table, root)} was in the trash already when ${manifest.name} was taken: name an earlier backup.`,
    );
  return root;
}

const changedBy = ({ slug, asDraft }: Wish): Row => ({
  ...(slug !== undefined && { slug }),
  ...(asDraft && { status: 'draft', publish_at: null, unpublish_at: null }),
});

async function headLines({ now, manifest, ports }: Inside, { kind }: Wish, { records }: Gathered): Promise<string[]> {
  const table = KINDS[kind];
  const root = records.find((one) => one.table === table)!;
  const head = `${nameOf(table, root.past)} as of ${manifest.instant}, from ${manifest.name}:`;
  if (!root.now) return [head];
  const last = await store.lastChange(now, entityIn(ports, { table }), root.id);
  const isLater = last !== undefined && last.at > manifest.instant;
  return [
    head,
    ...(last
      ? [
          `  ${isLater ? 'CHANGED SINCE the backup, last' : 'last changed'} ${last.at} by ${last.actor} (${last.action})`,
        ]
      : []),
  ];
}

/** As if what is there now had been made of what was there then. */
async function changesOf({ now, clock }: Inside, { records, leftOut }: Gathered): Promise<NetChange[]> {
  const kept = await listKeptColumns(now);
  const part = (table: string, row: Row): Row =>
    Object.fromEntries(kept.get(table)!.map((name) => [name, row[name] ?? null]));
  const changes: NetChange[] = [];
  const wanted = new Set(records.map(({ table, id }) => `${table} ${id}`));
  for (const { table, id, past, now: row } of records) {
    const before = part(table, past);
    const inTrash = { ...before, deleted_at: clock().toISOString() };
    const left = row ? part(table, row) : RECORDS[table]!.hasTrash ? inTrash : null;
    changes.push({ table, key: String(id), before, after: left });
    if (!row) continue;
    for (const { table: of, by } of RECORDS[table]!.parts)
      for (const came of await store.rowsBy(now, of, by, [id])) {
        const key = `${of} ${String(came['id'])}`;
        if (came['deleted_at'] == null && !wanted.has(key) && !leftOut.has(key))
          changes.push({ table: of, key: String(came['id']), before: null, after: part(of, came) });
      }
  }
  return changes;
}

/** With all of its columns, also those that nobody can change; from there it comes back as anything does. */
async function insertIntoTrash({ now, clock, secrets }: Inside, { table, id, past }: Wanted): Promise<void> {
  const row: Row = { ...past, deleted_at: clock().toISOString() };
  if (row['created_by'] != null && (await store.rowsBy(now, 'users', 'id', [row['created_by']])).length === 0)
    row['created_by'] = null;
  const columns = (await store.storedColumns(now, table)).filter((name) => name !== 'id');
  const values = columns.map((name) => {
    const value = row[name];
    // a backup of before the key was changed
    return [name, name.endsWith('_sealed') && typeof value === 'string' ? (secrets.sealAnew(value) ?? value) : value];
  });
  await insertAgain(now, table, String(id), Object.fromEntries(values) as Row);
}

/** What stands beside a record: its revisions, the slugs that it had. What others have taken since stays theirs. */
async function bringHistory({ past, now }: Inside, { table, id }: Wanted): Promise<void> {
  for (const { table: of, by, kind } of RECORDS[table]!.history) {
    const rows = (await store.rowsBy(past, of, by, [id])).filter((row) => kind === undefined || row['kind'] === kind);
    const users = new Set(
      (
        await store.rowsBy(
          now,
          'users',
          'id',
          rows.flatMap((row) => row['changed_by'] ?? []),
        )
      ).map((row) => row['id']),
    );
    const free = rows.map((row) => (users.has(row['changed_by']) ? row : { ...row, changed_by: null }));
    if (free.length > 0) await store.addRows(now, of, free);
  }
}

/** What goes from a link goes before what comes back: it may stand in its place. The products of a guide are judged with it. */
function stagesOf(plan: readonly PutBack[]): PutBack[][] {
  const goes = (of: string): PutBack[] => plan.filter(({ table, does }) => table === of && does === 'remove');
  const first = [goes('destinations'), goes('link_rules')];
  const all = new Set(first.flat());
  return [...first, plan.filter((one) => !all.has(one))].filter((stage) => stage.length > 0);
}

/** What a refusal means for whoever called, with what to do. */
export function refusalOf(error: unknown, { kind }: Wish): Error {
  if (!(error instanceof AppError)) return error instanceof Error ? error : new Error(String(error));
  const more = Object.entries(error.errors ?? {}).flatMap(([field, texts]) => texts.map((text) => `${field}: ${text}`));
  const todo =
    error.code === 'publish_blocked'
      ? ' Bring it back as a draft with --as-draft.'
      : error.code === 'slug_taken'
        ? ` Give what has the slug now another one, or name one for this ${kind} with --slug SLUG.`
        : error.code === 'name_taken'
          ? ' Give what has the name now another one, then call it again.'
          : '';
  const told = more.length > 0 ? ` (${more.join('; ')})` : '';
  return new Error(`${error.message}${told} Nothing was changed.${todo}`, { cause: error });
}
