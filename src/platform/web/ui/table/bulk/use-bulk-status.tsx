import { useState } from 'react';
import type { useAfterChange } from '../../../use-after-change.ts';
import { BulkStatusBar, type Refusal } from './BulkStatusBar.tsx';
import type { Choice } from '../../filters/FilterSelect.tsx';

type Record = { id: number; title: string };

type Options = {
  choices: readonly Choice[];
  setStatuses: (
    ids: number[],
    status: string,
  ) => Promise<{ data: { id: number; ok: boolean; message: string | null }[]; message: string }>;
  afterChange: ReturnType<typeof useAfterChange>;
};

/** Tick boxes of a list whose records take one status together; what is refused stays ticked. @returns the table's `selection` */
export function useBulkStatus<Row extends Record>({ choices, setStatuses, afterChange }: Options) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  const handleApply = async (ticked: readonly Row[], status: string): Promise<Refusal[]> => {
    const { data, message } = await setStatuses(
      ticked.map((row) => row.id),
      status,
    );
    const refused = data.filter((one) => !one.ok);
    setSelected(new Set(refused.map((one) => one.id)));
    afterChange({ message, tone: refused.length > 0 ? 'error' : 'success' });
    return refused.map((one) => ({
      name: ticked.find((row) => row.id === one.id)?.title ?? `#${one.id}`,
      reason: one.message ?? 'Refused.',
    }));
  };

  return {
    selected,
    onChange: setSelected,
    nameOf: (row: Row) => row.title,
    bar: (ticked: readonly Row[]) => (
      <BulkStatusBar
        count={ticked.length}
        options={choices}
        onApply={(status) => handleApply(ticked, status)}
        onClear={() => setSelected(new Set())}
      />
    ),
  };
}
