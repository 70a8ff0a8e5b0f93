/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const SOURCES_LASTING = {
  secrets: 'The URL, body and headers of before are not kept, as they may hold secrets.',
} as const;
