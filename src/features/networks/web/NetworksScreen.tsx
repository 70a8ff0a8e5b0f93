import { mdiDelete, mdiPencil, mdiWebhook } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
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
import type { Network } from '../contract.ts';
import { NETWORKS_KEY, networkQueries, networksClient } from './client.ts';
import { STATUS_CHOICES } from './network-choices.ts';
import { networkColumns } from './network-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// Editors bring the form library and the contract; the list does not wait for them.
const NetworkDialog = lazyPart(async () => ({ default: (await import('./NetworkDialog.tsx')).NetworkDialog }));
const PostbackSetupDialog = lazyPart(async () => ({
  default: (await import('./PostbackSetupDialog.tsx')).PostbackSetupDialog,
}));

/** Which dialog is open, and for which row. */
type Open = { kind: 'add' } | { kind: 'edit' | 'delete' | 'setup'; network: Network };

type Props = {
  /** What a network sent belongs to a later feature; the back office puts it in. */
  renderPostbacks: (network: Network) => ReactNode;
  /** Who loses something when its offers are closed is known by later features, too. */
  onPause: ComponentProps<typeof NetworkDialog>['onPause'];
  /** What needs a hand about the networks as a whole; put in like the postbacks. */
  notice?: ReactNode;
};

/** The list of affiliate networks, and what can be done with one. The screen that others are modelled on. */
export function NetworksScreen({ renderPostbacks, onPause, notice }: Props) {
  const table = useTableState({ sortBy: 'name', filters: { status: '', template_key: '' } });
  const networks = useQuery(networkQueries.list(table.query));
  const templateList = useQuery(networkQueries.templates());
  const templates = templateList.data ?? [];
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(NETWORKS_KEY);
  const close = () => setOpen(undefined);

  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add network</AddButton>;

  return (
    <>
      <PageHeader
        title="Affiliate Networks"
        purpose="Who pays you: how each network gets your click id, and how it reports conversions back."
        action={
          <>
            <ListCsv list="/admin/affiliate-networks" query={table.query} total={networks.data?.total} />
            {addButton}
          </>
        }
      />
      <FailedParts queries={[templateList]} />
      {notice}
      <DataTable
        label="Affiliate networks"
        columns={networkColumns(new Map(templates.map((template) => [template.key, template.name])))}
        query={networks}
        table={table}
        empty={<EmptyState text="No network yet. Add the first one to be told about conversions." action={addButton} />}
        actions={[
          { label: 'Postback setup', icon: mdiWebhook, onClick: (network) => setOpen({ kind: 'setup', network }) },
          { label: 'Edit network', icon: mdiPencil, onClick: (network) => setOpen({ kind: 'edit', network }) },
          { label: 'Delete network', icon: mdiDelete, onClick: (network) => setOpen({ kind: 'delete', network }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search networks..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="status" label="Status" options={STATUS_CHOICES} />
            <TableFilter
              table={table}
              name="template_key"
              label="Template"
              options={templates.map(({ key, name }) => ({ value: key, label: name }))}
            />
          </>
        }
      />

      <Suspense>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <NetworkDialog
            network={open.kind === 'edit' ? open.network : undefined}
            templates={templates}
            onPause={onPause}
            onClose={close}
            onSaved={(network, message) => {
              afterChange({ message });
              setOpen(open.kind === 'add' ? { kind: 'setup', network } : undefined);
            }}
          />
        )}
        {open?.kind === 'setup' && (
          <PostbackSetupDialog
            network={open.network}
            templates={templates}
            postbacks={renderPostbacks(open.network)}
            onClose={close}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to delete the affiliate network "${open.network.name}"? This action cannot be undone.`}
          record={open.network}
          calls={networksClient}
          listKey={NETWORKS_KEY}
          words={{ removed: 'Affiliate network deleted successfully!', restored: 'Affiliate network restored.' }}
          archival={{ update: networksClient.update, archived: 'Affiliate network archived.' }}
          onClose={close}
        />
      )}
    </>
  );
}
