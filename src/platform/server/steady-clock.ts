import type { Clock } from '../time.ts';

/** A moment of a steady clock, and what the running time said then. */
export type Anchor = { at: number; ran: number };

type Options = {
  /** Milliseconds that have passed since any moment, untouched by jumps of the wall clock. */
  runMs?: () => number;
  /** Where an earlier clock of the same running time stood. */
  from?: Anchor | undefined;
  /** Told where to go on from after the start and after each jump forward. */
  keep?: (anchor: Anchor) => void;
};

const JUMP_MS = 1000;

/**
 * A clock for the ends of tokens: it follows the wall clock forward and never goes back, so that nothing lives longer because somebody
 * set the clock back. While the wall clock lies behind, time passes at its own pace.
 */
export function steadyClock(wall: Clock, options: Options = {}): Clock {
  const { runMs = () => performance.now(), from, keep } = options;
  let ran = runMs();
  let at = Math.max(wall().getTime(), from ? from.at + Math.max(0, ran - from.ran) : 0);
  keep?.({ at, ran });
  return () => {
    const now = runMs();
    const expected = at + (now - ran);
    at = Math.max(expected, wall().getTime());
    ran = now;
    if (at - expected > JUMP_MS) keep?.({ at, ran });
    return new Date(at);
  };
}
