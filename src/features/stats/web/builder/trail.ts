import { cutOf, isDimension } from '../../../reports/dimensions-contract.ts';

/** A line that was gone into: what the report was cut by, and each filter that it set with what the line was called. */
export type Step = { by: string; set: Record<string, string> };

const TRAIL = 'trail';
/** An address has an end. */
const MOST_STEPS = 8;

const isStep = (one: unknown): one is Step =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Step).by === 'string' &&
  typeof (one as Step).set === 'object' &&
  (one as Step).set !== null &&
  Object.values((one as Step).set).every((label) => typeof label === 'string');

/** Which lines led here, the first first; up to the first of which a filter was taken off since. */
export function trailIn(params: URLSearchParams, isSet: (key: string) => boolean): Step[] {
  let steps: unknown;
  try {
    steps = JSON.parse(params.get(TRAIL) ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(steps)) return [];
  const known = steps.slice(0, MOST_STEPS).filter(isStep);
  const end = known.findIndex(({ set }) => !Object.keys(set).every(isSet));
  return end === -1 ? known : known.slice(0, end);
}

export function writeTrail(params: URLSearchParams, steps: readonly Step[]): void {
  if (steps.length === 0) params.delete(TRAIL);
  else params.set(TRAIL, JSON.stringify(steps.slice(-MOST_STEPS)));
}

/** What a report is cut by, in words. */
export const cutWords = (by: string): string =>
  by
    .split(',')
    .filter(isDimension)
    .map((one) => cutOf(one).label)
    .join(' and ') || 'Totals';

/** The line of a step, in words. */
export const stepWords = ({ set }: Step): string => Object.values(set).join(', ');
