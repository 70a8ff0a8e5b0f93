import { mdiDelete, mdiPencil, mdiPlus } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { RowActions } from '../../../../platform/web/ui/table/cells/RowActions.tsx';
import type { RowAction } from '../../../../platform/web/ui/table/table-columns.ts';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { Category } from '../../category-contract.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { OFFERS_KEY, offersClient } from '../client.ts';

type Props = { categories: readonly Category[]; onClose: () => void };

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; category: Category };

/** The categories of offers, and what can be done with one. The default one has no delete. */
export function CategoriesDialog({ categories, onClose }: Props) {
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(OFFERS_KEY);
  const close = () => setOpen(undefined);

  const handleSaved = (message: string) => {
    close();
    afterChange({ message });
  };
  const handleDelete = async (category: Category) => {
    const { message = 'Category deleted.' } = await offersClient.removeCategory(category.id);
    handleSaved(message);
  };

  const actions: RowAction<Category>[] = [
    { label: 'Edit category', icon: mdiPencil, onClick: (category) => setOpen({ kind: 'edit', category }) },
    {
      label: 'Delete category',
      icon: mdiDelete,
      onClick: (category) => setOpen({ kind: 'delete', category }),
      isShown: (category) => !category.is_default,
    },
  ];

  return (
    <ViewDialog
      title="Offer categories"
      width="small"
      isFlush
      tools={
        <Button startIcon={<Icon path={mdiPlus} />} onClick={() => setOpen({ kind: 'add' })}>
          Add category
        </Button>
      }
      onClose={onClose}
    >
      <Box component="ul" aria-label="Categories" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {categories.map((category) => (
          <Box
            component="li"
            key={category.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              px: 3,
              py: 0.75,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {category.name}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {category.offers_count === 1 ? '1 offer' : `${category.offers_count} offers`}
              </Typography>
            </Box>
            <RowActions row={category} actions={actions} />
          </Box>
        ))}
      </Box>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <CategoryDialog
          category={open.kind === 'edit' ? open.category : undefined}
          onClose={close}
          onSaved={handleSaved}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          text={`Are you sure you want to delete the category "${open.category.name}"? This action cannot be undone.`}
          onConfirm={() => handleDelete(open.category)}
          onClose={close}
        />
      )}
    </ViewDialog>
  );
}
