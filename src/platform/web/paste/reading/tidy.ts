import type { Inline, Space } from '../blocks.ts';

/** A tab between cells that stand in one line. */
export const CELL_GAP = ' | ';

/** "1.", "a)", "(iv)" at the begin of a line: the tab behind it parts no cells. */
const ITEM_SIGN = /^\(?[\p{L}\d]{1,4}(\.\d+)*[.)]$|^[•·▪◦‣–]$/u;

/** The text of one block as it was shown: blanks counted once, tabs as borders of cells, nothing at its edges. @returns [] for no text */
export function tidy(inlines: readonly Inline[]): Inline[] {
  const out: Inline[] = [];
  for (const inline of inlines.flatMap(splitLines)) {
    if (inline.kind === 'break') {
      trimEnd(out);
      // a line that only parts others counts once
      if (out.length > 0) out.push(inline);
      continue;
    }
    const text = visible(inline.text, out, inline.space);
    if (text !== '') out.push({ ...inline, text, space: 'normal' });
  }
  for (;;) {
    trimEnd(out);
    if (out.at(-1)?.kind !== 'break') return out;
    out.pop();
  }
}

function splitLines(inline: Inline): Inline[] {
  if (inline.kind === 'break' || inline.space === 'normal') return [inline];
  return inline.text
    .split(/\r\n?|\n/)
    .flatMap((text, i): Inline[] => (i === 0 ? [{ ...inline, text }] : [{ kind: 'break' }, { ...inline, text }]));
}

function visible(raw: string, before: readonly Inline[], space: Space): string {
  const last = before.at(-1);
  const keepsBlanks = space === 'all';
  let text = raw;
  if (space !== 'normal') {
    // asked only where it matters: a long paragraph has many pieces
    const line = lineOf(before);
    text = raw.replace(/[ \u00a0]*\t[ \t\u00a0]*/g, (_gap, at: number) => {
      const head = (line + raw.slice(0, at)).trim();
      if (head === '') return '';
      return ITEM_SIGN.test(head) || head.endsWith('|') ? ' ' : CELL_GAP;
    });
  }
  if (keepsBlanks) return text.replace(/^ +|  +/g, (gap) => '\u00a0'.repeat(gap.length));
  text = text.replace(/[ \t\n\r\f]+/g, ' ');
  if (last === undefined || last.kind === 'break') return text.replace(/^[ \u00a0]+/, '');
  return last.text.endsWith(' ') ? text.replace(/^ +/, '') : text;
}

function lineOf(inlines: readonly Inline[]): string {
  const from = inlines.findLastIndex(({ kind }) => kind === 'break') + 1;
  return inlines
    .slice(from)
    .map((inline) => (inline.kind === 'text' ? inline.text : ''))
    .join('');
}

function trimEnd(inlines: Inline[]): void {
  for (let last = inlines.at(-1); last?.kind === 'text'; last = inlines.at(-1)) {
    const text = last.text.replace(/[ \u00a0]+$/, '');
    inlines.pop();
    if (text === '') continue;
    inlines.push({ ...last, text });
    return;
  }
}
