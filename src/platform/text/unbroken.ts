/** So long a word fits in no line of a card, a cell or a phone. */
const UNBROKEN = /\S{40}/;

/** Whether a text has a stretch without a place to break, so that it is cut to two lines where it stands in a list. */
export const isUnbroken = (text: string): boolean => UNBROKEN.test(text);
