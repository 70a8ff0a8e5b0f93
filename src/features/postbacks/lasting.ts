/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const POSTBACKS_LASTING = {
  judged: 'A message that was judged once more stays so.',
} as const;
