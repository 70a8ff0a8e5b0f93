/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const PUBLISHING_LASTING = {
  previewLink: 'A preview link works until its seven days are over.',
} as const;
