import { mdiDelete, mdiPencil, mdiShapeOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { may } from '../../../platform/web/session/permissions.ts';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTicked } from '../../../platform/web/ui/table/bulk/use-ticked.tsx';
import { type TableState, useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { settingsQueries } from '../../settings/web/client.ts';
import { networkQueries } from '../../networks/web/client.ts';
import { MAX_USES_TOLD } from '../../../platform/list-bounds.ts';
import type { Offer, OfferSaved } from '../contract.ts';
import type { Category } from '../category-contract.ts';
import { OFFERS_KEY, offerQueries, offersClient } from './client.ts';
import { LINK_STATUS_CHOICES, STATUS_CHOICES } from './offer-choices.ts';
import { offerColumns } from './offer-columns.tsx';
import { useClosing } from './use-closing.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// Editors bring the form library and the contract; the list does not wait for them.
const OfferDialog = lazyPart(async () => ({ default: (await import('./OfferDialog.tsx')).OfferDialog }));
const OfferBulkBar = lazyPart(async () => ({ default: (await import('./OfferBulkBar.tsx')).OfferBulkBar }));
const CategoriesDialog = lazyPart(async () => ({
  default: (await import('./categories/CategoriesDialog.tsx')).CategoriesDialog,
}));

const FILTERS = { status: '', network_id: '', category_id: '', link_status: '' };

/** Which dialog is open, and for which row. */
type Open = { kind: 'add' | 'categories' } | { kind: 'edit' | 'delete'; offer: Offer };

/** The list of offers, and what can be done with one. */
export function OffersScreen() {
  const table = useTableState({
    sortBy: 'name',
    filters: FILTERS,
  });
  const offers = useQuery(offerQueries.list(table.query));
  const categoryList = useQuery(offerQueries.categories());
  const categories = categoryList.data ?? [];
  const site = useQuery(settingsQueries.site());
  const [open, setOpen] = useState<Open>();
  const [doubtful, setDoubtful] = useState<OfferSaved>();
  const afterChange = useAfterChange(OFFERS_KEY);
  const selection = useTicked<Offer>((rows, keep) => <OfferBulkBar offers={rows} keep={keep} />);
  const close = () => setOpen(undefined);

  const handleSaved = (saved: OfferSaved) => {
    close();
    setDoubtful(saved.warnings.length > 0 ? saved : undefined);
    afterChange({ message: saved.message ?? 'Offer saved.' });
  };

  const { archive, question } = useArchive(handleSaved);
  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add New Offer</AddButton>;

  return (
    <>
      <PageHeader
        title="Manage Offers"
        tabTitle="Product Offers"
        purpose="What you promote: the affiliate link, what it pays, and the facts that pages show about the product."
        action={
          <>
            <IfMayWrite>
              <Button
                variant="outlined"
                startIcon={<Icon path={mdiShapeOutline} />}
                onClick={() => setOpen({ kind: 'categories' })}
              >
                Categories
              </Button>
            </IfMayWrite>
            <ListCsv list="/admin/offers" query={table.query} total={offers.data?.total} />
            {addButton}
          </>
        }
      />
      <FailedParts queries={[categoryList, site]} />
      {doubtful && <Doubts saved={doubtful} onClose={() => setDoubtful(undefined)} />}
      <DataTable
        label="Offers"
        columns={offerColumns(site.data?.currency)}
        query={offers}
        table={table}
        selection={selection}
        empty={<EmptyState text="No offer yet. Add the first one to have something to promote." action={addButton} />}
        actions={[
          { label: 'Edit Offer', icon: mdiPencil, onClick: (offer) => setOpen({ kind: 'edit', offer }) },
          {
            label: 'Delete Offer',
            icon: mdiDelete,
            onClick: (offer) => (offer.used_in.length > 0 ? archive(offer) : setOpen({ kind: 'delete', offer })),
          },
        ]}
        toolbar={<Toolbar table={table} categories={categories} />}
      />

      <Suspense>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <OfferDialog
            offer={open.kind === 'edit' ? open.offer : undefined}
            categories={categories}
            onClose={close}
            onSaved={handleSaved}
          />
        )}
        {open?.kind === 'categories' && <CategoriesDialog categories={categories} onClose={close} />}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to delete the offer "${open.offer.name}"? This action cannot be undone.`}
          record={open.offer}
          calls={offersClient}
          listKey={OFFERS_KEY}
          words={{ removed: 'Offer deleted successfully!', restored: 'Offer restored.' }}
          onClose={close}
        />
      )}
      {question}
    </>
  );
}

/** What is used cannot be deleted; it can be archived, with another offer in its place. */
function useArchive(onSaved: (saved: OfferSaved) => void) {
  const afterChange = useAfterChange(OFFERS_KEY);
  const { ask, question } = useClosing();

  const archive = async (offer: Offer) => {
    try {
      const answer = await ask({
        title: `“${offer.name}” is in use`,
        text: <InUse offer={offer} />,
        places: await offersClient.closing(offer.id),
        closing: { offer: offer.id },
        confirmLabel: 'Archive',
      });
      if (!answer) return;
      const body = { status: 'archived', version: offer.version, stand_in_offer_id: answer.standInId } as const;
      onSaved(await offersClient.close(offer.id, body));
    } catch (error) {
      afterChange({ message: error instanceof Error ? error.message : String(error), tone: 'error' });
    }
  };

  return { archive: (offer: Offer) => void archive(offer), question };
}

function Doubts({ saved, onClose }: { saved: OfferSaved; onClose: () => void }) {
  return (
    <Alert severity="warning" onClose={onClose} sx={{ mb: 2 }}>
      &quot;{saved.data.name}&quot; is saved, and something about it is doubtful:
      {saved.warnings.map((warning) => (
        <div key={warning.code}>{warning.message}</div>
      ))}
    </Alert>
  );
}

type ToolbarProps = {
  table: TableState<keyof typeof FILTERS>;
  categories: readonly Category[];
};

function Toolbar({ table, categories }: ToolbarProps) {
  return (
    <>
      <SearchField label="Search offers..." value={table.search} onChange={table.setSearch} />
      {may('read:commerce') && (
        <RecordFilter
          label="Network"
          value={table.filters.network_id}
          onChange={(id) => table.setFilter('network_id', id)}
          queries={networkQueries}
          first={{ value: 'none', label: 'Direct' }}
        />
      )}
      <TableFilter
        table={table}
        name="category_id"
        label="Category"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TableFilter table={table} name="status" label="Status" options={STATUS_CHOICES} />
      <TableFilter table={table} name="link_status" label="Link" options={LINK_STATUS_CHOICES} />
    </>
  );
}

function InUse({ offer }: { offer: Offer }) {
  const names = offer.used_in.map(({ kind, name }) => `${kind} “${name}”`);
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5}${names.length < MAX_USES_TOLD ? '' : ' or'} more` : '';
  return `It cannot be deleted while it is named by ${shown}${more}. Archive it instead: nobody is sent to it any more, and its numbers stay.`;
}
