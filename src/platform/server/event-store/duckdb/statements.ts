import { randomBytes } from 'node:crypto';
import type { Forgotten, LoadedFiles } from '../batch.ts';
import type { Cell } from '../event-store.ts';
import { quoted, type DescribedColumn } from './moments.ts';

/** Adds the rows of a file; see the port. */
export function loadStatement({ table, columns, paths }: LoadedFiles, known: readonly DescribedColumn[]): string {
  const from = `read_parquet([${paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}])`;
  const instants = new Set(known.flatMap(({ name, isInstant }) => (isInstant ? [name] : [])));
  // another engine writes instants with a zone
  const given = columns.map((name) => (instants.has(name) ? `cast(${quoted(name)} as timestamp)` : quoted(name)));
  return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) select ${given.join(', ')} from ${from}`;
}

/** Forgets who rows were of, and notes their hours; see the port. */
export function forgetStatements(
  { table, columns, recode, where }: Forgotten,
  noted: readonly string[] | undefined,
): { sql: string; params: Cell[] }[] {
  const params: Cell[] = [];
  const bind = (value: Cell): string => `$${params.push(value)}`;
  // a secret of this call alone: the codes of two calls have nothing in common
  const salt = randomBytes(16).toString('hex');
  const chosen =
    'before' in where
      ? `${quoted(where.column)} < cast(${bind(where.before)} as timestamp)`
      : `${quoted(where.column)} in (${where.values.map(bind).join(', ')})`;
  const rows = `${chosen} and (${columns.map((column) => `${quoted(column)} is not null`).join(' or ')})`;
  const ofRows = [...params];
  const sets = [
    ...columns.map((column) => `${quoted(column)} = null`),
    ...recode.map((column) => `${quoted(column)} = (hash(${quoted(column)}, ${bind(salt)}) >> 12)::bigint`),
  ];
  const update = { sql: `update ${quoted(table)} set ${sets.join(', ')} where ${rows}`, params };
  if (!noted) return [update];
  const keys = ["date_trunc('hour', ts)", ...noted.map(quoted)].join(', ');
  return [
    {
      sql: `insert into touched.${quoted(table)} select distinct ${keys} from ${quoted(table)} where ${rows}`,
      params: ofRows,
    },
    update,
  ];
}
