import { mdiMapMarkerPath, mdiPencilOutline } from '@mdi/js';
import { Suspense, useState } from 'react';
import type { RowAction, RowSelection } from '../../../platform/web/ui/table/table-columns.ts';
import type { Conversion } from '../../../features/conversions/manual-contract.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const ConversionBulkBar = lazyPart(async () => ({
  default: (await import('../../../features/conversions/web/ConversionBulkBar.tsx')).ConversionBulkBar,
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
        <ConversionBulkBar rows={rows} keep={(ids) => setSelected(new Set(ids))} />
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
