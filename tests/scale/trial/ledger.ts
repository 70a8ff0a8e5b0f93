import type { LinkKey, OfferKey } from './world.ts';

export type Device = 'desktop' | 'mobile';

/** Somebody who asked for a link, by the id that the ad gave them. */
export type Visit = { id: string; link: LinkKey; device: Device; isAnswered: boolean };

/** What stands in the address that a reader was sent to. */
export type Click = { id: string; visit: string; link: LinkKey; offer: OfferKey; device: Device };

/** What a network told of a click and was answered 200 for, at last. */
export type Sale = { txid: string; click: Click; cents: bigint; status: 'pending' | 'approved' | 'reversed' };

/** All that was asked of the site and what it answered, as those who asked know it. */
export type Ledger = {
  visits: Visit[];
  /** Pages that were asked for with a token of a visit. */
  pages: { atMs: number; isAnswered: boolean }[];
  clicks: Click[];
  sales: Sale[];
  /** What was stored of whom, by its address. */
  pictures: { path: string; bytes: Buffer }[];
  /** What was not answered as it should be, or not at all. */
  failures: { what: string; atMs: number; answer: string }[];
};

export const openLedger = (): Ledger => ({
  visits: [],
  pages: [],
  clicks: [],
  sales: [],
  pictures: [],
  failures: [],
});

export const failuresOf = ({ failures }: Ledger, ...whats: string[]): number =>
  failures.filter(({ what }) => whats.includes(what)).length;
