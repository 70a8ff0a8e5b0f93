import type { TableState } from '../table/use-table-state.ts';
import { FilterSelect, type Choice } from './FilterSelect.tsx';

type Props<Filter extends string> = {
  table: TableState<Filter>;
  /** Which of the table's filters it sets. */
  name: NoInfer<Filter>;
  label: string;
  options: readonly Choice[];
  /** The first choice, which filters nothing. */
  all?: string;
};

/** One filter of a table, kept in its state. */
export function TableFilter<Filter extends string>({ table, name, ...select }: Props<Filter>) {
  return <FilterSelect {...select} value={table.filters[name]} onChange={(value) => table.setFilter(name, value)} />;
}
