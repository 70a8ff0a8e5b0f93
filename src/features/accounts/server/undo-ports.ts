import { AppError } from '../../../platform/errors.ts';
import type { Clock } from '../../../platform/time.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { PutBack } from '../../../platform/server/kept-rows/kept-rows.ts';
import { brokenConstraint, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { checkNow, type Entry } from './undo/store-undo.ts';

/** The transaction in which a change is taken back. */
export type Inside = { db: Trx; clock: Clock };

/** Puts rows of some tables back, through the services of their feature. */
export type RowPort = {
  /** By table what the audit calls its records. */
  entities: Readonly<Record<string, string>>;
  /** Columns that lead readers or letters somewhere: whoever puts them back has typed the password of late. */
  asksFor?: readonly string[];
  /** @throws AppError what the feature would refuse of anybody */
  takeBack(inside: Inside, actor: Actor, plan: readonly PutBack[]): Promise<void>;
};

/** Takes back what is history and no row, such as an import. */
export type EntryPort = {
  /** What is done, in words that come after "This": "takes the import back". */
  words: string;
  takeBack(inside: Inside, actor: Actor, entry: Entry): Promise<void>;
};

/** What the application knows of later features. */
export type UndoPorts = {
  /** In the order in which what is gone is brought back: what others name comes first. */
  rows: readonly RowPort[];
  /** By `entity action`. */
  entries: Readonly<Record<string, EntryPort>>;
  /** Why a change cannot be taken back, by `entity action` or by `entity`. */
  reasons: Readonly<Record<string, string>>;
};

type Rows = Pick<UndoPorts, 'rows'>;

/**
 * Puts rows back through their features, those first that others name.
 * @throws AppError what a feature refuses | conflict with details.constraint where something stands in its way
 */
export async function putBack({ rows }: Rows, inside: Inside, actor: Actor, plan: readonly PutBack[]): Promise<void> {
  try {
    for (const { entities, takeBack } of rows) {
      const own = plan.filter(({ table }) => table in entities);
      if (own.length > 0) await takeBack(inside, actor, own);
    }
    // what is checked only at the end of a transaction is refused here, where it can be said
    await checkNow(inside.db);
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === undefined) throw error;
    throw new AppError(
      'conflict',
      'Something that came since stands in its way: it uses what would go, or has taken its name or place.',
      { cause: error, details: { constraint } },
    );
  }
}

/** What the audit calls the record. */
export const entityIn = ({ rows }: Rows, { table }: Pick<PutBack, 'table'>): string =>
  rows.map(({ entities }) => entities[table]).find((one) => one !== undefined) ?? table;

/** What a person calls it. */
export const nameIn = (ports: Rows, one: Pick<PutBack, 'table' | 'key' | 'row'>): string => {
  const { name, title } = one.row;
  return (
    [name, title].find((text): text is string => typeof text === 'string' && text !== '') ??
    (one.key === 'true' ? entityIn(ports, one) : `${entityIn(ports, one)} ${one.key}`)
  );
};
