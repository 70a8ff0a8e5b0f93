/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const NETWORKS_LASTING = {
  key: 'The postback URL of before is not kept. It works for 7 more days.',
  secret: 'A secret that is replaced or removed is not kept.',
} as const;
