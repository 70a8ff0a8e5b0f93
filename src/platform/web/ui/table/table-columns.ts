import type { ReactNode } from 'react';
import { colors } from '../../styles/tokens.ts';

/** What a row needs to be told apart. */
export type Identified = { id: number | string };

export type Column<Row> = {
  /** Unique in the table; also the word sent as `sortBy`. */
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Text that may need several lines; other columns stay on one. Where no column says so, the first is long. */
  isLong?: boolean;
  /** Right-aligned figures. */
  isNumeric?: boolean;
  /** Explains the figure on hover or focus of the head. */
  help?: string;
  /** What the totals row shows below; a table without any total has no such row. */
  total?: ReactNode;
  /** The heading under which it stands where columns are chosen. */
  group?: ColumnGroup;
  /** Shown to whoever asks for it. */
  isHidden?: boolean;
  /** With those before it, it is always shown and stays in front, as the first one does. */
  isFixed?: boolean;
};

export type ColumnGroup = 'About' | 'State' | 'Traffic' | 'Conversions' | 'Money' | 'Dates';

/** In px, of columns that are not as wide as they need. */
export type Widths = Readonly<Record<string, number>>;
export type SetWidth = (key: string, width: number | undefined, isLasting: boolean) => void;

export type RowAction<Row> = {
  /** The button's name and tooltip: 'Edit Listicle'. */
  label: string;
  /** The word that begins `label`, on a button of its own; the actions of a row that have none are in a menu beside it. */
  word?: string;
  /** A path of `@mdi/js`. */
  icon: string;
  /** Either this or `to`. */
  onClick?: (row: Row) => void;
  /** An address inside the back office. */
  to?: (row: Row) => string;
  /** It changes nothing, and is there for who may only look too; of those with `to` the other way round: false leads to an editor. */
  isReading?: boolean;
  /** Hides the button on rows where it has no meaning. */
  isShown?: (row: Row) => boolean;
};

/** Rows that are ticked, to do one thing with all of them. What is ticked but not on the page counts for nothing. */
export type RowSelection<Row extends Identified> = {
  selected: ReadonlySet<Row['id']>;
  onChange: (selected: ReadonlySet<Row['id']>) => void;
  /** What a row is called, for the name of its box. */
  nameOf: (row: Row) => string;
  /** It changes nothing, and is there for who may only look too. */
  isReading?: boolean;
  /** What can be done with the ticked rows. */
  bar: (rows: readonly Row[]) => ReactNode;
};

/** The columns that take several lines: those that say so, else the first. */
export function longColumns<Row>(columns: readonly Column<Row>[]): ReadonlySet<Column<Row>> {
  const long = columns.filter((column) => column.isLong);
  return new Set(long.length > 0 ? long : columns.slice(0, 1));
}

/** How a column sorts when it is pressed first: of figures the greatest are looked for. */
export const firstOrder = ({ isNumeric }: { isNumeric?: boolean | undefined }): 'asc' | 'desc' =>
  isNumeric ? 'desc' : 'asc';

/** As many px as somebody wants, for a cell. */
export const widthStyle = (width: number | undefined) =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width };

/** The name of the row stays in sight when a wide table scrolls sideways. */
export const stickyStart = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  backgroundColor: 'background.paper',
  '@keyframes more-before': { from: { opacity: 0 }, '1%': { opacity: 1 } },
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 0,
    bottom: 0,
    left: '100%',
    width: 12,
    background: 'linear-gradient(to right, rgb(16 36 31 / 0.14), transparent)',
    pointerEvents: 'none',
    opacity: 0,
    animation: 'more-before linear both',
    animationTimeline: 'scroll(nearest inline)',
  },
  '@media print': { position: 'static' },
  '.MuiTableRow-hover:hover > &': { backgroundColor: 'background.default' },
} as const;

/** The actions stay in sight when a wide table scrolls sideways. */
export const stickyEnd = {
  position: 'sticky',
  right: 0,
  width: '1%',
  backgroundColor: 'background.paper',
  boxShadow: `inset 1px 0 0 ${colors.line}`,
  // a shadow falls on the columns that lie below, and is gone when the last of them is in sight
  '@keyframes more-below': { from: { opacity: 1 } },
  '&::before': {
    content: '""',
    position: 'absolute',
    top: 0,
    bottom: 0,
    right: '100%',
    width: 12,
    background: 'linear-gradient(to left, rgb(16 36 31 / 0.14), transparent)',
    pointerEvents: 'none',
    opacity: 0,
    animation: 'more-below linear',
    animationTimeline: 'scroll(nearest inline)',
  },
  '@media print': { display: 'none' },
  '.MuiTableRow-hover:hover > &': { backgroundColor: 'background.default' },
} as const;
