import * as calls from './offer-calls.ts';
import * as choices from './offer-choices.ts';
import * as texts from './payout-text.ts';
import { lazyPart } from '../../../platform/web/ui/lazy-part.tsx';

export const offersClient = calls.offersClient;
export const offerQueries = calls.offerQueries;
export const OFFERS_KEY = calls.OFFERS_KEY;

/** How good each state of an address is. */
export const linkTones = choices.LINK_TONES;
export const payoutText = texts.payoutText;

/** Fields of editors; what is behind them is heavy and comes when one is opened. */
export const OfferPicker = lazyPart(async () => ({ default: (await import('./OfferPicker.tsx')).OfferPicker }));
export const NewOfferButton = lazyPart(async () => ({
  default: (await import('./NewOfferButton.tsx')).NewOfferButton,
}));
