/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const TRACES_LASTING = {
  erased: 'Traces that were erased are nowhere kept.',
} as const;
