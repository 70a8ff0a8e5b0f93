import Box from '@mui/material/Box';
import { postbackQueries } from '../../../features/postbacks/web/client.ts';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { deskQueries } from '../../../features/conversions/web/client.ts';
import { OrphansTab } from '../../../features/postbacks/web/OrphansTab.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const ContraryTab = lazyPart(async () => ({
  default: (await import('../../../features/conversions/web/ContraryTab.tsx')).ContraryTab,
}));
const AmbiguousTab = lazyPart(async () => ({
  default: (await import('../../../features/conversions/web/AmbiguousTab.tsx')).AmbiguousTab,
}));
const RefoldedTab = lazyPart(async () => ({
  default: (await import('../../../features/conversions/web/RefoldedTab.tsx')).RefoldedTab,
}));
const UnmappedTab = lazyPart(async () => ({
  default: (await import('../../../features/postbacks/web/UnmappedTab.tsx')).UnmappedTab,
}));
const ImportTab = lazyPart(async () => ({
  default: (await import('../../../features/statements/web/ImportTab.tsx')).ImportTab,
}));
const UnknownAddressesTab = lazyPart(async () => ({
  default: (await import('../../../features/postbacks/web/UnknownAddressesTab.tsx')).UnknownAddressesTab,
}));
const ReconcileTab = lazyPart(async () => ({
  default: (await import('../../../features/statements/web/ReconcileTab.tsx')).ReconcileTab,
}));
const RatesTab = lazyPart(async () => ({
  default: (await import('../../../features/rates/web/RatesTab.tsx')).RatesTab,
}));

const TABS = [
  'orphans',
  'contrary',
  'ambiguous',
  'unmapped',
  'addresses',
  'reconcile',
  'import',
  'rates',
  'refolded',
] as const;
type TabName = (typeof TABS)[number];

/** What needs a hand before it is money: orphans, unknown words, files of networks, rates. */
export function ManageConversionsScreen() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab: TabName = TABS.find((name) => name === asked) ?? 'orphans';
  const orphans = useQuery(postbackQueries.orphans({ page: 1, itemsPerPage: 1 }));
  const unmapped = useQuery(postbackQueries.unmapped());
  const contrary = useQuery(deskQueries.contrary({ page: 1, itemsPerPage: 1 }));
  const ambiguous = useQuery(deskQueries.ambiguous());
  const refolded = useQuery(deskQueries.refolded({ page: 1, itemsPerPage: 1 }));
  const addresses = useQuery(postbackQueries.unknownAddresses());
  const trashed = useQuery(postbackQueries.trashedNetworks());
  const count = (total: number | undefined) => (total === undefined || total === 0 ? '' : ` (${total})`);
  const labels: Record<TabName, string> = {
    orphans: `Orphans${count(orphans.data?.total)}`,
    contrary: `Contrary Words${count(contrary.data?.total)}`,
    ambiguous: `Unclear Refunds${count(ambiguous.data?.total)}`,
    refolded: `Folded Anew${count(refolded.data?.total)}`,
    unmapped: `Unmapped Statuses${count(unmapped.data?.total)}`,
    addresses: `Unknown Addresses${count((addresses.data?.total ?? 0) + (trashed.data?.total ?? 0))}`,
    reconcile: 'Reconciliation',
    import: 'Import',
    rates: 'Exchange Rates',
  };

  // of no use to whoever had nothing changed
  const tabs = TABS.filter((name) => name !== 'refolded' || tab === name || (refolded.data?.total ?? 0) > 0);

  return (
    <>
      <PageHeader
        title="Manage Conversions"
        purpose="What needs a hand before it is money: conversions without a click, words that nobody has explained, messages to a mistyped address, and the files of your networks."
      />
      <FailedParts
        queries={[
          orphans,
          unmapped,
          contrary,
          refolded,
          ...(tab === 'addresses' ? [] : [addresses, trashed]),
          ...(tab === 'ambiguous' ? [] : [ambiguous]),
        ]}
      />
      <Tabs
        value={tab}
        aria-label="Conversions"
        // the tables of a tab have their own keys in the address
        onChange={(_event, next: TabName) => setParams(next === 'orphans' ? {} : { tab: next })}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          mb: 3,
          // all of them fit beside the drawer from 1280 px on
          '& .MuiTab-root': { minWidth: 0, px: { xs: 1.5, lg: 1 } },
        }}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={labels[name]} id={`tab-${name}`} aria-controls={`panel-${name}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <Suspense>
          {tab === 'orphans' && <OrphansTab />}
          {tab === 'contrary' && <ContraryTab />}
          {tab === 'ambiguous' && <AmbiguousTab />}
          {tab === 'refolded' && <RefoldedTab />}
          {tab === 'unmapped' && <UnmappedTab />}
          {tab === 'addresses' && <UnknownAddressesTab />}
          {tab === 'reconcile' && <ReconcileTab />}
          {tab === 'import' && <ImportTab />}
          {tab === 'rates' && <RatesTab />}
        </Suspense>
      </Box>
    </>
  );
}
