import { mdiDelete, mdiEyeOutline, mdiOpenInNew, mdiPencil, mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { useRemoval } from '../../../platform/web/use-removal.ts';
import { BulkStatusBar, type Refusal } from '../../../platform/web/ui/BulkStatusBar.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/ConfirmDialog.tsx';
import { DataTable } from '../../../platform/web/ui/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { FilterSelect } from '../../../platform/web/ui/FilterSelect.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/SearchField.tsx';
import { useSnackbar } from '../../../platform/web/ui/snackbar.ts';
import { useTableState } from '../../../platform/web/ui/use-table-state.ts';
import type { Review, ReviewStatus } from '../contract.ts';
import { isPublicStatus } from '../rules.ts';
import { REVIEWS_KEY, reviewQueries, reviewsClient } from './client.ts';
import { STATUS_CHOICES } from './review-choices.ts';
import { editorPath, reviewColumns } from './review-columns.tsx';

// The dialog brings the form library and the contract; the list does not wait for them.
const ReviewDialog = lazy(async () => ({ default: (await import('./ReviewDialog.tsx')).ReviewDialog }));

/** Which dialog is open, and for which row. */
type Open = { kind: 'add' } | { kind: 'delete'; review: Review };

/** The list of reviews, and what can be done with one. */
export function ContentScreen() {
  const table = useTableState({ sortBy: 'updated_at', order: 'desc', filters: { status: '' } });
  const reviews = useQuery(reviewQueries.list(table.query));
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(REVIEWS_KEY);
  const remove = useRemoval(reviewsClient, REVIEWS_KEY, {
    removed: 'Content deleted successfully!',
    restored: 'Content restored.',
  });
  const notify = useSnackbar();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const close = () => setOpen(undefined);

  const handleDelete = async ({ id }: Review) => {
    await remove(id);
    close();
  };

  const handleBulk = async (ticked: readonly Review[], status: string): Promise<Refusal[]> => {
    const ids = ticked.map((review) => review.id);
    const { data, message } = await reviewsClient.setStatuses({ ids, status: status as ReviewStatus });
    const refused = data.filter((one) => !one.ok);
    setSelected(new Set(refused.map((one) => one.id)));
    afterChange({ message, tone: refused.length > 0 ? 'error' : 'success' });
    return refused.map((one) => ({
      name: ticked.find((review) => review.id === one.id)?.title ?? `#${one.id}`,
      reason: one.message ?? 'Refused.',
    }));
  };

  const handlePreview = async ({ id }: Review) => {
    try {
      window.open(await reviewsClient.previewUrl(id), '_blank', 'noopener');
    } catch (error) {
      notify({ message: (error as Error).message, tone: 'error' });
    }
  };

  const addButton = (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => setOpen({ kind: 'add' })}>
      Add New Content
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Manage Content"
        purpose="The public review of each offer: verdict, score, pros and cons, and the text."
        action={addButton}
      />
      <DataTable
        label="Offer content"
        columns={reviewColumns}
        query={reviews}
        table={table}
        empty={<EmptyState text="No review yet. Write the first one." action={addButton} />}
        selection={{
          selected,
          onChange: setSelected,
          nameOf: (review) => review.title,
          bar: (ticked) => (
            <BulkStatusBar
              count={ticked.length}
              options={STATUS_CHOICES}
              onApply={(status) => handleBulk(ticked, status)}
              onClear={() => setSelected(new Set())}
            />
          ),
        }}
        actions={[
          {
            label: 'View page',
            icon: mdiOpenInNew,
            onClick: ({ slug }) => window.open(`/offer-reviews/${slug}`, '_blank', 'noopener'),
            isShown: ({ status }) => isPublicStatus(status),
          },
          { label: 'Preview', icon: mdiEyeOutline, onClick: (review) => void handlePreview(review) },
          { label: 'Edit Content', icon: mdiPencil, to: editorPath },
          { label: 'Delete Content', icon: mdiDelete, onClick: (review) => setOpen({ kind: 'delete', review }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search content..." value={table.search} onChange={table.setSearch} />
            <FilterSelect
              label="Status"
              value={table.filters.status}
              options={STATUS_CHOICES}
              onChange={(value) => table.setFilter('status', value)}
            />
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
        <ConfirmDialog
          text={`Are you sure you want to delete "${open.review.title}"? This action cannot be undone.`}
          onConfirm={() => handleDelete(open.review)}
          onClose={close}
        />
      )}
    </>
  );
}
