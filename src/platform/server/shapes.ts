/** Of objects with ever other keys no more are noted. */
const MOST_STEPS = 10_000;
const LIST = 0;

type Shape = { keys: readonly string[]; blank: Readonly<Record<string, unknown>> };
/** What is known of objects whose first keys are the same. */
type Step = { next: Map<string, Step>; /** Zero: no object has been seen that has no further keys. */ number: number };

/**
 * Plain data without the names of its fields, which most records have in common: an object becomes a list of the number of its shape
 * and its values, a list one that begins with zero.
 */
export type Shapes = {
  /** @returns what JSON can hold; `unpack` makes of it what JSON would have made of the value */
  pack(value: unknown): unknown;
  unpack(packed: unknown): unknown;
  /** The keys of each, in the order of their numbers from 1. @param after without the first so many */
  keys(after?: number): readonly (readonly string[])[];
  /** Gives the next number to what `keys` told elsewhere. */
  add(keys: readonly string[]): void;
};

export function createShapes(): Shapes {
  const first: Step = { next: new Map(), number: 0 };
  const shapes: Shape[] = [];
  let steps = 0;

  function follow(step: Step, key: string): Step | undefined {
    const known = step.next.get(key);
    if (known || steps >= MOST_STEPS) return known;
    steps += 1;
    const made: Step = { next: new Map(), number: 0 };
    step.next.set(key, made);
    return made;
  }

  function numbered(keys: readonly string[]): number {
    // the keys are there from the beginning, so that the engine lays out each object in the same way
    const blank = JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:null`).join()}}`) as Shape['blank'];
    return shapes.push({ keys, blank });
  }

  function packObject(value: Record<string, unknown>): unknown {
    const packed: unknown[] = [LIST];
    let step = first;
    for (const key of Object.keys(value)) {
      if (value[key] === undefined) continue;
      const next = follow(step, key);
      if (!next) return Object.fromEntries(Object.entries(value).map(([own, one]) => [own, pack(one)]));
      step = next;
      packed.push(pack(value[key]));
    }
    step.number ||= numbered(Object.keys(value).filter((key) => value[key] !== undefined));
    packed[0] = step.number;
    return packed;
  }

  function pack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Date) return value.toJSON();
    return Array.isArray(value) ? [LIST, ...value.map(pack)] : packObject(value as Record<string, unknown>);
  }

  function unpack(packed: unknown): unknown {
    if (typeof packed !== 'object' || packed === null) return packed;
    if (!Array.isArray(packed))
      return Object.fromEntries(Object.entries(packed).map(([key, one]) => [key, unpack(one)]));
    if (packed[0] === LIST) return packed.slice(1).map(unpack);
    const { keys, blank } = shapes[(packed[0] as number) - 1]!;
    const made = { ...blank };
    for (let n = 0; n < keys.length; n += 1) made[keys[n]!] = unpack(packed[n + 1]);
    return made;
  }

  return {
    pack,
    unpack,
    keys: (after = 0) => shapes.slice(after).map(({ keys }) => keys),
    add(keys) {
      let step: Step | undefined = first;
      for (const key of keys) step &&= follow(step, key);
      const number = numbered(keys);
      if (step) step.number ||= number;
    },
  };
}
