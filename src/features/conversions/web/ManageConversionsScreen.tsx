import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { FailedParts } from '../../../platform/web/ui/FailedParts.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { deskQueries } from './desk-client.ts';
import { OrphansTab } from './OrphansTab.tsx';

const UnmappedTab = lazy(async () => ({ default: (await import('./UnmappedTab.tsx')).UnmappedTab }));
const ImportTab = lazy(async () => ({ default: (await import('./ImportTab.tsx')).ImportTab }));
const UnknownAddressesTab = lazy(async () => ({
  default: (await import('./UnknownAddressesTab.tsx')).UnknownAddressesTab,
}));
const ReconcileTab = lazy(async () => ({ default: (await import('./ReconcileTab.tsx')).ReconcileTab }));
const RatesTab = lazy(async () => ({ default: (await import('./RatesTab.tsx')).RatesTab }));

const TABS = ['orphans', 'unmapped', 'addresses', 'reconcile', 'import', 'rates'] as const;
type TabName = (typeof TABS)[number];

/** What needs a hand before it is money: orphans, unknown words, files of networks, rates. */
export function ManageConversionsScreen() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab: TabName = TABS.find((name) => name === asked) ?? 'orphans';
  const orphans = useQuery(deskQueries.orphans({ page: 1, itemsPerPage: 1 }));
  const unmapped = useQuery(deskQueries.unmapped());
  const addresses = useQuery(deskQueries.unknownAddresses());
  const count = (total: number | undefined) => (total === undefined || total === 0 ? '' : ` (${total})`);
  const labels: Record<TabName, string> = {
    orphans: `Orphans${count(orphans.data?.total)}`,
    unmapped: `Unmapped Statuses${count(unmapped.data?.total)}`,
    addresses: `Unknown Addresses${count(addresses.data?.total)}`,
    reconcile: 'Reconciliation',
    import: 'Import',
    rates: 'Exchange Rates',
  };

  return (
    <>
      <PageHeader
        title="Manage Conversions"
        purpose="What needs a hand before it is money: conversions without a click, words that nobody has explained, messages to a mistyped address, and the files of your networks."
      />
      <FailedParts queries={[orphans, unmapped, ...(tab === 'addresses' ? [] : [addresses])]} />
      <Tabs
        value={tab}
        aria-label="Conversions"
        // the tables of a tab have their own keys in the address
        onChange={(_event, next: TabName) => setParams(next === 'orphans' ? {} : { tab: next })}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
      >
        {TABS.map((name) => (
          <Tab key={name} value={name} label={labels[name]} id={`tab-${name}`} aria-controls={`panel-${name}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <Suspense>
          {tab === 'orphans' && <OrphansTab />}
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
