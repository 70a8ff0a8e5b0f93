import { formatOf, readFormula } from '../../../reports/formula.ts';
import type { OwnColumn } from '../../../reports/own-columns-contract.ts';

/** What the form of an own column holds; without a format its formula says how it is told. */
export const toColumnValues = (column?: OwnColumn) => ({
  name: column?.name ?? '',
  formula: column?.formula ?? '',
  format: (column?.format ?? '') as string,
  is_shared: column?.is_shared ?? false,
  version: column?.version,
});
export type ColumnValues = ReturnType<typeof toColumnValues>;

export function toColumnWire({ format, version, ...values }: ColumnValues) {
  const { formula } = readFormula(values.formula.trim());
  return {
    ...values,
    format: format || (formula ? formatOf(formula) : 'number'),
    ...(version !== undefined && { version }),
  };
}

/** The words of the form, for the list of differences in a conflict. */
export const COLUMN_LABELS: Partial<Record<keyof ColumnValues, string>> = {
  name: 'Name',
  formula: 'Formula',
  format: 'Shown as',
  is_shared: 'Shared with the team',
};

/** Puts a name into a text where the caret is, with a space on each side that lacks one. */
export function putIn(text: string, name: string, from: number, to = from): { text: string; caret: number } {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const put = `${/[\s(]$|^$/.test(before) ? '' : ' '}${name}${/^[\s)]|^$/.test(after) ? '' : ' '}`;
  return { text: before + put + after, caret: before.length + put.length };
}
