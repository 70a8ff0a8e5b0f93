import type { PublicReview } from '../contract.ts';
import type * as store from './store.ts';

/** Tenths as the number of the wire. */
export const scoreOf = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10);

export const subScoresOf = (row: Pick<store.ReviewRow, 'sub_scores'>): PublicReview['sub_scores'] =>
  row.sub_scores.map(({ name, score_tenths: tenths }) => ({ name, score: tenths / 10 }));
