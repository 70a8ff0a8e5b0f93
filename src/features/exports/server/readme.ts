import { RECORDS } from './description/all.ts';
import { wordsFor, type Described } from './description/described.ts';
import { EVENT_COLUMNS, type EventType } from './description/events.ts';
import { LEFT_OUT } from './description/site.ts';
import { describeType, type Column } from './record-text.ts';
import type { TableShape } from './store-records.ts';

const EVENT_TYPES: Record<EventType, string> = {
  text: 'text',
  integer: 'whole number',
  bigint: 'whole number',
  boolean: 'true or false',
  instant: 'instant',
  json: 'JSON',
};

const HEAD = `# What is in this folder

Everything that belongs to the owner of this site, as plain files. \`npm run import-export -- FOLDER\` brings it into an empty site.

**Keep it to yourself**: it holds messages of readers, email addresses of the team, and the keys in the postback addresses of networks.

- \`manifest.json\`: format version, program version, instant, counts, and for each file its SHA-256, size and rows; what was left out and what has to be entered again.
- \`records/*.jsonl\`: one JSON object a line (UTF-8), one file for each kind of record, in the order of its key.
- \`events/YYYY-MM.csv\`: what happened on the site, by month (UTC), in the order of time. Comma, quotes doubled within quotes. An empty field is no value; \`""\` is an empty text.
- \`pictures/\`: the pictures under their keys. The manifest has the content type of each, \`records/media.jsonl\` all else.

Instants are ISO 8601 in UTC, days are YYYY-MM-DD. Money is a whole number of millionths of the currency unit (\`_micros\`): "12500000" with EUR is 12.50 EUR. Whole numbers that may be greater than 2^53 are written as text in JSON.
`;

const table = (head: string, rows: readonly string[][]): string =>
  [head, head.replaceAll(/[^|]+/g, '---'), ...rows.map((cells) => `|${cells.join('|')}|`)].join('\n');

/** The columns of a table that stand in its file, by the names that they have there. */
export function exportedColumns({ leftOut = {}, opened = {} }: Described, shape: TableShape): Column[] {
  return shape.columns
    .filter(({ name }) => !(name in leftOut))
    .map(({ name, type, isNullable }) => ({ name: opened[name] ?? name, type, isNullable }));
}

/** The document of the folder, made of the very description that the files are written by. @throws Error for what nobody described */
export function writeReadme(shapes: ReadonlyMap<string, TableShape>): string {
  const parts = RECORDS.map((described) => {
    const { file, what, leftOut = {} } = described;
    const rows = exportedColumns(described, shapes.get(described.table)!).map((column) => {
      const words = wordsFor(described, column.name);
      if (words === undefined) throw new Error(`Nobody described ${described.table}.${column.name}.`);
      return [`\`${column.name}\``, `${describeType(column.type)}${column.isNullable ? ' or null' : ''}`, words];
    });
    const without = Object.entries(leftOut).map(([name, reason]) => `\`${name}\` (${reason})`);
    return `## records/${file}.jsonl\n\n${what}\n\n${table('|field|type|what it is|', rows)}\n${without.length > 0 ? `\nLeft out: ${without.join(', ')}.\n` : ''}`;
  });
  const events = Object.entries(EVENT_COLUMNS).map(([name, [type, words]]) => [
    `\`${name}\``,
    EVENT_TYPES[type],
    words,
  ]);
  const left = Object.entries(LEFT_OUT).map(([name, reason]) => [`\`${name}\``, reason]);
  return `${HEAD}\n## events/YYYY-MM.csv\n\n${table('|column|type|what it is|', events)}\n\n${parts.join('\n')}\n## Left out\n\n${table('|what|why|', left)}\n`;
}
