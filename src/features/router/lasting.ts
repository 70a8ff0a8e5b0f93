/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const ROUTER_LASTING = {
  lead: 'An address that was given to a link leads there for good.',
  forget: 'What was counted of an address that is forgotten is gone.',
} as const;
