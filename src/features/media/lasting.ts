/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const MEDIA_LASTING = {
  picture: 'The files of a picture are gone with it. Pictures have no trash.',
} as const;
