import type { Row } from '../../../../platform/server/kept-rows/kept-row.ts';
import type { Trx } from '../../../../platform/server/postgres/postgres.ts';
import * as store from './store-single.ts';
import { RECORDS } from './tables.ts';

/** A row of the backup that is to be as it was. `now`: what there is of it; undefined where it was deleted for good. */
export type Wanted = { table: string; id: number; past: Row; now: Row | undefined };

export type Gathered = {
  /** What others name comes before them, and parts after what they are of. */
  records: Wanted[];
  /** What does not come back, or not as it was, in sentences. */
  notes: string[];
  /** `table id` of parts of the backup that stay as they are now, or away. */
  leftOut: ReadonlySet<string>;
};

type Sides = { past: Trx; now: Trx; withMissing: boolean };

export const nameOf = (table: string, row: Row): string => {
  const name = titleOf(row);
  return `${RECORDS[table]!.word} ${String(row['id'])}${name === '' ? '' : ` "${name}"`}`;
};

/** Empty for what has none. */
export const titleOf = ({ title, name }: Row): string =>
  [title, name].find((text): text is string => typeof text === 'string' && text !== '') ?? '';

const isLive = (row: Row | undefined): row is Row => row !== undefined && row['deleted_at'] == null;
/** Ids count on: where another record has the id, the site was put back to an earlier state in between. */
const isOther = (past: Row | undefined, now: Row | undefined): boolean =>
  past !== undefined && now !== undefined && past['created_at'] !== now['created_at'];

/**
 * Takes a record of a backup together with its parts, and with what it names and is gone where that is wanted.
 * @throws Error with a sentence where it cannot be without something that is gone
 */
export async function gather({ past, now, withMissing }: Sides, table: string, root: Row): Promise<Gathered> {
  const records: Wanted[] = [];
  const notes: string[] = [];
  const leftOut = new Set<string>();
  const seen = new Map<string, boolean>();
  const one = async (side: Trx, of: string, id: unknown): Promise<Row | undefined> =>
    (await store.rowsBy(side, of, 'id', [id]))[0];

  /** @returns whether it comes back */
  async function take(of: string, given: Row): Promise<boolean> {
    const key = `${of} ${String(given['id'])}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, true);
    const row = { ...given };
    const present = await one(now, of, row['id']);
    if (isOther(row, present)) {
      if (row['id'] === root['id'] && of === table)
        throw new Error(
          `The ${nameOf(of, present!)} of now is another one than the ${nameOf(of, row)} of the backup, under the same id. Nothing was changed.`,
        );
      return leave(of, row, `its id is that of another ${RECORDS[of]!.word} by now`);
    }
    for (const { column, to, without } of RECORDS[of]!.references) {
      if (row[column] == null) continue;
      const id = await settle(to, row[column]);
      if (id !== undefined) {
        row[column] = id;
        continue;
      }
      const named = await one(past, to, row[column]);
      const what = named ? nameOf(to, named) : `${RECORDS[to]!.word} ${Number(row[column])}`;
      const hint = named && isLive(named) && !withMissing ? ' (--with-missing brings it back too)' : '';
      if (without === 'refused')
        throw new Error(`The ${nameOf(of, row)} needs the ${what}, which is gone${hint}. Nothing was changed.`);
      if (without === 'left_out') return leave(of, row, `the ${what} is gone${hint}`);
      notes.push(
        `${nameOf(of, row)} comes back without its ${column.replace(/_id$/, '').replaceAll('_', ' ')}: the ${what} is gone${hint}`,
      );
      row[column] = null;
    }
    records.push({ table: of, id: Number(row['id']), past: row, now: present });
    for (const { table: part, by } of RECORDS[of]!.parts)
      for (const child of await store.rowsBy(past, part, by, [row['id']])) if (isLive(child)) await take(part, child);
    return true;
  }

  function leave(of: string, row: Row, why: string): false {
    const key = `${of} ${String(row['id'])}`;
    seen.set(key, false);
    leftOut.add(key);
    notes.push(`${nameOf(of, row)} is left out: ${why}`);
    return false;
  }

  /** @returns the id by which what a row names is there, or will be */
  async function settle(to: string, id: unknown): Promise<unknown> {
    const [named, present] = [await one(past, to, id), await one(now, to, id)];
    if (isLive(present) && !isOther(named, present)) return id;
    if (named && RECORDS[to]!.isSameBySlug) {
      const same = (await store.rowsBy(now, to, 'slug', [named['slug']]))[0];
      if (same) return same['id'];
    }
    const comes = withMissing && isLive(named) && !isOther(named, present) && (await take(to, named));
    return comes || seen.get(`${to} ${String(id)}`) === true ? id : undefined;
  }

  await take(table, root);
  return { records, notes, leftOut };
}
