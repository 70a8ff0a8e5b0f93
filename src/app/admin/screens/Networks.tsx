import { type ComponentProps, Suspense } from 'react';
import { NetworksScreen } from '../../../features/networks/web/NetworksScreen.tsx';
import { OFFERS_KEY, offersClient } from '../../../features/offers/web/client.ts';
import { useClosing } from '../../../features/offers/web/use-closing.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const NetworkPostbacks = lazyPart(async () => ({
  default: (await import('../../../features/postbacks/web/NetworkPostbacks.tsx')).NetworkPostbacks,
}));

const UnknownAddressesNotice = lazyPart(async () => ({
  default: (await import('../../../features/postbacks/web/UnknownAddressesNotice.tsx')).UnknownAddressesNotice,
}));

const TrashedNetworksNotice = lazyPart(async () => ({
  default: (await import('../../../features/postbacks/web/TrashedNetworksNotice.tsx')).TrashedNetworksNotice,
}));

/** Affiliate networks with the postbacks that each sent last, and what is lost when one is paused. */
export function Networks() {
  const queries = useQueryClient();
  const { ask, question } = useClosing();

  const handlePause: ComponentProps<typeof NetworksScreen>['onPause'] = async (network, wire) => {
    const places = await offersClient.closingNetwork(network.id);
    const answer = await (places.length === 0
      ? { standInId: undefined }
      : ask({
          title: `Pause “${network.name}”?`,
          text: 'From now on nobody is sent to any of its offers.',
          places,
          closing: { network: network.id },
          confirmLabel: 'Save',
        }));
    if (!answer) return undefined;
    const saved = await offersClient.closeNetwork(network.id, { ...wire, stand_in_offer_id: answer.standInId });
    void queries.invalidateQueries({ queryKey: OFFERS_KEY });
    return saved;
  };

  return (
    <>
      <NetworksScreen
        renderPostbacks={({ id }) => <NetworkPostbacks networkId={id} />}
        onPause={handlePause}
        notice={
          <IfMayWrite>
            <Suspense>
              <TrashedNetworksNotice />
              <UnknownAddressesNotice />
            </Suspense>
          </IfMayWrite>
        }
      />
      {question}
    </>
  );
}
