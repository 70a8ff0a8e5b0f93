import { lazy, Suspense } from 'react';
import { NetworksScreen } from '../../features/networks/web/NetworksScreen.tsx';

const NetworkPostbacks = lazy(async () => ({
  default: (await import('../../features/conversions/web/NetworkPostbacks.tsx')).NetworkPostbacks,
}));

const UnknownAddressesNotice = lazy(async () => ({
  default: (await import('../../features/conversions/web/UnknownAddressesNotice.tsx')).UnknownAddressesNotice,
}));

const TrashedNetworksNotice = lazy(async () => ({
  default: (await import('../../features/conversions/web/TrashedNetworksNotice.tsx')).TrashedNetworksNotice,
}));

/** Affiliate networks with the postbacks that each sent last. */
export function AffiliateNetworksScreen() {
  return (
    <NetworksScreen
      renderPostbacks={({ id }) => <NetworkPostbacks networkId={id} />}
      notice={
        <Suspense>
          <TrashedNetworksNotice />
          <UnknownAddressesNotice />
        </Suspense>
      }
    />
  );
}
