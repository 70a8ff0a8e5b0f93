import { useQueryClient } from '@tanstack/react-query';
import { type BulkAction, BulkBar, BulkText } from '../../../platform/web/ui/table/bulk/BulkBar.tsx';
import type { BulkChange, Conversion } from '../manual-contract.ts';
import { DESK_KEY, deskClient, STATS_KEY } from './client.ts';
import { STATUS_CHOICES } from './desk-choices.ts';

type Row = Pick<Conversion, 'id'>;
type Act = Pick<BulkChange, 'status' | 'reason'>;

const ACTIONS: readonly BulkAction<Act, Row>[] = STATUS_CHOICES.map(({ value, label }) => ({
  value,
  label: `Set to ${label.toLowerCase()}`,
  ask: (_rows, onChange) => (
    <BulkText label="Reason" onChange={(reason) => onChange(reason === '' ? undefined : { status: value, reason })} />
  ),
}));

type Props = { rows: readonly Row[]; keep: (ids: readonly string[]) => void };

/** One status for the ticked conversions, with the reason that their history tells. */
export function ConversionBulkBar({ rows, keep }: Props) {
  const queries = useQueryClient();
  return (
    <BulkBar
      rows={rows}
      nameOf={({ id }) => `Conversion ${id}`}
      actions={ACTIONS}
      run={async ({ act, ...which }) => {
        const reply = await deskClient.changeStatuses({ ...which, ...act });
        if (!which.dry_run) void queries.invalidateQueries({ queryKey: STATS_KEY });
        return reply;
      }}
      listKey={DESK_KEY}
      keep={keep}
    />
  );
}
