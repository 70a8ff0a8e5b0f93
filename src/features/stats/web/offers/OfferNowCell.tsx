import { NOTHING } from '../../../../platform/text/figures.ts';
import { payoutText } from '../../../offers/web/payout-text.ts';
import type { OfferStat } from '../../offer-stats-contract.ts';
import { CapBar } from './CapBar.tsx';
import { LinkDot } from './LinkDot.tsx';
import { PlaceList } from './PlaceList.tsx';

type Props = { row: OfferStat; column: 'payout' | 'cap_use' | 'link_status' | 'rank_in_guides' };

/** A cell about what an offer is now, beside what its events came to. */
export function OfferNowCell({ row, column }: Props) {
  const { payout_type, payout_amount, payout_percent, payout_currency } = row;
  if (payout_type === null || payout_amount === null || payout_percent === null || payout_currency === null)
    return NOTHING;
  if (column === 'payout') return payoutText({ payout_type, payout_amount, payout_percent, payout_currency });
  if (column === 'cap_use') return <CapBar {...row} />;
  return column === 'link_status' ? <LinkDot status={row.link_status} /> : <PlaceList places={row.places} most={1} />;
}
