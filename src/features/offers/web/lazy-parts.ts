import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

/** A field of editors; what is behind it is heavy and comes when one is opened. */
export const OfferPicker = lazyPart(async () => ({ default: (await import('./OfferPicker.tsx')).OfferPicker }));
