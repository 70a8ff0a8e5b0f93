import { lazy } from 'react';
import { NetworksScreen } from '../../features/networks/web/NetworksScreen.tsx';

const NetworkPostbacks = lazy(async () => ({
  default: (await import('../../features/conversions/web/NetworkPostbacks.tsx')).NetworkPostbacks,
}));

/** Affiliate networks with the postbacks that each sent last. */
export function AffiliateNetworksScreen() {
  return <NetworksScreen renderPostbacks={({ id }) => <NetworkPostbacks networkId={id} />} />;
}
