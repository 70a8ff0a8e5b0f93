import type { ReactNode } from 'react';

export type ColumnOption = {
  name: string;
  label: string;
  help?: string | undefined;
  /** The heading under which it stands among all. */
  group?: string | undefined;
  /** It is always shown, before the others. */
  isFixed?: boolean | undefined;
};

export type ColumnChoice = {
  /** The table whose columns they are. */
  of: string;
  /** All that there are, in the order of the table. */
  options: readonly ColumnOption[];
  /** Those that are shown, in their order. */
  chosen: readonly string[];
  onChange: (names: string[]) => void;
  /** Back to the columns that the table has for whoever chose none. */
  onReset: () => void;
  /** What else can be done with columns. @param close the choice, where something else opens */
  footer?: ((close: () => void) => ReactNode) | undefined;
};
