import { type Block, type Inline, type LeftOut, type Numbering, paragraph } from './blocks.ts';
import { gatherLists } from './reading/lists.ts';
import { BULLETS, numberingOf } from './reading/numbering.ts';
import { readPasted } from './reading/read.ts';
import { visibleOnly } from './reading/signs.ts';
import { tidy } from './reading/tidy.ts';
import { asHtml, asLines, type Line } from './write.ts';

export type Pasted = { html: string; left: LeftOut };

/**
 * HTML of a clipboard as our texts say it.
 * @param hasTables false where no table may stand: each row becomes a line
 */
export function pastedHtml(html: string, hasTables: boolean): Pasted {
  const { blocks, left } = readPasted(html, hasTables);
  return { html: asHtml(blocks), left };
}

/** HTML of a clipboard for a field without markup. */
export function pastedLines(html: string): { lines: Line[]; left: LeftOut } {
  const { blocks, left } = readPasted(html, false);
  return { lines: asLines(blocks), left };
}

/** Plain text as HTML: a paragraph for each line, tabs as borders of cells. @param hasLists false leaves "1." and "•" as they are typed */
export const plainTextHtml = (text: string, hasLists: boolean): string => asHtml(plainBlocks(text, hasLists));

/** Plain text for a field without markup. */
export const plainLines = (text: string): Line[] => asLines(plainBlocks(text, true));

function plainBlocks(text: string, hasLists: boolean): Block[] {
  const blocks = visibleOnly(text)
    .split(/\r\n?|\n/)
    .map((line) => tidy([{ kind: 'text', text: line, marks: new Set(), href: undefined, space: 'lines' }]))
    .filter((line) => line.length > 0)
    .map(paragraph);
  if (!hasLists) return blocks;
  const signs = blocks.map(({ inlines }) => signOf(inlines));
  // one number alone may be anything: "3. May"
  const isItem = signs.map((sign, i) => sign && (follows(sign, signs[i + 1]) || follows(signs[i - 1], sign)));
  return gatherLists(
    blocks.map((block, i) => {
      const sign = signs[i];
      if (!sign || !isItem[i]) return block;
      return { ...block, inlines: sign.rest, place: { level: 1, list: 'plain', numbering: sign.numbering } };
    }),
  );
}

type Sign = { numbering: Numbering; rest: Inline[] };

function signOf([first]: readonly Inline[]): Sign | undefined {
  if (first?.kind !== 'text') return undefined;
  const [, sign = '', rest = ''] = /^([•·▪◦‣●]|\d{1,3}[.)])\s+(\S.*)$/s.exec(first.text) ?? [];
  const numbering = sign === '' ? undefined : /\d/.test(sign) ? numberingOf(sign) : BULLETS;
  return numbering && { numbering, rest: [{ ...first, text: rest }] };
}

const follows = (a: Sign | undefined, b: Sign | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.numbering.isOrdered === b.numbering.isOrdered &&
  (!a.numbering.isOrdered || b.numbering.start === a.numbering.start + 1);
