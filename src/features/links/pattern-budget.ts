import { compileBounded } from './bounded-regex.ts';
import type { Condition } from './conditions.ts';

/** Steps of all patterns of the rules of one link: what one visit may be asked. */
const MAX_LINK_STEPS = 2000;

type Patterned = { id: number; conditions: readonly Condition[] };
/** @param field where it stands among the conditions of the rule, such as `0.values.2`; undefined: all of them together */
export type Objection = { field: string | undefined; why: string };

/** Is there a pattern that is none, or not bounded? Seen for itself, whatever else the link holds. */
export function patternObjection(conditions: readonly Condition[]): Objection | undefined {
  for (const [place, one] of conditions.entries())
    for (const [index, pattern] of patternsOf(one).entries()) {
      const found = stepsOf(pattern);
      if (typeof found === 'string') return { field: `${place}.values.${index}`, why: found };
    }
  return undefined;
}

/**
 * Those of a link's rules that may not run, in their order: a pattern of theirs is not bounded, or the rules before them have used up
 * the steps of the link.
 */
export function unboundedRules(rules: readonly Patterned[]): Map<number, Objection> {
  const all = new Map<number, Objection>();
  let left = MAX_LINK_STEPS;
  for (const { id, conditions } of rules) {
    const objection = patternObjection(conditions);
    const steps = objection ? 0 : conditions.flatMap(patternsOf).reduce((sum, one) => sum + Number(stepsOf(one)), 0);
    if (objection) all.set(id, objection);
    else if (steps > left)
      all.set(id, { field: undefined, why: `the patterns of one link may have ${MAX_LINK_STEPS} steps together` });
    else left -= steps;
  }
  return all;
}

const patternsOf = (one: Condition): readonly string[] =>
  one.type === 'query' && one.match === 'regex' ? one.values : [];

/** @returns what is wrong instead */
function stepsOf(pattern: string): number | string {
  try {
    return compileBounded(pattern).steps;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}
