import {
  type Block,
  type Inline,
  type ItemPlace,
  type LeftOut,
  type Mark,
  nothingLeftOut,
  type Numbering,
  type Space,
  type TextBlock,
} from '../blocks.ts';
import { readFormula } from './formulas.ts';
import { append, gatherLists, inDepth } from './lists.ts';
import { marksIn, spaceIn } from './marks.ts';
import { BULLETS, numberingOfList } from './numbering.ts';
import { readPicture } from './pictures.ts';
import { inRealSigns, visibleOnly } from './signs.ts';
import { stylesOf } from './styles.ts';
import { isLayout, readTable, rowsAsLines } from './tables.ts';
import { tidy } from './tidy.ts';
import { isLeftOut, tagOf, type Reading } from './reading-state.ts';
import { placeInWordList } from './word-lists.ts';

const SILENT = new Set('script style noscript template title meta link base head col colgroup rp datalist'.split(' '));
const BLOCKS = new Set(
  'p div section article header footer main aside nav figure figcaption address blockquote pre dl dt dd fieldset form details summary center hgroup legend caption body tr td th tbody thead tfoot hr'.split(
    ' ',
  ),
);
const LINK = /^(https?:\/\/|mailto:)\S+$/i;

type Around = {
  marks: ReadonlySet<Mark>;
  href: string | undefined;
  space: Space;
  font: string | undefined;
  /** Where only paragraphs and lists may stand. */
  isInCell: boolean;
};
type Flow = { blocks: Block[]; inlines: Inline[]; level: TextBlock['level']; place: ItemPlace | undefined };

const newFlow = (): Flow => ({ blocks: [], inlines: [], level: 0, place: undefined });

/**
 * Reads HTML of a clipboard as the programs write it. Runs no script and fetches nothing of it.
 * @param hasTables false makes lines of the rows of tables
 */
export function readPasted(html: string, hasTables: boolean): { blocks: Block[]; left: LeftOut } {
  const isPartOfTable = /^(\s|<meta[^>]*>|<!--.*?-->)*<(tr|td|th|tbody|thead)\b/i.test(html);
  const page = new DOMParser().parseFromString(isPartOfTable ? `<table>${html}</table>` : html, 'text/html');
  const left = nothingLeftOut();
  const reading: Reading = { styles: stylesOf(page), left, hasTables, isAfterStruck: false, counted: new Map() };
  const around: Around = { marks: new Set(), href: undefined, space: 'normal', font: undefined, isInCell: false };
  return { blocks: inDepth(content(reading, page.body, around)), left };
}

function content(reading: Reading, parent: Element, around: Around): Block[] {
  const flow = newFlow();
  visitAll(reading, parent, flow, around);
  flush(flow);
  return gatherLists(flow.blocks);
}

function flush(flow: Flow): void {
  const inlines = tidy(flow.inlines);
  flow.inlines = [];
  if (inlines.length > 0) flow.blocks.push({ kind: 'text', level: flow.level, inlines, place: flow.place });
  flow.place = undefined;
}

function visitAll(reading: Reading, parent: Element, flow: Flow, around: Around): void {
  const isApart = /flex|grid/.test(reading.styles(parent).get('display') ?? '');
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) say(reading, node.nodeValue ?? '', flow, around);
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    visit(reading, node as Element, flow, around);
    if (isApart) say(reading, ' ', flow, around);
  }
}

function say(reading: Reading, raw: string, flow: Flow, { marks, href, space, font }: Around): void {
  const text = visibleOnly(inRealSigns(raw, font));
  if (text === '') return;
  if (text.trim() !== '') reading.isAfterStruck = false;
  const shown = href === undefined || !marks.has('underline') ? marks : without(marks, 'underline');
  flow.inlines.push({ kind: 'text', text, marks: flow.level > 0 ? without(shown, 'bold') : shown, href, space });
}

function visit(reading: Reading, element: Element, flow: Flow, around: Around): void {
  const tag = tagOf(element);
  const style = reading.styles(element);
  if (SILENT.has(tag) || style.get('mso-list') === 'ignore' || isLeftOut(reading, element)) return;
  const inside: Around = {
    ...around,
    marks: marksIn(element, tag, style, around.marks),
    space: spaceIn(tag, style, around.space),
    font: style.get('mso-symbol-font-family') ?? style.get('font-family') ?? around.font,
    href: tag === 'a' ? linkOf(reading, element) : around.href,
  };
  if (tag === 'br') flow.inlines.push({ kind: 'break' });
  else if (tag === 'img') visitPicture(reading, element, flow, around);
  else if (tag === 'math') flow.inlines.push(...readFormula(element).map((one) => asRaw(one, around)));
  else if (tag === 'input') say(reading, checkSign(element), flow, around);
  else if (style.has('mso-tab-count')) say(reading, '\t', flow, { ...inside, space: 'lines' });
  else if (tag === 'ul' || tag === 'ol' || tag === 'menu') addAll(flow, readList(reading, element, inside));
  else if (tag === 'li')
    addAll(flow, [{ kind: 'list', numbering: BULLETS, items: [content(reading, element, inside)] }]);
  else if (tag === 'table') visitTable(reading, element, flow, inside);
  else if (headingOf(element, tag) || BLOCKS.has(tag) || style.get('display') === 'block')
    visitBlock(reading, element, flow, inside);
  else visitInline(reading, element, flow, inside);
}

function linkOf(reading: Reading, element: Element): string | undefined {
  const href = (element.getAttribute('href') ?? '').trim();
  if (/^file:/i.test(href)) reading.left.links += 1;
  return LINK.test(href) ? href : undefined;
}

function visitPicture(reading: Reading, image: Element, flow: Flow, around: Around): void {
  const found = readPicture(image);
  if ('sign' in found) say(reading, found.sign, flow, around);
  else reading.left.pictures.push(found.picture);
}

function visitInline(reading: Reading, element: Element, flow: Flow, inside: Around): void {
  const [open = '', close = ''] = { q: ['“', '”'], rt: [' (', ')'] }[tagOf(element)] ?? [];
  say(reading, open, flow, inside);
  visitAll(reading, element, flow, inside);
  say(reading, close, flow, inside);
}

function visitBlock(reading: Reading, element: Element, flow: Flow, inside: Around): void {
  flush(flow);
  reading.isAfterStruck = false;
  const tag = tagOf(element);
  const heading = headingOf(element, tag);
  const before = { level: flow.level };
  const isBold = tag === 'dt' || (heading && inside.isInCell);
  flow.level = heading && !inside.isInCell ? heading : 0;
  const around = isBold ? { ...inside, marks: new Set([...inside.marks, 'bold' as const]) } : inside;
  const inList = placeInWordList(reading, element, flow.level > 0);
  if (inList && 'place' in inList) flow.place = inList.place;
  else if (inList) say(reading, inList.sign, flow, around);
  visitAll(reading, element, flow, around);
  flush(flow);
  flow.level = before.level;
}

function addAll(flow: Flow, blocks: readonly Block[]): void {
  flush(flow);
  for (const block of blocks) append(flow.blocks, block);
}

function readList(reading: Reading, list: Element, around: Around): Block[] {
  const out: Block[] = [];
  const first = [...list.children].find(({ tagName }) => tagName === 'LI');
  const styled = (element: Element | undefined): string | undefined =>
    element && (reading.styles(element).get('list-style-type') ?? reading.styles(element).get('list-style'));
  const numbering = numberingOfList(list, styled(list) ?? styled(first));
  let next = numbering.start;
  for (const child of list.children) {
    if (child.tagName !== 'LI') {
      const flow = newFlow();
      visit(reading, child, flow, around);
      flush(flow);
      for (const block of flow.blocks) addToItem(out, block);
      continue;
    }
    next = Number.parseInt(child.getAttribute('value') ?? '', 10) || next;
    const blocks = isLeftOut(reading, child) ? [] : readItem(reading, child, around);
    if (blocks.length > 0) addItem(out, child, { ...numbering, start: next }, blocks);
    next += numbering.isReversed ? -1 : 1;
  }
  return out;
}

function readItem(reading: Reading, item: Element, around: Around): Block[] {
  const flow = newFlow();
  const style = reading.styles(item);
  const isChecked = item.getAttribute('aria-checked');
  if (isChecked) say(reading, isChecked === 'true' ? '☑ ' : '☐ ', flow, around);
  visitAll(reading, item, flow, { ...around, marks: marksIn(item, 'li', style, around.marks) });
  flush(flow);
  return gatherLists(flow.blocks);
}

function addItem(out: Block[], item: Element, numbering: Numbering, blocks: Block[]): void {
  const level = Number.parseInt(item.getAttribute('data-aria-level') ?? '', 10);
  const [head, ...rest] = blocks;
  // Word in the browser writes every item as a list of its own and says the level beside it
  if (level > 0 && head?.kind === 'text') {
    const list = item.getAttribute('data-listid') ?? '';
    out.push({ ...head, level: 0, place: { level, list, numbering } }, ...rest);
  } else if (blocks.every(({ kind }) => kind === 'list') && out.at(-1)?.kind === 'list') {
    for (const block of blocks) addToItem(out, block);
  } else append(out, { kind: 'list', numbering, items: [blocks] });
}

function visitTable(reading: Reading, table: Element, flow: Flow, around: Around): void {
  flush(flow);
  const isShown = (part: Element): boolean => !isLeftOut(reading, part);
  const caption = [...table.children].find(({ tagName }) => tagName === 'CAPTION');
  if (caption) visit(reading, caption, flow, around);
  // looked at without noting anything: its cells are read once, as what they are
  const shape = readTable(
    table,
    () => [],
    () => true,
  );
  if (isLayout(table, shape)) {
    for (const part of table.children) if (part !== caption) visit(reading, part, flow, around);
    return;
  }
  const read = readTable(table, (cell) => content(reading, cell, inCell(reading, cell, around)), isShown);
  if (read.rows.every((row) => row.every(({ blocks }) => blocks.length === 0))) return;
  for (const block of reading.hasTables && !around.isInCell ? [read] : rowsAsLines(read)) flow.blocks.push(block);
}

const inCell = (reading: Reading, cell: Element, around: Around): Around => ({
  ...around,
  marks: marksIn(cell, cell.localName, reading.styles(cell), around.marks),
  isInCell: true,
});

/** Puts a block into the last item of the last list, or beside it when there is none. */
function addToItem(out: Block[], block: Block): void {
  const last = out.at(-1);
  append(last?.kind === 'list' ? last.items.at(-1)! : out, block);
}

/** The level that a heading has here: the page itself has the first. */
function headingOf(element: Element, tag: string): 2 | 3 | undefined {
  const isTitle = /\bMsoTitle\b/.test(element.getAttribute('class') ?? '');
  const said = element.getAttribute('role') === 'heading' ? (element.getAttribute('aria-level') ?? '2') : undefined;
  const level = isTitle ? 1 : Number(said ?? /^h([1-6])$/.exec(tag)?.[1]);
  if (!level) return undefined;
  return level <= 2 ? 2 : 3;
}

function without(marks: ReadonlySet<Mark>, mark: Mark): ReadonlySet<Mark> {
  const rest = new Set(marks);
  rest.delete(mark);
  return rest;
}

const asRaw = (one: Inline, { marks, href }: Around): Inline =>
  one.kind === 'text' ? { ...one, marks: new Set([...marks, ...one.marks]), href } : one;

const checkSign = (input: Element): string =>
  /^(checkbox|radio)$/.test(input.getAttribute('type') ?? '') ? (input.hasAttribute('checked') ? '☑ ' : '☐ ') : '';
