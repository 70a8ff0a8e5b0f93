import { hash } from 'node:crypto';
import { randomText } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { writtenSlug } from '../../../platform/server/records/written-slug.ts';
import * as rules from '../rules.ts';
import * as store from './store.ts';

const SLUG_LENGTH = 100;

/** The slugs to try for a title or name, until one is free. @param noun begins the slug of a text that cannot be written in one: "review" */
export const slugsFrom = (text: string, noun: string): Generator<string> =>
  rules.slugsFor(writtenSlug(text, SLUG_LENGTH), `${noun}-${randomText(7)}`);

/** Inserts with the first slug that is free. @param insert answers undefined for a slug that is taken */
export async function withFirstFree<T>(
  slugs: Iterable<string>,
  insert: (slug: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const slug of slugs) {
    const inserted = await insert(slug);
    if (inserted) return inserted;
  }
  return undefined;
}

/** What is the same for the same values: whether readers read something else after a write than before. */
export const digestOf = (values: readonly unknown[]): string => hash('sha256', JSON.stringify(values), 'base64url');

/** A record leaves this slug: from now on it leads to the record, whatever slug that has by then. */
export const recordSlug = (db: Db, kind: store.SlugKind, oldSlug: string, id: number): Promise<void> =>
  store.upsert(db, kind, oldSlug, id);

/** A record takes this slug, so it no longer leads to one that had it before. Call it in the transaction of the write. */
export const takeSlug = (db: Db, kind: store.SlugKind, slug: string): Promise<void> => store.remove(db, kind, slug);

/**
 * The id of the record that had this slug last. Ask it only when no living record has the slug.
 * The record may be a draft or deleted by now: say nothing of it to the public before that is looked at.
 */
export const findMoved = (db: Db, kind: store.SlugKind, slug: string): Promise<number | undefined> =>
  store.findTarget(db, kind, slug);

/** Slugs that were left, with the id of the record that had each last; the same care as with `findMoved`. @param only of some records */
export const allMoved = (
  db: Db,
  kind: store.SlugKind,
  only?: readonly number[],
): Promise<{ slug: string; id: number }[]> => store.list(db, kind, only);

/** The slugs that lead to each of these records, the last one left first; records without any are left out of the map. */
export async function formerSlugs(db: Db, kind: store.SlugKind, ids: number[]): Promise<Map<number, string[]>> {
  const rows = ids.length === 0 ? [] : await store.listOf(db, kind, ids);
  return rows.reduce((map, { slug, id }) => map.set(id, [...(map.get(id) ?? []), slug]), new Map<number, string[]>());
}
