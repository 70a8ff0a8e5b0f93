/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const DELIVERIES_LASTING = {
  sent: 'A postback that was sent stays sent.',
} as const;
