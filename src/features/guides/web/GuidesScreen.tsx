import { mdiContentDuplicate, mdiDelete, mdiEyeOutline, mdiFormatListNumbered, mdiPencil } from '@mdi/js';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { usePreviewTab } from '../../../platform/web/use-preview-tab.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTicked } from '../../../platform/web/ui/table/bulk/use-ticked.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Guide } from '../contract.ts';
import { ADMIN_PAGE_SIZE } from '../limits.ts';
import { GUIDES_KEY, guideQueries, guidesClient } from './client.ts';
import { STATUS_CHOICES } from '../../publishing/web/status-choices.ts';
import { guideCardColumns, guideColumns } from './list/guide-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// Editors bring the form library and the contract; the list does not wait for them.
const GuideDialog = lazyPart(async () => ({ default: (await import('./list/GuideDialog.tsx')).GuideDialog }));
const DuplicateGuideDialog = lazyPart(async () => ({
  default: (await import('./list/DuplicateGuideDialog.tsx')).DuplicateGuideDialog,
}));
const StatusBulkBar = lazyPart(async () => ({
  default: (await import('../../publishing/web/StatusBulkBar.tsx')).StatusBulkBar,
}));

/** Which dialog is open, and for which row. */
type Open = { kind: 'add' } | { kind: 'edit' | 'duplicate' | 'delete'; guide: Guide };

/** The list of guides, and what can be done with one. */
export function GuidesScreen() {
  const table = useTableState({
    sortBy: 'created_at',
    order: 'desc',
    itemsPerPage: ADMIN_PAGE_SIZE,
    filters: { status: '' },
  });
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const guides = useQuery(guideQueries.list(table.query));
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const afterChange = useAfterChange(GUIDES_KEY);
  const openPreview = usePreviewTab(guidesClient.previewUrl);
  const selection = useTicked<Guide>((rows, keep) => (
    <StatusBulkBar rows={rows} keep={keep} setStatuses={guidesClient.setStatuses} listKey={GUIDES_KEY} />
  ));
  const close = () => setOpen(undefined);

  const handleSaved = (message: string) => {
    close();
    afterChange({ message });
  };

  const handleAdded = (message: string, { id }: Guide) => {
    handleSaved(message);
    void navigate(`/admin/listicles/${id}/edit`);
  };

  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add New Listicle</AddButton>;

  return (
    <>
      <PageHeader
        title="Manage Listicles"
        tabTitle="Manage Health Guides"
        purpose="The health guides of the site: what they say, whether readers see them, and which products they hold."
        action={
          <>
            <ListCsv list="/admin/listicles" query={table.query} total={guides.data?.total} />
            {addButton}
          </>
        }
      />
      <DataTable
        label="Listicles"
        columns={isPhone ? guideCardColumns : guideColumns}
        query={guides}
        table={table}
        empty={<EmptyState text="No listicle yet. Add the first one; a draft stays unseen." action={addButton} />}
        selection={selection}
        actions={[
          {
            label: 'Manage Items',
            icon: mdiFormatListNumbered,
            to: ({ id }) => `/admin/listicles/${id}/items`,
            isReading: false,
          },
          { label: 'Preview', icon: mdiEyeOutline, onClick: (guide) => void openPreview(guide.id) },
          {
            label: 'Duplicate Listicle',
            icon: mdiContentDuplicate,
            onClick: (guide) => setOpen({ kind: 'duplicate', guide }),
          },
          { label: 'Edit Listicle', icon: mdiPencil, onClick: (guide) => setOpen({ kind: 'edit', guide }) },
          { label: 'Delete Listicle', icon: mdiDelete, onClick: (guide) => setOpen({ kind: 'delete', guide }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search Listicles..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="status" label="Status" options={STATUS_CHOICES} />
          </>
        }
      />

      <Suspense>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <GuideDialog
            guide={open.kind === 'edit' ? open.guide : undefined}
            onClose={close}
            onSaved={open.kind === 'add' ? handleAdded : handleSaved}
          />
        )}
        {open?.kind === 'duplicate' && (
          <DuplicateGuideDialog original={open.guide} onClose={close} onSaved={handleSaved} />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text="Are you sure you want to delete this listicle? This action cannot be undone."
          record={open.guide}
          calls={guidesClient}
          listKey={GUIDES_KEY}
          words={{ removed: 'Listicle deleted successfully!', restored: 'Listicle restored.' }}
          onClose={close}
          failureNotice="Failed to delete listicle."
        />
      )}
    </>
  );
}
