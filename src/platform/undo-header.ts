/** Of an answer to a change: the entry of the audit by which it can be taken back. */
export const UNDO_HEADER = 'x-undo';
