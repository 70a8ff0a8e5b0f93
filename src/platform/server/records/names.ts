import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../errors.ts';
import { fold } from '../../text/fold.ts';
import { brokenConstraint, type Db } from '../postgres/postgres.ts';

/** Records of which no two names may be the same word. */
export type Named = {
  table: string;
  /** As the refusal says it: "an offer". */
  noun: string;
  /** Where the names are looked for; everywhere unless said. */
  among?: RawBuilder<boolean>;
  /** What follows the name in the refusal: " in this network". */
  place?: string;
};

const LIVING = sql<boolean>`deleted_at is null`;

/** For tables with a trash: what lies there keeps no name from others. */
export const amongLiving = (more: RawBuilder<boolean> = sql`true`): RawBuilder<boolean> =>
  sql<boolean>`${LIVING} and ${more}`;

/**
 * Refuses a name that folds like that of another record, and says which. Two names given at once wait for each other, so call it in the
 * transaction of the write. Names of before that fold alike stay: call it for a name that is new.
 * @param exceptId the record that is to have the name
 * @throws AppError name_taken
 */
export async function refuseTakenName(trx: Db, of: Named, name: string, exceptId = 0): Promise<void> {
  const folded = fold(name);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${of.table} ${folded}`}, 0))`.execute(trx);
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(of.table)}
     where folded(name) = ${folded} and id <> ${exceptId} and ${of.among ?? sql`true`} order by id limit 1`.execute(
    trx,
  );
  if (rows[0]) throw nameTaken(of, rows[0].name);
}

/** Is a name another word than before? */
export const isRenamed = (old: string, name: string | undefined): boolean =>
  name !== undefined && fold(name) !== fold(old);

/** @param name of the record that has it */
export const nameTaken = ({ noun, place = '' }: Named, name: string): AppError =>
  new AppError('name_taken', `There is already ${noun} called "${name}"${place}.`, {
    errors: { name: [`is already taken${place}`] },
  });

/** @param slug of the record that has it */
export const slugTaken = (slug: string): AppError =>
  new AppError('slug_taken', `The slug "${slug}" is already in use.`, { errors: { slug: ['is already in use'] } });

/**
 * Says of a write what another one took a moment before, by the unique indexes `{table}_name_idx` and `{table}_slug_idx`.
 * @throws AppError name_taken | slug_taken
 */
export async function refuseTakenBy<T>(
  of: Named,
  { name, slug = '' }: { name: string; slug?: string | undefined },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === `${of.table}_slug_idx`) throw slugTaken(slug);
    if (constraint === `${of.table}_name_idx`) throw nameTaken(of, name);
    throw error;
  }
}
