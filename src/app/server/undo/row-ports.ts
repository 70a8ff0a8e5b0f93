import { recordAudit } from '../../../features/accounts/server/service.ts';
import type { Inside, RowPort } from '../../../features/accounts/server/undo-ports.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Row } from '../../../platform/server/kept-rows/kept-row.ts';
import { columnsOf, insertAgain, type PutBack, remove } from '../../../platform/server/kept-rows/kept-rows.ts';

type One = (inside: Inside, actor: Actor, id: number) => Promise<unknown>;
type Put = (inside: Inside, actor: Actor, id: number, columns: never) => Promise<unknown>;

/** What a change left is put back, column by column. */
const backOf = ({ fields }: PutBack, without?: string): Row =>
  Object.fromEntries(fields.filter(({ field }) => field !== without).map(({ field, back }) => [field, back]));

export const columnsBack = async (inside: Inside, one: PutBack, without?: string): Promise<Row | undefined> => {
  const part = backOf(one, without);
  return Object.keys(part).length === 0 ? undefined : columnsOf(inside.db, one.table, part);
};

/** Records with a trash: what was made goes there, and what was deleted comes back out of it, by the services that do so for everybody. */
export function recordPort(
  [table, entity]: [table: string, entity: string],
  does: { put: Put; remove: One; restore: One },
  asksFor: readonly string[] = [],
): RowPort {
  return {
    entities: { [table]: entity },
    asksFor,
    async takeBack(inside, actor, plan) {
      for (const one of plan) {
        const id = Number(one.key);
        if (one.does === 'bring_back') await does.restore(inside, actor, id);
        // of what goes into the trash nothing else need be put back unless the same change had changed it too
        const columns =
          one.does === 'remove' && isMadeBy(one) ? undefined : await columnsBack(inside, one, 'deleted_at');
        if (columns) await does.put(inside, actor, id, columns as never);
        if (one.does === 'remove') await does.remove(inside, actor, id);
      }
    },
  };
}

/** It was not there before the change; then the fields are those that were changed since. */
const isMadeBy = ({ does, fields }: PutBack): boolean =>
  does === 'remove' && !fields.some(({ field, back }) => field === 'deleted_at' && back !== null);

/** Records of which there is only one. */
export const onlyPort = (
  [table, entity]: [table: string, entity: string],
  put: (inside: Inside, actor: Actor, columns: never) => Promise<unknown>,
  asksFor: readonly string[] = [],
): RowPort => ({
  entities: { [table]: entity },
  asksFor,
  async takeBack(inside, actor, plan) {
    for (const one of plan) await put(inside, actor, (await columnsBack(inside, one)) as never);
  },
});

const nameOf = ({ name }: Row): string => (typeof name === 'string' ? name : '');

/**
 * Records that are deleted for good: they come back under their id.
 * @param does `came` judges one that is back, `goes` one that is about to go
 */
export function lastingPort(
  [table, entity]: [table: string, entity: string],
  does: {
    put: Put;
    came?: (inside: Inside, id: number, row: Row) => Promise<unknown>;
    goes?: (inside: Inside, id: number, row: Row) => Promise<unknown>;
  },
  asksFor: readonly string[] = [],
): RowPort {
  return {
    entities: { [table]: entity },
    asksFor,
    async takeBack(inside, actor, plan) {
      const { db } = inside;
      const note = (id: number, row: Row, what: object) =>
        recordAudit(db, actor, { action: 'undo', entity, id, name: nameOf(row) || `#${id}`, ...what });
      // the last that went comes back first, and the last that came goes first
      for (const one of plan.toReversed()) {
        const id = Number(one.key);
        if (one.does === 'bring_back') {
          await insertAgain(db, table, one.key, one.row);
          await does.came?.(inside, id, one.row);
          await note(id, one.row, { after: one.row });
        } else if (one.does === 'remove') {
          await does.goes?.(inside, id, one.row);
          await remove(db, table, one.key);
          await note(id, one.row, {});
        } else await does.put(inside, actor, id, (await columnsBack(inside, one)) as never);
      }
    },
  };
}
