import { lowered, raised } from '../../text/html-text.ts';
import type { Block, Cell, Inline, ListBlock, Mark, Numbering, TextBlock } from './blocks.ts';
import { rowsAsLines } from './reading/tables.ts';

const TAGS: readonly [Mark, string][] = [
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['underline', 'u'],
  ['italic', 'em'],
  ['bold', 'strong'],
];

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The blocks as the editor and the store write them. */
export const asHtml = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('');

function blockHtml(block: Block): string {
  if (block.kind === 'text') return textHtml(block);
  if (block.kind === 'list') return listHtml(block);
  const rows = block.rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`);
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function textHtml({ level, inlines }: TextBlock): string {
  const tag = level === 0 ? 'p' : `h${level}`;
  return `<${tag}>${inlines.map(inlineHtml).join('')}</${tag}>`;
}

function inlineHtml(inline: Inline): string {
  if (inline.kind === 'break') return '<br>';
  let html = escape(inline.text);
  for (const [mark, tag] of TAGS) if (inline.marks.has(mark)) html = `<${tag}>${html}</${tag}>`;
  return inline.href === undefined ? html : `<a href="${escape(inline.href)}">${html}</a>`;
}

function listHtml({ numbering, items }: ListBlock): string {
  const body = items.map((item) => `<li>${itemHtml(item)}</li>`).join('');
  return numbering.isOrdered ? `<ol${numberingHtml(numbering)}>${body}</ol>` : `<ul>${body}</ul>`;
}

const numberingHtml = ({ start, type, isReversed }: Numbering): string =>
  `${start === 1 && !isReversed ? '' : ` start="${start}"`}${isReversed ? ' reversed' : ''}${type ? ` type="${type}"` : ''}`;

/** An item begins with a paragraph. */
function itemHtml([first, ...rest]: Block[]): string {
  if (first?.kind === 'text') return asHtml([{ ...first, level: 0 }, ...rest]);
  return `<p></p>${asHtml(first ? [first, ...rest] : [])}`;
}

function cellHtml({ isHead, colspan, rowspan, blocks }: Cell): string {
  const tag = isHead ? 'th' : 'td';
  const spans = `${colspan > 1 ? ` colspan="${colspan}"` : ''}${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}`;
  return `<${tag}${spans}>${asHtml(blocks) || '<p></p>'}</${tag}>`;
}

/** A line of plain text. @property sign of an item: "• " or "3. "; '' for other lines */
export type Line = { sign: string; text: string };

/** The blocks where no markup is: powers by signs of their own, rows of tables in one line each. */
export function asLines(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block): Line[] => {
    if (block.kind === 'text') return linesOf(block);
    if (block.kind === 'table') return rowsAsLines(block).flatMap(linesOf);
    const { isOrdered, start, isReversed } = block.numbering;
    return block.items.flatMap((item, i) => {
      const [first, ...rest] = asLines(item);
      const sign = isOrdered ? `${start + (isReversed ? -i : i)}. ` : '• ';
      return first ? [{ sign: `${sign}${first.sign}`, text: first.text }, ...rest] : [];
    });
  });
}

function linesOf({ inlines }: TextBlock): Line[] {
  const text = runsOf(inlines)
    .map((inline) => {
      if (inline.kind === 'break') return '\n';
      if (inline.marks.has('superscript')) return raised(inline.text);
      return inline.marks.has('subscript') ? lowered(inline.text) : inline.text;
    })
    .join('');
  return text
    .split('\n')
    .map((line) => ({ sign: '', text: line.trim() }))
    .filter((line) => line.text !== '');
}

/** What stands high or low in several pieces is one: 10<sup>-</sup><sup>3</sup>. */
function runsOf(inlines: readonly Inline[]): Inline[] {
  const runs: Inline[] = [];
  for (const inline of inlines) {
    const last = runs.at(-1);
    const mark = (['superscript', 'subscript'] as const).find((one) => inline.kind === 'text' && inline.marks.has(one));
    if (mark && inline.kind === 'text' && last?.kind === 'text' && last.marks.has(mark))
      runs[runs.length - 1] = { ...last, text: last.text + inline.text };
    else runs.push(inline);
  }
  return runs;
}
