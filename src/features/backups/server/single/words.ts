import { formatMicros } from '../../../../platform/money.ts';
import type { PutBack, PutBackField } from '../../../../platform/server/kept-rows/kept-rows.ts';

const MAX_TEXT = 60;

/** A value of a column, in one line. */
function valueOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number' && field.endsWith('_micros')) return formatMicros(BigInt(value));
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
  return typeof value === 'string' ? `"${short}"` : short;
}

const fieldLine = ({ field, now, back }: PutBackField): string => {
  const [is, was] = [valueOf(field, now), valueOf(field, back)];
  // long texts may differ where nobody sees it
  return `    ${field}: ${is === was ? `${is}, with other words further on` : `${is} -> ${was}`}`;
};

/** What is done about one row: a line, and one for each column that changes. @param isNew it was deleted for good, and is made again */
export function rowLines(one: PutBack, name: string, isNew: boolean): string[] {
  if (isNew) return [`  ${name} is made again`];
  if (one.does === 'remove') return [`  ${name} came after the backup, and goes`];
  const fields = one.fields.filter(({ field }) => field !== 'deleted_at').map(fieldLine);
  return [
    `  ${name} ${one.does === 'change' ? 'changes' : 'comes out of the trash'}${fields.length > 0 ? ':' : ''}`,
    ...fields,
  ];
}
