import { mdiContentCopy, mdiDelete, mdiPencil, mdiPlus, mdiTextBoxSearchOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { useRemoval } from '../../../platform/web/use-removal.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { settingsQueries } from '../../settings/web/client.ts';
import type { Source, SourceDetail } from '../contract.ts';
import { SOURCES_KEY, sourceQueries, sourcesClient } from './client.ts';
import { STATUS_CHOICES, TYPE_CHOICES } from './source-choices.ts';
import { sourceColumns } from './source-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// Editors bring the form library and the contract; the list does not wait for them.
const SourceDialog = lazyPart(async () => ({ default: (await import('./SourceDialog.tsx')).SourceDialog }));

/** Which dialog is open, and for which row. */
type Open =
  | { kind: 'add' }
  | { kind: 'edit'; source: SourceDetail }
  | { kind: 'delete'; source: Source }
  | { kind: 'log'; source: Source };

type Props = {
  /** The log of postbacks belongs to a later feature; the back office puts it in. */
  renderLog: (source: Source, onClose: () => void) => ReactNode;
};

/** The list of traffic sources, and what can be done with one. */
export function SourcesScreen({ renderLog }: Props) {
  const table = useTableState({ sortBy: 'name', filters: { status: '', type: '' } });
  const sources = useQuery(sourceQueries.list(table.query));
  const site = useQuery(settingsQueries.site());
  const settings = site.data;
  const templateList = useQuery(sourceQueries.templates());
  const templates = templateList.data ?? [];
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(SOURCES_KEY);
  const remove = useRemoval(sourcesClient, SOURCES_KEY, {
    removed: 'Traffic source deleted successfully!',
    restored: 'Traffic source restored.',
  });
  const close = () => setOpen(undefined);

  const handleEdit = async ({ id }: Source) => {
    try {
      // only this answer holds the postback in the clear
      setOpen({ kind: 'edit', source: await sourcesClient.find(id) });
    } catch (error) {
      afterChange({ message: (error as Error).message, tone: 'error' });
    }
  };

  const handleCopy = async ({ url_suffix: suffix }: Source) => {
    try {
      await navigator.clipboard.writeText(suffix);
      afterChange({ message: 'URL suffix copied.' });
    } catch {
      afterChange({ message: 'The browser did not allow copying. The suffix is in the editor.', tone: 'error' });
    }
  };

  const handleDelete = async ({ id }: Source) => {
    await remove(id);
    close();
  };

  const handleArchive = async ({ id, version }: Source) => {
    await sourcesClient.update(id, { status: 'archived', version });
    afterChange({ message: 'Traffic source archived.' });
    close();
  };

  const addButton = (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => setOpen({ kind: 'add' })}>
      Add source
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Traffic Sources"
        purpose="Whom you pay for visitors: what each source tells about a visit, and how it is told of conversions."
        action={addButton}
      />
      <FailedParts queries={[site, templateList]} />
      <DataTable
        label="Traffic sources"
        columns={sourceColumns(settings?.currency)}
        query={sources}
        table={table}
        empty={
          <EmptyState text="No traffic source yet. Add the first one to tell its visits apart." action={addButton} />
        }
        actions={[
          {
            label: 'Postback log',
            icon: mdiTextBoxSearchOutline,
            onClick: (source) => setOpen({ kind: 'log', source }),
          },
          {
            label: 'Copy URL suffix',
            icon: mdiContentCopy,
            onClick: (source) => void handleCopy(source),
            isShown: (source) => source.url_suffix !== '',
          },
          { label: 'Edit source', icon: mdiPencil, onClick: (source) => void handleEdit(source) },
          { label: 'Delete source', icon: mdiDelete, onClick: (source) => setOpen({ kind: 'delete', source }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search sources..." value={table.search} onChange={table.setSearch} />
            <FilterSelect
              label="Status"
              value={table.filters.status}
              options={STATUS_CHOICES}
              onChange={(value) => table.setFilter('status', value)}
            />
            <FilterSelect
              label="Type"
              value={table.filters.type}
              options={TYPE_CHOICES}
              onChange={(value) => table.setFilter('type', value)}
            />
          </>
        }
      />

      <Suspense>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <SourceDialog
            source={open.kind === 'edit' ? open.source : undefined}
            templates={templates}
            onClose={close}
            onSaved={(message) => {
              afterChange({ message });
              close();
            }}
          />
        )}
        {open?.kind === 'log' && renderLog(open.source, close)}
      </Suspense>
      {open?.kind === 'delete' && (
        <ConfirmDialog
          text={`Are you sure you want to delete the traffic source "${open.source.name}"? This action cannot be undone.`}
          onConfirm={() => handleDelete(open.source)}
          instead={{ label: 'Archive instead', onConfirm: () => handleArchive(open.source) }}
          onClose={close}
        />
      )}
    </>
  );
}
