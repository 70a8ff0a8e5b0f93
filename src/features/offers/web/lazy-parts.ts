import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

/** Fields of editors; what is behind them is heavy and comes when one is opened. */
export const OfferPicker = lazyPart(async () => ({ default: (await import('./OfferPicker.tsx')).OfferPicker }));
export const NewOfferButton = lazyPart(async () => ({
  default: (await import('./NewOfferButton.tsx')).NewOfferButton,
}));
