import { CTA_PLACES, READ_DEPTHS, type CtaPlace, type ReadDepth } from '../../src/features/events/contract.ts';
import { diceOfId } from './random.ts';

type Sight = { type: 'read'; depth: ReadDepth } | { type: 'cta_impression'; place: CtaPlace } | { type: 'cta_view' };
type Reading = { seen: (Sight & { ts: string })[]; place: CtaPlace | undefined };

/** How often a reader who has come so far sees the next quarter: of those who go on to the shop, and of the others. */
const BUYERS = [0.96, 0.86, 0.88, 0.84];
const OTHERS = [0.84, 0.68, 0.72, 0.7];
const WITHOUT_SCRIPT = 0.04;
const IN_TEXT = 0.05;
/** How readily each button is pressed when it is in sight. */
const PRESSED: Record<CtaPlace, number> = { verdict: 55, sticky: 30, end: 20 };

type Options = {
  isPhone: boolean;
  from: number;
  /** When the reader goes on to the shop. */ until: number | undefined;
};

/** What of a review a reader has in sight, and by which button they go on. */
export function readReview(viewId: string, { isPhone, from, until }: Options): Reading {
  const dice = diceOfId(viewId);
  if (dice.chance(WITHOUT_SCRIPT)) return { seen: [], place: dice.pick(CTA_PLACES, (place) => PRESSED[place]) };
  const span = (until ?? from + dice.whole(8000, 120_000)) - from;
  const stops = (until === undefined ? OTHERS : BUYERS).findIndex((often) => !dice.chance(often));
  const quarters = stops === -1 ? READ_DEPTHS : READ_DEPTHS.slice(0, stops);
  const isIn: Record<CtaPlace, boolean> = {
    verdict: dice.chance(0.93),
    sticky: isPhone && quarters.length > 0 && dice.chance(0.9),
    end: quarters.length === 4 && dice.chance(0.95),
  };
  const isTaken = until !== undefined && !dice.chance(IN_TEXT);
  const inSight = CTA_PLACES.filter((place) => isIn[place]);
  const place = isTaken
    ? dice.pick(inSight.length > 0 ? inSight : CTA_PLACES.slice(0, 1), (one) => PRESSED[one])
    : undefined;
  if (place) isIn[place] = true;
  // the verdict stands above the text, the bar comes with it, the last button below it
  const at = { verdict: 0.05, sticky: 0.2, end: 0.92 };
  const parts: [part: number, sight: Sight][] = [
    ...quarters.map((depth, i) => [0.1 + 0.2 * i, { type: 'read', depth }] as [number, Sight]),
    ...CTA_PLACES.filter((one) => isIn[one]).map(
      (one) => [at[one], { type: 'cta_impression', place: one }] as [number, Sight],
    ),
  ];
  const first = parts.find(([, sight]) => sight.type === 'cta_impression');
  if (first) parts.push([first[0], { type: 'cta_view' }]);
  return {
    seen: parts.map(([part, sight]) => ({ ...sight, ts: new Date(from + Math.round(span * part)).toISOString() })),
    place,
  };
}
