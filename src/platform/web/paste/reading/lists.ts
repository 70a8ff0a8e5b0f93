import type { Block, ItemPlace, ListBlock, Numbering, TextBlock } from '../blocks.ts';

/** Deeper items stand on this level: a text nests its elements 64 deep at most. */
const MAX_LEVEL = 12;

type Placed = TextBlock & { place: ItemPlace };

const isPlaced = (block: Block): block is Placed => block.kind === 'text' && block.place !== undefined;

/** Makes lists of the paragraphs that are items by their looks alone, and one of lists that go on where the one before ended. */
export function gatherLists(blocks: readonly Block[]): Block[] {
  const out: Block[] = [];
  for (let i = 0; i < blocks.length;) {
    const block = blocks[i]!;
    if (!isPlaced(block)) {
      append(out, block);
      i += 1;
      continue;
    }
    let end = i;
    while (end < blocks.length && isPlaced(blocks[end]!)) end += 1;
    for (const list of nested(blocks.slice(i, end) as Placed[])) append(out, list);
    i = end;
  }
  return out;
}

function nested(items: readonly Placed[]): ListBlock[] {
  const lists: ListBlock[] = [];
  const top = Math.min(...items.map(({ place }) => place.level));
  for (let i = 0; i < items.length;) {
    const { place, ...block } = items[i]!;
    if (place.level > top && lists.length > 0) {
      let end = i;
      while (end < items.length && items[end]!.place.level > top) end += 1;
      const inner = nested(items.slice(i, end));
      const last = lists.at(-1)!.items.at(-1)!;
      for (const list of inner) append(last, list);
      i = end;
      continue;
    }
    append(lists, { kind: 'list', numbering: place.numbering, items: [[{ ...block, place: undefined }]] });
    i += 1;
  }
  return lists;
}

/** Adds a block; a list that goes on from the one before becomes part of it. */
export function append(blocks: Block[], block: Block): void {
  const last = blocks.at(-1);
  if (block.kind === 'list' && last?.kind === 'list' && goesOn(last, block.numbering)) last.items.push(...block.items);
  else blocks.push(block);
}

function goesOn(list: ListBlock, { isOrdered, start, type, isReversed }: Numbering): boolean {
  const { numbering } = list;
  if (!isOrdered && !numbering.isOrdered) return true;
  const next = numbering.start + (isReversed ? -list.items.length : list.items.length);
  return (
    isOrdered === numbering.isOrdered &&
    isReversed === numbering.isReversed &&
    type === numbering.type &&
    start === next
  );
}

/** The list without nesting deeper than a text may: what is deeper stands as items of the last level. */
export function inDepth(blocks: readonly Block[], level = 1): Block[] {
  return blocks.map((block) => {
    if (block.kind !== 'list') return block;
    if (level < MAX_LEVEL) return { ...block, items: block.items.map((item) => inDepth(item, level + 1)) };
    return { ...block, items: block.items.flatMap(flattened) };
  });
}

function flattened(item: readonly Block[]): Block[][] {
  const own = item.filter(({ kind }) => kind !== 'list');
  const inner = item.flatMap((block) => (block.kind === 'list' ? block.items.flatMap(flattened) : []));
  return own.length > 0 ? [own, ...inner] : inner;
}
