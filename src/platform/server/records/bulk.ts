import type { BulkChangesReply } from '../../paging.ts';
import { AppError, invalid } from '../../errors.ts';
import { inTransaction, type Db, type Trx } from '../postgres/postgres.ts';

type Told = Pick<BulkChangesReply['data'][number], 'changes' | 'message'>;

/** How one record is changed, and what of it is told. */
type Way<Row, Id> = {
  /** Holds it until the transaction ends. */
  read: (trx: Trx, id: Id) => Promise<Row>;
  change: (trx: Trx, row: Row) => Promise<unknown>;
  /** What may change, in words: the name of each thing and how it stands. */
  tell: (row: Row) => Record<string, string>;
  /** What else follows, judged before it changes. */
  warn?: (trx: Trx, row: Row) => Promise<string | null>;
  /** Said of a change that nothing was refused of; without it the sentence counts. */
  done?: string;
};

/** Takes back what a transaction did, which went well. */
class NotToBeKept extends Error {
  readonly told: Told;
  constructor(told: Told) {
    super();
    this.told = told;
  }
}

/**
 * Changes many records, each in a transaction of its own and judged by itself, telling what became of each. A dry run goes the very same
 * way and takes it back, so that what it says is what would happen. One that was so already is left alone.
 */
export async function changeOrForesee<Row, Id = number>(
  db: Db,
  { ids, dry_run: isDry = false }: { ids: readonly Id[]; dry_run?: boolean | undefined },
  { read, change, tell, warn, done }: Way<Row, Id>,
): Promise<BulkChangesReply<Id>> {
  const foresee = (id: Id): Promise<Told> =>
    inTransaction(db, async (trx) => {
      const row = await read(trx, id);
      const warning = (await warn?.(trx, row)) ?? null;
      await change(trx, row);
      const changes = differences(tell(row), tell(await read(trx, id)));
      const told = { changes, message: changes.length > 0 ? warning : null };
      if (isDry || changes.length === 0) throw new NotToBeKept(told);
      return told;
    });
  const data: BulkChangesReply<Id>['data'] = [];
  for (const id of new Set(ids)) {
    try {
      data.push({ id, ok: true, error: null, ...(await foresee(id)) });
    } catch (error) {
      if (error instanceof NotToBeKept) data.push({ id, ok: true, error: null, ...error.told });
      else if (error instanceof AppError)
        data.push({ id, ok: false, error: error.code, changes: [], message: error.message });
      else throw error;
    }
  }
  const isWhole = !isDry && data.every((one) => one.ok);
  return { data, message: (isWhole && done) || said(data, isDry) };
}

function differences(before: Record<string, string>, after: Record<string, string>): Told['changes'] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all]
    .map((what) => ({ what, before: before[what] ?? null, after: after[what] ?? null }))
    .filter((one) => one.before !== one.after);
}

function said(data: readonly { ok: boolean; changes: readonly unknown[] }[], isDry: boolean): string {
  const changed = data.filter((one) => one.changes.length > 0).length;
  const refused = data.filter((one) => !one.ok).length;
  const same = data.length - changed - refused;
  return [
    `${changed} of ${data.length} ${isDry ? 'would change' : 'changed'}`,
    same > 0 && `${same} ${same === 1 ? 'is' : 'are'} so already`,
    refused > 0 && `${refused} refused`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.');
}

/** The tags of a record with one more or one less. @throws AppError validation_failed beyond the most that it may have */
export function tagsAfter(
  tags: readonly string[],
  act: { do: 'add_tag' | 'remove_tag'; tag: string },
  most: number,
): string[] {
  const others = tags.filter((tag) => tag !== act.tag);
  if (act.do === 'remove_tag') return others;
  if (others.length < tags.length) return [...tags];
  if (tags.length >= most) throw invalid('act.tag', `would be more than ${most} tags`);
  return [...tags, act.tag];
}
