/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const COSTS_LASTING = {
  feedSecrets: 'An address or a header that is replaced is not kept.',
} as const;
