import { textOfHtml } from '../../../text/html-text.ts';

/** A form value as people read it: rich text without its tags, lists line by line. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return plainText(value) || '(empty)';
  if (Array.isArray(value)) return value.map(entryWords).join('\n') || '(empty)';
  if (typeof value === 'object') return entryWords(value) || '(empty)';
  return JSON.stringify(value);
}

/** A pair as `key = value`; any other record by its parts. */
function entryWords(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return valueWords(entry);
  const parts = Object.entries(entry).filter(([, part]) => part !== null && part !== undefined && part !== '');
  if ('key' in entry && 'value' in entry && Object.keys(entry).length === 2) {
    return `${valueWords(entry.key)} = ${valueWords(entry.value)}`;
  }
  return parts.map(([, part]) => valueWords(part)).join(' · ');
}

/** The text of HTML, every block on a line of its own; a text without tags stays as it is. */
const plainText = (text: string): string =>
  /<\/?[a-z][^>]*>/i.test(text) ? textOfHtml(text, { hasItemSigns: true }) : text;
