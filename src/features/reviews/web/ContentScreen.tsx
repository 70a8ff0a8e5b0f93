import { mdiDelete, mdiEyeOutline, mdiOpenInNew, mdiPencil } from '@mdi/js';
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
import type { Review } from '../contract.ts';
import { isPublicStatus } from '../../publishing/rules.ts';
import { REVIEWS_KEY, reviewQueries, reviewsClient } from './client.ts';
import { STATUS_CHOICES } from '../../publishing/web/status-choices.ts';
import { editorPath, reviewColumns } from './review-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// The dialog brings the form library and the contract; the list does not wait for them.
const ReviewDialog = lazyPart(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));
const StatusBulkBar = lazyPart(async () => ({
  default: (await import('../../publishing/web/StatusBulkBar.tsx')).StatusBulkBar,
}));

/** Which dialog is open, and for which row. */
type Open = { kind: 'add' } | { kind: 'delete'; review: Review };

/** The list of reviews, and what can be done with one. */
export function ContentScreen() {
  const table = useTableState({ sortBy: 'updated_at', order: 'desc', filters: { status: '' } });
  const reviews = useQuery(reviewQueries.list(table.query));
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(REVIEWS_KEY);
  const openPreview = usePreviewTab(reviewsClient.previewUrl);
  const navigate = useNavigate();
  const selection = useTicked<Review>((rows, keep) => (
    <StatusBulkBar rows={rows} keep={keep} setStatuses={reviewsClient.setStatuses} listKey={REVIEWS_KEY} />
  ));
  const close = () => setOpen(undefined);

  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add New Content</AddButton>;

  return (
    <>
      <PageHeader
        title="Manage Content"
        purpose="The public review of each offer: verdict, score, pros and cons, and the text."
        action={
          <>
            <ListCsv list="/admin/offer-content" query={table.query} total={reviews.data?.total} />
            {addButton}
          </>
        }
      />
      <DataTable
        label="Offer content"
        columns={reviewColumns}
        query={reviews}
        table={table}
        empty={<EmptyState text="No review yet. Write the first one." action={addButton} />}
        selection={selection}
        actions={[
          {
            label: 'View page',
            isReading: true,
            icon: mdiOpenInNew,
            onClick: ({ slug }) => window.open(`/offer-reviews/${slug}`, '_blank', 'noopener'),
            isShown: ({ status }) => isPublicStatus(status),
          },
          { label: 'Preview', icon: mdiEyeOutline, onClick: (review) => void openPreview(review.id) },
          { label: 'Edit Content', icon: mdiPencil, to: editorPath, isReading: false },
          { label: 'Delete Content', icon: mdiDelete, onClick: (review) => setOpen({ kind: 'delete', review }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search content..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="status" label="Status" options={STATUS_CHOICES} />
          </>
        }
      />

      <Suspense>
        {open?.kind === 'add' && (
          <ReviewDialog
            onClose={close}
            onCreated={(review, message) => {
              close();
              afterChange({ message });
              void navigate(editorPath(review));
            }}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to delete "${open.review.title}"? This action cannot be undone.`}
          record={open.review}
          calls={reviewsClient}
          listKey={REVIEWS_KEY}
          words={{ removed: 'Content deleted successfully!', restored: 'Content restored.' }}
          onClose={close}
        />
      )}
    </>
  );
}
