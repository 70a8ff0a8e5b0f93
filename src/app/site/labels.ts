/** Words, dates and numbers as readers see them. */
import { textOfHtml } from '../../platform/text/html-text.ts';
import { beginning } from '../../platform/text/letters.ts';

// Making a formatter costs a hundred times what using it does.
const dates = new Map<string, Intl.DateTimeFormat>();
const amounts = new Map<string, Intl.NumberFormat>();

// A page names the same instant over and over.
let last = { key: '', text: '' };

function formatDate(iso: string, timeZone: string, dateStyle: 'long' | 'medium'): string {
  const style = `${dateStyle} ${timeZone}`;
  const key = `${style} ${iso}`;
  if (last.key === key) return last.text;
  let formatter = dates.get(style);
  if (!formatter) dates.set(style, (formatter = new Intl.DateTimeFormat('en-US', { dateStyle, timeZone })));
  last = { key, text: formatter.format(new Date(iso)) };
  return last.text;
}

/** `November 21, 2026` in the site's zone. */
export const longDate = (iso: string, timeZone: string): string => formatDate(iso, timeZone, 'long');

/** `Nov 21, 2026` in the site's zone. */
export const shortDate = (iso: string, timeZone: string): string => formatDate(iso, timeZone, 'medium');

/** `1 product`, `3 products`. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/**
 * An exact decimal as money: `$39.00`.
 * @param decimal as `formatMicros` writes it; never a float, so that no cent is lost
 */
export function money(decimal: string, currency: string): string {
  let formatter = amounts.get(currency);
  if (!formatter) amounts.set(currency, (formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency })));
  return formatter.format(decimal as Intl.StringNumericLiteral);
}

/** The first sentences of an HTML text as plain text, cut at a word. @param max in characters, the ellipsis included */
export function excerpt(html: string | null, max = 150): string {
  const text = textOfHtml(html)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1');
  return beginning(text, max);
}
