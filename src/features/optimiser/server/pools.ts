import type { Deps } from '../../../platform/server/deps.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import type { Destination } from '../../links/contract.ts';
import { CLICK_OUT_CURVE, DEFAULTS, lagCurve, optimise, type Arm, type Run } from '../optimise.ts';
import { type Goal } from '../../links/contract.ts';
import { wholeShares } from '../pool-weights.ts';
import { presentDestinations } from '../../links/server/destinations.ts';
import * as rules from '../../links/server/store-rules.ts';
import type * as store from '../../links/server/store-links.ts';

/** How far back the numbers go: what was true in another season teaches little. */
export const WINDOW_DAYS = 30;
const DAY_MS = 86_400_000;

/** What later features know of a link's destinations; the application fills it in. @throws AppError unavailable */
export type ReadGoalNumbers = (ask: { linkId: number; goal: Goal; from: Date; to: Date; currency: string }) => Promise<{
  visits: { destinationId: number; ageHours: number; count: number }[];
  /** `micros` and `squares` (of units) are sums in the currency asked for. */
  results: { destinationId: number; conversions: number; micros: number; squares: number }[];
  lagsHours: number[];
}>;

export type OptimiserScope = Pick<Deps, 'db' | 'clock'> & {
  goalNumbers: ReadGoalNumbers;
  /** In [0, 1). */
  roll: () => number;
};

/** Destinations that share the visits of one rule, or of everybody else, and what the numbers say of those that get visits. */
export type Pool = {
  ruleId: number | null;
  ruleName: string | null;
  /** Those without visits now included. */
  destinations: Destination[];
  arms: Arm[];
  run: Run;
};

/** Judges each pool of a link by the numbers as they are now, and changes nothing. */
export async function lookAtPools(scope: OptimiserScope, link: store.LinkRow): Promise<Pool[]> {
  const { db, clock, goalNumbers, roll } = scope;
  const now = clock();
  const all = (await presentDestinations(scope, [link.id])).get(link.id) ?? [];
  const numbers = await goalNumbers({
    linkId: link.id,
    goal: link.auto_goal,
    from: new Date(now.getTime() - WINDOW_DAYS * DAY_MS),
    to: now,
    currency: await siteCurrency(db),
  });
  const visits = Map.groupBy(numbers.visits, (one) => one.destinationId);
  const results = new Map(numbers.results.map((one) => [one.destinationId, one]));
  const curve = link.auto_goal === 'click_out_rate' ? CLICK_OUT_CURVE : lagCurve(numbers.lagsHours);
  const names = new Map((await rules.listOf(db, link.id)).map((rule) => [rule.id, rule.name]));
  const settings = {
    ...DEFAULTS,
    goal: link.auto_goal,
    floor: link.auto_floor_percent,
    maxStep: link.auto_step_points,
  };
  const pools = [...Map.groupBy(all, (one) => one.rule_id)].toSorted(
    ([a], [b]) => Number(a !== null) - Number(b !== null),
  );
  return pools.map(([ruleId, destinations]) => {
    // a cap closes for hours, and what was learnt before it holds
    const running = destinations.filter(({ state }) => state === 'live' || state === 'capped');
    const shares = wholeShares(running.map(({ weight }) => weight));
    const arms = running.map((one, index): Arm => {
      const { conversions, micros, squares } = results.get(one.id) ?? NOTHING;
      return {
        id: one.id,
        name: one.name || one.target_name,
        share: shares[index]!,
        isControl: one.is_control,
        visits: visits.get(one.id) ?? [],
        conversions,
        micros,
        squares,
      };
    });
    return {
      ruleId,
      ruleName: ruleId === null ? null : (names.get(ruleId) ?? null),
      destinations,
      arms,
      run: optimise(arms, curve, settings, roll),
    };
  });
}

const NOTHING = { conversions: 0, micros: 0, squares: 0 };
