import { mdiChartLine, mdiDelete, mdiFilterVariant, mdiImport, mdiPencil, mdiQrcode, mdiSourceBranch } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTicked } from '../../../platform/web/ui/table/bulk/use-ticked.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { settingsQueries } from '../../../features/settings/web/client.ts';
import { sourceQueries } from '../../../features/sources/web/client.ts';
import type { Link } from '../../../features/links/contract.ts';
import { LINKS_KEY, linkQueries, linksClient } from '../../../features/links/web/client.ts';
import { STATE_CHOICES } from '../../../features/links/web/link-choices.ts';
import { linkColumns } from '../../../features/links/web/link-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// Editors bring the form library and the contract; the list does not wait for them.
const LinkDialog = lazyPart(async () => ({
  default: (await import('../../../features/links/web/LinkDialog.tsx')).LinkDialog,
}));
const DestinationsDialog = lazyPart(async () => ({
  default: (await import('../../../features/links/web/DestinationsDialog.tsx')).DestinationsDialog,
}));

const LinkBulkBar = lazyPart(async () => ({
  default: (await import('../../../features/links/web/LinkBulkBar.tsx')).LinkBulkBar,
}));
const LostSlugs = lazyPart(async () => ({
  default: (await import('../../../features/router/web/LostSlugs.tsx')).LostSlugs,
}));
const OptimiserDialog = lazyPart(async () => ({
  default: (await import('../../../features/optimiser/web/OptimiserDialog.tsx')).OptimiserDialog,
}));
const OptimiserNotice = lazyPart(async () => ({
  default: (await import('../../../features/optimiser/web/OptimiserNotice.tsx')).OptimiserNotice,
}));
const SimulatorPanel = lazyPart(async () => ({
  default: (await import('../../../features/router/web/SimulatorPanel.tsx')).SimulatorPanel,
}));
const RulesDialog = lazyPart(async () => ({
  default: (await import('../../../features/links/web/RulesDialog.tsx')).RulesDialog,
}));
const LinkShareDialog = lazyPart(async () => ({
  default: (await import('../../../features/links/web/LinkShareDialog.tsx')).LinkShareDialog,
}));
const LinkImportDialog = lazyPart(async () => ({
  default: (await import('../../../features/link-files/web/LinkImportDialog.tsx')).LinkImportDialog,
}));

/** Which dialog is open, and for which row. */
type Open = { kind: 'add' | 'import' } | { kind: 'edit' | 'delete' | 'destinations' | 'rules' | 'share'; link: Link };

/** The list of tracking links, and what can be done with one. */
export function LinksScreen() {
  const table = useTableState({ sortBy: 'created_at', order: 'desc', filters: { status: '', source_id: '' } });
  const links = useQuery(linkQueries.list(table.query));
  const site = useQuery(settingsQueries.site());
  const settings = site.data;
  const [open, setOpen] = useState<Open>();
  const selection = useTicked<Link>((rows, keep) => <LinkBulkBar links={rows} keep={keep} />);
  const url = links.data?.data[0]?.url;

  const addButton = <AddButton onClick={() => setOpen({ kind: 'add' })}>Add tracking link</AddButton>;

  return (
    <>
      <PageHeader
        title="Smart Tracking Links"
        purpose="Short addresses for your ads: each visit is counted and sent on to one of the destinations, by weight."
        action={
          <>
            <IfMayWrite>
              <Button
                variant="outlined"
                startIcon={<Icon path={mdiImport} />}
                onClick={() => setOpen({ kind: 'import' })}
              >
                Import
              </Button>
            </IfMayWrite>
            <ListCsv list="/admin/tracking-links" query={table.query} total={links.data?.total} label="Export CSV" />
            {addButton}
          </>
        }
      />
      <FailedParts queries={[site]} />
      <IfMayWrite>
        <Suspense>
          <LostSlugs />
        </Suspense>
      </IfMayWrite>
      <DataTable
        label="Tracking links"
        columns={linkColumns(settings?.currency)}
        query={links}
        table={table}
        selection={selection}
        empty={
          <EmptyState
            text="No tracking link yet. Add the first one, give it a guide to lead to, and put its short URL into your ad."
            action={addButton}
          />
        }
        actions={[
          { label: 'Stats', word: 'Stats', icon: mdiChartLine, to: (link) => `/admin/tracking-links/${link.id}/stats` },
          {
            label: 'Destinations',
            isReading: true,
            icon: mdiSourceBranch,
            onClick: (link) => setOpen({ kind: 'destinations', link }),
          },
          {
            label: 'Ad URL and QR code',
            isReading: true,
            icon: mdiQrcode,
            onClick: (link) => setOpen({ kind: 'share', link }),
          },
          {
            label: 'Rules and simulator',
            isReading: true,
            icon: mdiFilterVariant,
            onClick: (link) => setOpen({ kind: 'rules', link }),
          },
          {
            label: 'Edit tracking link',
            word: 'Edit',
            icon: mdiPencil,
            onClick: (link) => setOpen({ kind: 'edit', link }),
          },
          { label: 'Delete tracking link', icon: mdiDelete, onClick: (link) => setOpen({ kind: 'delete', link }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search tracking links..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="status" label="State" options={STATE_CHOICES} />
            <RecordFilter
              label="Source"
              value={table.filters.source_id}
              onChange={(id) => table.setFilter('source_id', id)}
              queries={sourceQueries}
            />
          </>
        }
      />
      {open && <Dialogs open={open} setOpen={setOpen} firstUrl={url} />}
    </>
  );
}

type DialogsProps = {
  open: Open;
  setOpen: (open: Open | undefined) => void;
  /** Of the list: short addresses begin as it does. */
  firstUrl: string | undefined;
};

function Dialogs({ open, setOpen, firstUrl }: DialogsProps) {
  const afterChange = useAfterChange(LINKS_KEY);
  const close = () => setOpen(undefined);
  return (
    <>
      <Suspense>
        {(open.kind === 'add' || open.kind === 'edit') && (
          <LinkDialog
            link={open.kind === 'edit' ? open.link : undefined}
            origin={firstUrl ? new URL(firstUrl).origin : window.location.origin}
            onClose={close}
            onSaved={(link, message) => {
              afterChange({ message });
              setOpen(open.kind === 'add' ? { kind: 'destinations', link } : undefined);
            }}
          />
        )}
        {open.kind === 'share' && <LinkShareDialog link={open.link} onClose={close} />}
        {open.kind === 'import' && (
          <LinkImportDialog
            onClose={close}
            onImported={(message) => {
              afterChange({ message });
              close();
            }}
          />
        )}
        {open.kind === 'rules' && (
          <RulesDialog link={open.link} simulator={<SimulatorPanel linkId={open.link.id} />} onClose={close} />
        )}
        {open.kind === 'destinations' && (
          <DestinationsDialog
            link={open.link}
            optimiser={{
              notice: <OptimiserNotice linkId={open.link.id} />,
              dialog: (onClose) => <OptimiserDialog link={open.link} onClose={onClose} />,
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {open.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to delete the tracking link "${open.link.name}"? Ads that point to /go/${open.link.slug} will find nothing. This action cannot be undone.`}
          record={open.link}
          calls={linksClient}
          listKey={LINKS_KEY}
          words={{ removed: 'Tracking link deleted successfully!', restored: 'Tracking link restored.' }}
          archival={{ update: linksClient.update, archived: 'Tracking link archived.' }}
          onClose={close}
        />
      )}
    </>
  );
}
