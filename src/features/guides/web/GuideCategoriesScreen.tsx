import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { containsFolded } from '../../../platform/text/fold.ts';
import { Suspense, useState } from 'react';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { moveElement } from '../../../platform/web/move-element.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { GuideCategory } from '../contract.ts';
import { CATEGORIES_KEY, categoriesClient, categoryQueries } from './categories/category-client.ts';
import { GuideCategoryRows } from './categories/GuideCategoryRows.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { visuallyHidden } from '../../../platform/web/styles/visually-hidden.ts';

const GuideCategoryDialog = lazyPart(async () => ({
  default: (await import('./categories/GuideCategoryDialog.tsx')).GuideCategoryDialog,
}));

/** Which dialog is open, and for which category. */
type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; category: GuideCategory };

/** The categories of guides in the order in which readers see them. */
export function GuideCategoriesScreen() {
  const { search, setSearch } = useTableState({ sortBy: '' });
  const categories = useQuery(categoryQueries.all());
  const [open, setOpen] = useState<Open>();
  const { handleMove, said } = useOrder(categories.data ?? []);
  const afterChange = useAfterChange(CATEGORIES_KEY);
  const close = () => setOpen(undefined);
  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add category</AddButton>;
  const shown = categories.data?.filter((category) => isFound(category, search));

  return (
    <>
      <PageHeader
        title="Guide Categories"
        purpose="The shelves that readers find guides on, in this order. Each has a page of its own."
        action={addButton}
      />
      <Paper variant="outlined" component="section" aria-label="Guide categories" aria-busy={categories.isFetching}>
        <Box sx={{ display: 'flex', p: { xs: 1.5, sm: 2 } }}>
          <SearchField label="Search categories..." value={search} onChange={setSearch} />
        </Box>
        {categories.error ? (
          <ErrorState error={categories.error} onRetry={() => void categories.refetch()} />
        ) : shown === undefined ? (
          <RowsToCome />
        ) : categories.data?.length === 0 ? (
          <EmptyState text="No category yet. Add the first one, then choose it in a guide." action={addButton} />
        ) : shown.length === 0 ? (
          <EmptyState
            text="Nothing matches the search."
            action={
              <Button variant="outlined" onClick={() => setSearch('')}>
                Clear search
              </Button>
            }
          />
        ) : (
          <GuideCategoryRows
            categories={shown}
            canMove={search === ''}
            onMove={handleMove}
            onEdit={(category) => setOpen({ kind: 'edit', category })}
            onDelete={(category) => setOpen({ kind: 'delete', category })}
          />
        )}
      </Paper>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Suspense>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <GuideCategoryDialog
            category={open.kind === 'edit' ? open.category : undefined}
            onClose={close}
            onSaved={(message) => {
              afterChange({ message });
              close();
            }}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to delete the category "${open.category.name}"? Its page will be gone from the site.`}
          record={open.category}
          calls={{ remove: categoriesClient.remove, restore: () => bringBack(open.category) }}
          listKey={CATEGORIES_KEY}
          words={{ removed: 'Category deleted.', restored: 'Category restored.' }}
          onClose={close}
        />
      )}
    </>
  );
}

const isFound = ({ name, slug, description }: GuideCategory, search: string): boolean =>
  [name, slug, description ?? ''].some((text) => containsFolded(text, search));

// nothing names a category that could be deleted, so one made anew is the same
const bringBack = ({ name, slug, description, sort_order }: GuideCategory) =>
  categoriesClient.create({ name, slug, description, sort_order });

/** Moves a category at once and saves the order; a refusal puts the server's order back. */
function useOrder(categories: readonly GuideCategory[]) {
  const queries = useQueryClient();
  const notify = useSnackbar();
  const [said, setSaid] = useState('');
  const order = useMutation({
    // one after the other: the last order pressed is the one that stays
    scope: { id: 'reorder-guide-categories' },
    mutationFn: (ids: number[]) => categoriesClient.reorder(ids),
    onError: async (error) => {
      notify({ message: error.message, tone: 'error' });
      await queries.invalidateQueries({ queryKey: CATEGORIES_KEY });
    },
  });

  const handleMove = async (from: number, to: number) => {
    const next = moveElement(categories, from, to);
    await queries.cancelQueries({ queryKey: CATEGORIES_KEY });
    queries.setQueryData(categoryQueries.all().queryKey, next);
    setSaid(`${categories[from]!.name} is now number ${to + 1} of ${categories.length}.`);
    order.mutate(next.map((one) => one.id));
  };
  return { handleMove: (from: number, to: number) => void handleMove(from, to), said };
}

function RowsToCome() {
  return (
    <Box aria-hidden>
      {[1, 2, 3].map((row) => (
        <Box key={row} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Skeleton width="30%" />
          <Skeleton width="60%" />
        </Box>
      ))}
    </Box>
  );
}
