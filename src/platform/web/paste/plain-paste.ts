import type { ClipboardEvent } from 'react';
import { shortened } from '../../text/letters.ts';

/** What a paste into a field without markup became. @property left '' when all of it is there */
export type PlainPaste = { lines: string[]; left: string };

/** What plain text alone would say wrongly: 10³ as 103, a crossed-out price as a price, cells as one word. */
const TELLING =
  /<(sup|sub|s|strike|del|table|tr|td|li|math)\b|line-through|vertical-align:\s*(super|sub|-?\d)|mso-(list|text-raise|char-type|hide)|font-family:\s*(symbol|wingdings)/i;
const PARTED = /[\t\r\n\u2028\u2029]|[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/;

type Options = {
  /** Signs before items are kept as text: where lines may stand, "3." says something. */
  hasSigns: boolean;
  onPasted: (pasted: PlainPaste) => void;
};

/**
 * Takes a paste over when its plain text would not say the same. @returns whether it did; else the browser pastes as ever.
 * The reader of clipboards is heavy and comes only then.
 */
export function takePlainPaste(event: ClipboardEvent<HTMLElement>, { hasSigns, onPasted }: Options): boolean {
  const html = event.clipboardData.getData('text/html');
  const text = event.clipboardData.getData('text/plain');
  if (!TELLING.test(html) && !PARTED.test(text)) return false;
  event.preventDefault();
  void read(html, text).then(({ lines, left }) => {
    onPasted({ lines: lines.map((line) => (hasSigns ? line.sign : '') + line.text), left });
  });
  return true;
}

async function read(html: string, text: string): Promise<{ lines: { sign: string; text: string }[]; left: string }> {
  try {
    const [{ pastedLines, plainLines }, { leftOutWords }] = await Promise.all([
      import('./paste.ts'),
      import('./left-out.ts'),
    ]);
    if (html === '') return { lines: plainLines(text), left: '' };
    const { lines, left } = pastedLines(html);
    return { lines, left: leftOutWords(left) };
  } catch {
    // the part could not be loaded: better the text as the browser has it than none
    return { lines: text.split(/\r\n?|\n/).map((line) => ({ sign: '', text: line })), left: '' };
  }
}

/** Lines in a field of one line: parted so that no two run together. */
export const inOneLine = (lines: readonly string[]): string =>
  lines.reduce((all, line) => (all === '' ? line : `${all}${/[.,;:!?]$/.test(all) ? ' ' : '; '}${line}`), '');

/** A row of a list in which each has a name and a value. */
type Row = { key: string; value: string };

/** Lines as rows: what stands before the first ": " or " | " is the name. @returns undefined where nothing is parted, or there is but one bare line */
export function asRows(lines: readonly string[]): Row[] | undefined {
  const rows = lines.map((line): Row => {
    const [, key = line, value = ''] = /^(.+?)(?:: | \| )(.*)$/s.exec(line) ?? [];
    // cells at the end that are empty say nothing
    return { key, value: value.replace(/(?:\s*\|)+$/, '') };
  });
  return rows.some(({ value }) => value !== '') ? rows : undefined;
}

const MAX_NAMED = 3;

/** What a paste left out, in a sentence. @param beyond lines for which there is no place; '' of it all when all is there */
export function leftSentence(left: string, beyond: readonly string[]): string {
  const named = beyond.slice(0, MAX_NAMED).map((line) => `“${shortened(line, 41)}”`);
  const more = beyond.length > MAX_NAMED ? ', …' : '';
  const rest = `${beyond.length} ${beyond.length === 1 ? 'line' : 'lines'} without a place here (${named.join(', ')}${more})`;
  const all = [...(left ? [left] : []), ...(beyond.length > 0 ? [rest] : [])];
  return all.length > 0 ? `Left out of what was pasted: ${all.join(', ')}.` : '';
}

/** Puts text where the cursor is, as if it was typed, so that Ctrl+Z takes it back. */
export function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  input.focus();
  // the one way that keeps the history of the field
  // oxlint-disable-next-line typescript/no-deprecated -- nothing has taken its place
  const isTyped = typeof document.execCommand === 'function' && document.execCommand('insertText', false, text);
  if (isTyped) return;
  const from = input.selectionStart ?? input.value.length;
  const value = `${input.value.slice(0, from)}${text}${input.value.slice(input.selectionEnd ?? from)}`;
  // past the setter that React puts on the element, so that it sees a change
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
