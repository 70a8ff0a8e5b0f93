import type { ColumnChoice } from '../../../../platform/web/ui/table/columns/column-choice.ts';
import { ColumnsButton } from '../../../../platform/web/ui/table/columns/ColumnsButton.tsx';
import { groupOf } from './column-groups.ts';

type Props<Name extends string> = {
  /** All that there are, in their order. */
  options: readonly { name: Name; label: string; help: string; group?: string }[];
  chosen: readonly Name[];
  /** None at all stands for the usual ones. */
  onChange: (names: Name[]) => void;
  /** What else can be done with columns, below them. */
  footer?: ColumnChoice['footer'];
};

/** Which columns a table of numbers shows, in which order; at least one. */
export const ColumnChooser = <Name extends string>({ options, chosen, onChange, footer }: Props<Name>) => (
  <ColumnsButton
    of="this table"
    options={options.map((option) => ({ ...option, group: option.group ?? groupOf(option.name) }))}
    chosen={chosen}
    onChange={(names) => onChange(names as Name[])}
    onReset={() => onChange([])}
    footer={footer}
  />
);
