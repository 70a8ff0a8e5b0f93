import { mdiMapMarkerPath, mdiPencilOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { RowAction, RowSelection } from '../../../platform/web/ui/table/table-columns.ts';
import type { BulkChange, Conversion } from '../../../features/conversions/manual-contract.ts';
import { STATUS_CHOICES } from '../../../features/conversions/web/desk-choices.ts';
import { DESK_KEY, deskClient, STATS_KEY } from '../../../features/conversions/web/client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const BulkStatusBar = lazyPart(async () => ({
  default: (await import('../../../platform/web/ui/table/BulkStatusBar.tsx')).BulkStatusBar,
}));
const JourneyDrawer = lazyPart(async () => ({
  default: (await import('../../../features/journeys/web/JourneyDrawer.tsx')).JourneyDrawer,
}));
const ConversionEditDialog = lazyPart(async () => ({
  default: (await import('../../../features/conversions/web/ConversionEditDialog.tsx')).ConversionEditDialog,
}));

type Editable = Pick<Conversion, 'id' | 'status' | 'payout' | 'payout_currency'> & { version?: number };

/** What can be done with conversions in any list of them: the journey of one, an edit, one status for many. */
export function useConversionDesk<R extends Editable>() {
  const [shown, setShown] = useState<string>();
  const [edited, setEdited] = useState<Editable>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);

  const handleApply = async (rows: readonly R[], status: string, reason: string) => {
    const ids = rows.map((row) => row.id);
    const { data, message } = await deskClient.changeStatuses({ ids, status: status as BulkChange['status'], reason });
    const refused = data.filter((one) => !one.ok);
    setSelected(new Set(refused.map((one) => one.id)));
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    afterChange({ message, tone: refused.length > 0 ? 'error' : 'success' });
    return refused.map(({ id, message: why }) => ({ name: `Conversion ${id}`, reason: why ?? 'Refused.' }));
  };

  const actions: readonly RowAction<R>[] = [
    { label: 'Show Journey', icon: mdiMapMarkerPath, onClick: (row) => setShown(row.id) },
    { label: 'Edit Conversion', icon: mdiPencilOutline, onClick: (row) => setEdited(row) },
  ];
  const selection: RowSelection<R> = {
    selected,
    onChange: (ids) => setSelected(ids as ReadonlySet<string>),
    nameOf: (row) => `conversion ${row.id}`,
    bar: (rows) => (
      <Suspense>
        <BulkStatusBar
          count={rows.length}
          options={STATUS_CHOICES}
          hasReason
          onApply={(status, reason) => handleApply(rows, status, reason)}
          onClear={() => setSelected(new Set())}
        />
      </Suspense>
    ),
  };
  const dialogs = (
    <Suspense>
      {shown !== undefined && (
        <JourneyDrawer conversionId={shown} onEdit={setEdited} onClose={() => setShown(undefined)} />
      )}
      {edited && <ConversionEditDialog conversion={edited} onClose={() => setEdited(undefined)} />}
    </Suspense>
  );
  return { actions, selection, dialogs };
}
