import type { OfferPlace } from '../offer-stats-contract.ts';

/** A place in words. Apart from the schemas, which no screen of numbers has to load. */
export const placeText = (place: OfferPlace): string => `${place.rank}. ${place.listicle}`;
