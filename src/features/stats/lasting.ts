/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const STATS_LASTING = {
  viewLink: 'A link that was revoked does not work again. Another one can be made.',
  letter: 'A letter that was sent stays sent.',
} as const;
