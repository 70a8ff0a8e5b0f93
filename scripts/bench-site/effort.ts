/** How often each thing is measured. */
export type Effort = {
  starts: number;
  /** Of redirects, lists and sitemaps. */
  rounds: number;
  /** Of redirects at an even rate. */
  seconds: number;
  /** Of each kind of record. */
  writes: number;
  /** Guides that nobody has read. */
  unread: number;
  /** Of a page that somebody has read, and writes between them. */
  readings: number;
  /** Of all kinds, before memory is looked at again. */
  edits: number;
};

export const FULL: Effort = { starts: 3, rounds: 5, seconds: 10, writes: 50, unread: 40, readings: 20, edits: 500 };

/** Shows that everything works, and no more. */
export const QUICK: Effort = { starts: 1, rounds: 1, seconds: 2, writes: 3, unread: 5, readings: 2, edits: 30 };
