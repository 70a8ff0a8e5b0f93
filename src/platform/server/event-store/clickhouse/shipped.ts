import { randomUUID } from 'node:crypto';
import type { Engine } from './engine.ts';

/** Under this name, which no cursor has, stands the id of the store. */
const ID = '';
export const nameOfFilling = '(filling)';

const TABLE = `create table if not exists shipped (
  cursor String, position String, token UInt64, at DateTime64(3, 'UTC') default now64(3, 'UTC')
) engine = ReplacingMergeTree(token) order by cursor`;

type Row = { cursor: string; position: string; token: number };
type Looked = { id: string; token: number; isFilling: boolean; position: string | undefined };

/** Who the store is, how often it was written to, and where each cursor is: one small table, of which the newest line of a name counts. */
export function createShipped(engine: Engine) {
  async function look(name: string): Promise<Looked> {
    const rows = await engine.read<Row>(
      'select cursor, position, token from shipped final where cursor in ($1, $2, $3)',
      [ID, nameOfFilling, name],
    );
    const of = (cursor: string): Row | undefined => rows.find((row) => row.cursor === cursor);
    return {
      id: of(ID)?.position ?? '',
      token: of(ID)?.token ?? 0,
      isFilling: of(nameOfFilling)?.position === 'true',
      position: name === ID ? undefined : of(name)?.position,
    };
  }

  const write = (lines: Omit<Row, never>[]): Promise<void> =>
    engine.run(
      `insert into shipped (cursor, position, token) values ${lines.map((_, i) => `($${3 * i + 1}, $${3 * i + 2}, $${3 * i + 3})`).join(', ')}`,
      lines.flatMap(({ cursor, position, token }) => [cursor, position, token]),
    );

  return {
    look,
    /** Makes the table, and gives the store its name. */
    async begin(): Promise<void> {
      await engine.run(TABLE);
      if ((await look(ID)).id === '') await write([{ cursor: ID, position: randomUUID(), token: 0 }]);
    },
    /** Something was written. @param moved a cursor that moves with it */
    async note(moved?: { cursor: string; position: string }): Promise<void> {
      const { id, token } = await look(ID);
      const next = token + 1;
      await write([{ cursor: ID, position: id, token: next }, ...(moved ? [{ ...moved, token: next }] : [])]);
    },
  };
}

export type Shipped = ReturnType<typeof createShipped>;
