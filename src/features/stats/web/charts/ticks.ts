/** More days than these on an axis would crowd each other. */
const MOST_TICKS = 16;
/** What `Nov 22` takes, with air around it. */
const TICK_PX = 62;

/**
 * Every how many days an axis of this width names one, so that no name is left out.
 * @param width of the whole axis in pixels
 */
export const stepOfDays = (days: number, width: number): number =>
  Math.max(1, Math.ceil(days / Math.min(MOST_TICKS, Math.max(2, Math.floor(width / TICK_PX)))));

/** Counted from the end, for today is what one looks for. */
export const isNamed = (index: number, days: number, step: number): boolean => (days - 1 - index) % step === 0;
