import { type KeptForm, useKeptState } from '../../../../platform/web/session/kept-form.ts';
import type { Destination } from '../../contract.ts';
import type { Rotation } from '../../rules.ts';
import { sharesNow } from '../../shares.ts';

/** What its weight alone decides, or nothing. */
const canGetVisits = ({ state }: Destination): boolean => state === 'live' || state === 'no_weight';

const EVEN_WEIGHT = 100;
const NOTHING = {};

export type Weights = {
  /** What the weight input of a destination holds. */
  textOf: (destination: Destination) => string;
  /** The share of new visits as it would be with the weights typed. */
  shareOf: (destination: Destination) => number;
  isWrong: (destination: Destination) => boolean;
  set: (id: number, text: string) => void;
  /** The same weight for all that are neither paused nor closed; the others keep theirs. */
  splitEvenly: () => void;
  /** Weights that differ from what is stored, as the wire wants them. */
  changed: Record<string, number>;
  isUnsaved: boolean;
  canSave: boolean;
  reset: () => void;
  /** What was typed before and not saved. */
  kept: KeptForm;
};

/** Weights as they are typed, before they are saved, and the shares that would follow. */
export function useWeights(
  linkId: number,
  destinations: readonly Destination[],
  rotation: Rotation = 'weighted',
): Weights {
  const [typed, setTyped, kept] = useKeptState<Record<string, string>>(`weights/${linkId}`, NOTHING);
  const textOf = (one: Destination) => typed[one.id] ?? String(one.weight);
  const isWrong = (one: Destination) => !/^\d{1,4}$/.test(textOf(one).trim()) || Number(textOf(one)) > 1000;
  const shares = sharesNow(
    destinations.map((one) => ({
      id: one.id,
      weight: isWrong(one) ? 0 : Number(textOf(one)),
      priority: one.priority,
      ruleId: one.rule_id,
      isLive: canGetVisits(one) && !isWrong(one) && Number(textOf(one)) > 0,
    })),
    rotation,
  );
  const different = destinations.filter((one) => textOf(one) !== String(one.weight));

  return {
    textOf,
    shareOf: (one) => shares.get(one.id) ?? 0,
    isWrong,
    set: (id, text) => setTyped({ ...typed, [id]: text }),
    splitEvenly: () =>
      setTyped({
        ...typed,
        ...Object.fromEntries(destinations.filter(canGetVisits).map(({ id }) => [id, String(EVEN_WEIGHT)])),
      }),
    changed: Object.fromEntries(different.filter((one) => !isWrong(one)).map((one) => [one.id, Number(textOf(one))])),
    isUnsaved: different.length > 0,
    canSave: different.length > 0 && !different.some(isWrong),
    reset: () => setTyped(NOTHING),
    kept,
  };
}
