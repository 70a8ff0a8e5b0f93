/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const CONVERSIONS_LASTING = {
  match: 'A conversion that found its click stays with it.',
  told: 'A postback that goes out by it stays sent, also when the rest is undone.',
} as const;
