/**
 * Heights of an axis below a chart, in pixels. A label that does not fit is left out without a word, and the line of a 12 px text is
 * 14 px high in Arial, 17 in Noto Sans, 20 in some scripts: beside the tick of 6 and its gap of 3 the library's own 25 hold the first only.
 */
export const TICKS_HEIGHT = 32;
/** The same with the axis' own name below the ticks. */
export const NAMED_TICKS_HEIGHT = 56;
