import type { Figures } from '../../../platform/server/backup/manifest.ts';
import { within } from '../../../platform/server/event-store/dialect.ts';
import type { TableMoment } from '../../../platform/server/event-store/event-store.ts';

/** What events are compared by: a moment of them, wherever it is asked. */
export type EventTable = Pick<TableMoment, 'dialect' | 'table' | 'columns' | 'query' | 'write' | 'close'>;

/** From inclusive, to exclusive. */
export type Span = { from: Date; to: Date };

export const whereIn = ({ dialect }: EventTable, span: Span): string => within(dialect, 'ts', span);

/** Stands between values, and for one that is not there: in no text of ours. */
const [BETWEEN, NOTHING] = ["'\u001f'", "'\u001e'"];

/** The text of a row that both engines make alike, whatever the order of their columns. */
function lineOf({ dialect, columns }: EventTable, names: readonly string[]): string {
  const parts = names.toSorted().map((name) => {
    const isInstant = columns.some((column) => column.name === name && column.isInstant);
    return `coalesce(${dialect.text(isInstant ? dialect.epochMs(name) : name)}, ${NOTHING})`;
  });
  return `concat(${parts.join(`, ${BETWEEN}, `)})`;
}

export type Sums = { rows: number; digest: string };

/** Of rows in no order: how many, and the sum of the digests of each. Reckoned by the engine. */
export async function sumsOf(table: EventTable, names: readonly string[], span: Span): Promise<Sums> {
  const { dialect } = table;
  const digest = dialect.sum(dialect.hash(lineOf(table, names)));
  const [found] = await table.query<{ held: number; digest: string | null }>(
    `select count(*) as held, ${digest} as digest from ${table.table} where ${whereIn(table, span)}`,
  );
  return { rows: found!.held, digest: String(found!.digest ?? '0') };
}

/** The same of each step of a span with some, in their order. */
export async function sumsBy(
  table: EventTable,
  names: readonly string[],
  stepMs: number,
  span: Span,
): Promise<(Sums & { at: number })[]> {
  const { dialect } = table;
  const found = await table.query<{ at: number; held: number; digest: string }>(
    `select ${dialect.floorTo(dialect.epochMs('ts'), stepMs)} as at, count(*) as held,
            ${dialect.sum(dialect.hash(lineOf(table, names)))} as digest
       from ${table.table} where ${whereIn(table, span)} group by 1 order by 1`,
  );
  return found.map(({ at, held, digest }) => ({ at: Number(at), rows: held, digest: String(digest) }));
}

/** The same with how many rows have something in each column: what is forgotten of rows changes that, and what comes changes `rows`. */
export async function fillingBy(
  table: EventTable,
  stepMs: number,
): Promise<{ at: number; rows: number; filled: string }[]> {
  const { dialect } = table;
  const counts = table.columns.map(({ name }, at) => `count(${name}) as n${at}`);
  const found = await table.query<Record<string, number>>(
    `select ${dialect.floorTo(dialect.epochMs('ts'), stepMs)} as at, count(*) as held, ${counts.join(', ')}
       from ${table.table} group by 1 order by 1`,
  );
  return found.map(({ at, held, ...filled }) => ({
    at: Number(at),
    rows: held!,
    filled: Object.values(filled).join(' '),
  }));
}

/** How many there are of each step of time with some, in their order. */
export async function countBy(table: EventTable, stepMs: number, span?: Span): Promise<{ at: number; rows: number }[]> {
  const { dialect } = table;
  const found = await table.query<{ at: number; held: number }>(
    `select ${dialect.floorTo(dialect.epochMs('ts'), stepMs)} as at, count(*) as held from ${table.table}
      ${span ? `where ${whereIn(table, span)}` : ''} group by 1 order by 1`,
  );
  return found.map(({ at, held }) => ({ at: Number(at), rows: held }));
}

const COUNTED: Record<string, 'visits' | 'views' | 'clicks'> = { visit: 'visits', view: 'views', click: 'clicks' };

/** Figures of reports, from the rows themselves. */
export async function figuresOf({ dialect, table, query }: EventTable): Promise<Figures> {
  const figures: Figures = { visits: 0, views: 0, clicks: 0, conversions: 0, earned: {}, spent: {} };
  for (const { type, held, conversions } of await query<{ type: string; held: number; conversions: string | null }>(
    `select type, count(*) as held, ${dialect.sum('delta_count')} as conversions from ${table} group by type`,
  )) {
    const name = COUNTED[type];
    if (name !== undefined) figures[name] = held;
    if (type === 'conversion') figures.conversions = Number(conversions ?? 0);
  }
  const sums = async (micros: string, currency: string, where: string): Promise<Record<string, string>> => {
    const rows = await query<{ currency: string; micros: string }>(
      `select ${currency} as currency, ${dialect.sum(micros)} as micros from ${table}
        where ${where} and ${currency} is not null and ${micros} is not null group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map((row) => [row.currency, String(row.micros)]));
  };
  figures.earned = await sums('delta_micros', 'currency', "type = 'conversion'");
  figures.spent = await sums('cost_micros', 'cost_currency', 'true');
  return figures;
}
