import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../../platform/web/date-time.ts';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { networkQueries } from '../../../networks/web/client.ts';
import type { Offer, OfferChange, OfferInput, OfferSaved, OfferStatus } from '../../contract.ts';
import { closesBy } from '../../rules.ts';
import { offersClient } from '../client.ts';
import { useClosing } from '../use-closing.tsx';

const VERBS: Partial<Record<OfferStatus, string>> = { paused: 'Pause', archived: 'Archive', draft: 'Make a draft of' };

type Saving = {
  /** Undefined: the question was answered with Cancel, and nothing is written. */
  save: (wire: OfferInput | OfferChange) => Promise<OfferSaved | undefined>;
  question: ReactNode;
};

/** Saves an offer; a change that closes it is told with those who lose their button, and what is to stand in for it is asked, before. */
export function useOfferSave(offer: Offer | undefined): Saving {
  const zone = useTimeZone();
  const { ask, question } = useClosing();
  const client = useQueryClient();

  const change = async (old: Offer, wire: OfferChange): Promise<OfferSaved | undefined> => {
    const paused = new Set(old.network_id !== null && old.closed_by === 'network_paused' ? [old.network_id] : []);
    if (wire.network_id && wire.network_id !== old.network_id) {
      const network = await client.fetchQuery(networkQueries.one(wire.network_id));
      if (network.status === 'paused') paused.add(network.id);
    }
    const from = closesBy(old, wire, paused, new Date());
    const places = from === undefined ? [] : await offersClient.closing(old.id);
    if (from === undefined || places.length === 0) return offersClient.update(old.id, wire);
    const when = from === 'at once' ? 'From now on' : `From ${formatDateTime(from.toISOString(), zone)} on`;
    const verb = VERBS[wire.status ?? old.status] ?? 'Close';
    const answer = await ask({
      title: `${verb} “${old.name}”?`,
      text: `${when} nobody is sent to this offer.`,
      places,
      closing: { offer: old.id },
      confirmLabel: 'Save',
    });
    if (!answer) return undefined;
    return offersClient.close(old.id, { ...wire, stand_in_offer_id: answer.standInId });
  };

  const save = (wire: OfferInput | OfferChange) =>
    offer ? change(offer, wire) : offersClient.create(wire as OfferInput);
  return { save, question };
}
