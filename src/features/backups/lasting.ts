/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const BACKUPS_LASTING = {
  sent: 'What was sent stays sent.',
  discarded: 'What was discarded is never sent.',
} as const;
