import { mdiContentCopy, mdiDelete, mdiPencil, mdiTextBoxSearchOutline, mdiTrendingDown } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
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

  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add source</AddButton>;

  return (
    <>
      <PageHeader
        title="Traffic Sources"
        purpose="Whom you pay for visitors: what each source tells about a visit, and how it is told of conversions."
        action={
          <>
            <ListCsv list="/admin/traffic-sources" query={table.query} total={sources.data?.total} />
            {addButton}
          </>
        }
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
            label: 'Losing placements',
            isReading: true,
            icon: mdiTrendingDown,
            to: (source) => `/admin/traffic-sources/${source.id}/losing`,
            isShown: (source) => source.parameters.length > 0,
          },
          {
            label: 'Postback log',
            icon: mdiTextBoxSearchOutline,
            onClick: (source) => setOpen({ kind: 'log', source }),
          },
          {
            label: 'Copy URL suffix',
            isReading: true,
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
            <TableFilter table={table} name="status" label="Status" options={STATUS_CHOICES} />
            <TableFilter table={table} name="type" label="Type" options={TYPE_CHOICES} />
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
        <RemovalDialog
          text={`Are you sure you want to delete the traffic source "${open.source.name}"? This action cannot be undone.`}
          record={open.source}
          calls={sourcesClient}
          listKey={SOURCES_KEY}
          words={{ removed: 'Traffic source deleted successfully!', restored: 'Traffic source restored.' }}
          archival={{ update: sourcesClient.update, archived: 'Traffic source archived.' }}
          onClose={close}
        />
      )}
    </>
  );
}
