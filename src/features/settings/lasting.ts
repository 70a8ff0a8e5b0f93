/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const SETTINGS_LASTING = {
  webhook: 'The webhook of before is not kept, as its address may hold a secret.',
  retention: 'What a shorter time deletes does not come back.',
  message: 'A message that was deleted is gone. Messages of readers have no trash.',
} as const;
