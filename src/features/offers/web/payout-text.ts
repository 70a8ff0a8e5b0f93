import type { Offer } from '../contract.ts';

/** What one conversion pays, in one line. */
export function payoutText(offer: Pick<Offer, 'payout_type' | 'payout_amount' | 'payout_percent' | 'payout_currency'>) {
  const amount = `${offer.payout_amount}\u00a0${offer.payout_currency}`;
  const share = `${offer.payout_percent.replace(/\.?0+$/, '') || '0'}\u00a0%`;
  if (offer.payout_type === 'revshare') return share;
  return offer.payout_type === 'hybrid' ? `${amount} + ${share}` : amount;
}
