/** What was pasted, as far as a text of ours can say it: between the many shapes of a clipboard and the one of our texts. */

export type Mark = 'bold' | 'italic' | 'underline' | 'superscript' | 'subscript';

export type Inline =
  | { kind: 'text'; text: string; marks: ReadonlySet<Mark>; href: string | undefined; space: Space }
  | { kind: 'break' };

/** How blanks count: runs as one, lines and tabs as they are, or each as it is. */
export type Space = 'normal' | 'lines' | 'all';

export type Numbering = {
  isOrdered: boolean;
  /** The number of the first item. */
  start: number;
  type: string | undefined;
  isReversed: boolean;
};

/** Where a paragraph stands that is an item of a list without being inside of one, as Word writes them. */
export type ItemPlace = { level: number; list: string; numbering: Numbering };

export type TextBlock = { kind: 'text'; level: 0 | 2 | 3; inlines: Inline[]; place: ItemPlace | undefined };
export type ListBlock = { kind: 'list'; numbering: Numbering; items: Block[][] };
export type Cell = { isHead: boolean; colspan: number; rowspan: number; blocks: Block[] };
export type TableBlock = { kind: 'table'; rows: Cell[][] };
export type Block = TextBlock | ListBlock | TableBlock;

/** A picture that a text cannot hold. @property url its data, when they came along */
export type PastedPicture = { from: 'web' | 'file' | 'data' | 'unknown'; name: string; data?: string | File };

/** What was pasted and is not there. */
export type LeftOut = {
  struck: string[];
  pictures: PastedPicture[];
  hidden: number;
  comments: number;
  media: number;
  fields: number;
  links: number;
};

export const nothingLeftOut = (): LeftOut => ({
  struck: [],
  pictures: [],
  hidden: 0,
  comments: 0,
  media: 0,
  fields: 0,
  links: 0,
});

export const paragraph = (inlines: Inline[]): TextBlock => ({ kind: 'text', level: 0, inlines, place: undefined });

export const words = (text: string, marks: readonly Mark[] = []): Inline => ({
  kind: 'text',
  text,
  marks: new Set(marks),
  href: undefined,
  space: 'normal',
});
