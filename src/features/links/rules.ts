import { prepareCondition, type PreparedCondition, type Verdict, type Visit } from './match.ts';
import type { Condition } from './conditions.ts';

export type Rotation = 'weighted' | 'priority' | 'auto';

/** A destination as the router sees it. */
export type RoutedDestination = {
  id: number;
  weight: number;
  isActive: boolean;
  priority: number;
};

export type RoutedRule<D extends RoutedDestination = RoutedDestination> = {
  id: number;
  name: string;
  isEnabled: boolean;
  startsAtMs: number | undefined;
  endsAtMs: number | undefined;
  conditions: readonly PreparedCondition[];
  destinations: readonly D[];
};

export type RoutedLink<D extends RoutedDestination = RoutedDestination> = {
  id: number;
  status: 'active' | 'paused' | 'archived';
  /** Milliseconds since 1970; undefined = no bound. */
  startsAtMs: number | undefined;
  expiresAtMs: number | undefined;
  sticky: 'none' | 'day';
  rotation: Rotation;
  /** In their order. */
  rules: readonly RoutedRule<D>[];
  /** For visitors whom no rule takes. */
  destinations: readonly D[];
};

/** Why a visit went where it went: written on the visit, shown by the simulator. */
export type RouteReason =
  | 'weighted'
  | 'priority'
  | 'auto'
  | 'sticky'
  | 'no_destination'
  | 'outside_audience'
  | 'all_capped'
  | 'network_paused'
  | 'link_paused'
  | 'link_archived'
  | 'not_started'
  | 'expired'
  | 'click_limit';

/** What holds a destination back now. */
export type ClosedReason =
  | 'paused'
  | 'no_weight'
  | 'target_unpublished'
  | 'network_paused'
  | 'capped'
  | 'scheduled'
  | 'ended'
  /** Of an offer: this and what follows is its audience. */
  | 'offer_not_begun'
  | 'offer_over'
  | 'country_not_allowed'
  | 'device_not_allowed';

/** What of an offer's audience holds a visitor back. */
const AUDIENCE = ['offer_not_begun', 'offer_over', 'country_not_allowed', 'device_not_allowed', 'capped'] as const;
export type AudienceReason = (typeof AUDIENCE)[number];

/** The first of some reasons that lies in an offer's audience; undefined: all of them are dead. */
export const audienceReasonOf = (reasons: readonly ClosedReason[]): AudienceReason | undefined =>
  reasons.find((reason): reason is AudienceReason => (AUDIENCE as readonly string[]).includes(reason));

export type Decision<D> = { destination: D | undefined; reason: RouteReason; ruleId: number | undefined };

/** Which destinations can take a visit, as only the caller can tell. */
export type Availability<D> = {
  isLimitReached: () => boolean;
  /** What holds a destination back for this visit. */
  heldBack: (destination: D) => ClosedReason | undefined;
};

/** Hears each step of a decision; the simulator writes them down. */
export type Trace<D extends RoutedDestination> = {
  rule(rule: RoutedRule<D>, isMatch: boolean, verdicts: readonly Verdict[]): void;
  destination(destination: D, closed: ClosedReason | undefined): void;
};

/** How one is drawn among those that can take the visit. */
export type Draw<D extends RoutedDestination> = {
  /** In [0, 1). */
  roll: () => number;
  /** The day's keyed hash; undefined when the visitor may not be told apart. */
  visitor: string | undefined;
  trace?: Trace<D> | undefined;
};

/**
 * Where a visit goes: state and schedule of the link, kill switches and rules from the first to the last, the destinations of the first
 * rule that matches, the visitor's own choice of the day, rotation. The one decision of the live router and of the simulator.
 * @returns without a destination the caller takes the link's fallback
 */
export function decideRoute<D extends RoutedDestination>(
  link: RoutedLink<D>,
  visit: Visit,
  available: Availability<D>,
  { roll, visitor, trace }: Draw<D>,
): Decision<D> {
  const shut = SHUT[stateAt(link, visit.nowMs)] ?? (available.isLimitReached() ? 'click_limit' : undefined);
  if (shut) return { destination: undefined, reason: shut, ruleId: undefined };
  const rule = link.rules.find((one) => isTakenBy(one, visit, trace));
  const ruleId = rule?.id;
  const eligible: D[] = [];
  const why = new Set<ClosedReason>();
  for (const one of (rule ?? link).destinations) {
    const closed = available.heldBack(one);
    trace?.destination(one, closed);
    if (!closed) eligible.push(one);
    else why.add(closed);
  }
  if (eligible.length === 0) return { destination: undefined, reason: emptyReason(why), ruleId };
  const running = inRotation(eligible, link.rotation);
  if (link.sticky === 'day' && visitor !== undefined)
    return { destination: stickyPick(running, link, visitor), reason: 'sticky', ruleId };
  return { destination: weightedPick(running, roll()), reason: link.rotation, ruleId };
}

/** Why nobody is left: first what ends by itself, then what somebody switched off. */
function emptyReason(why: ReadonlySet<ClosedReason>): RouteReason {
  if (why.has('capped')) return 'all_capped';
  if (why.has('network_paused')) return 'network_paused';
  return audienceReasonOf([...why]) ? 'outside_audience' : 'no_destination';
}

function isTakenBy<D extends RoutedDestination>(rule: RoutedRule<D>, visit: Visit, trace?: Trace<D>): boolean {
  if (!isRunning(rule, visit.nowMs)) {
    trace?.rule(rule, false, []);
    return false;
  }
  if (!trace) return rule.conditions.every(({ judge }) => judge(visit) === 'yes');
  const verdicts = rule.conditions.map(({ judge }) => judge(visit));
  const isMatch = verdicts.every((verdict) => verdict === 'yes');
  trace.rule(rule, isMatch, verdicts);
  return isMatch;
}

/** Is a rule on, and within its own schedule? */
export const isRunning = (rule: Pick<RoutedRule, 'isEnabled' | 'startsAtMs' | 'endsAtMs'>, nowMs: number): boolean =>
  rule.isEnabled &&
  (rule.startsAtMs === undefined || nowMs >= rule.startsAtMs) &&
  (rule.endsAtMs === undefined || nowMs < rule.endsAtMs);

type Schedule = Pick<RoutedLink, 'status' | 'startsAtMs' | 'expiresAtMs'>;
type State = RoutedLink['status'] | 'scheduled' | 'expired';

/** What a link does at a moment; the schedule counts only while the status is active. `expiresAtMs` is exclusive. */
export function stateAt({ status, startsAtMs, expiresAtMs }: Schedule, nowMs: number): State {
  if (status !== 'active') return status;
  if (startsAtMs !== undefined && nowMs < startsAtMs) return 'scheduled';
  return expiresAtMs !== undefined && nowMs >= expiresAtMs ? 'expired' : 'active';
}

const SHUT: Record<State, RouteReason | undefined> = {
  active: undefined,
  paused: 'link_paused',
  archived: 'link_archived',
  scheduled: 'not_started',
  expired: 'expired',
};

/** Those of the eligible that visits are drawn among: by priority only the highest, else all. */
export function inRotation<D extends Pick<RoutedDestination, 'priority'>>(
  eligible: readonly D[],
  rotation: Rotation,
): readonly D[] {
  if (rotation !== 'priority') return eligible;
  const highest = Math.max(...eligible.map((one) => one.priority));
  return eligible.filter((one) => one.priority === highest);
}

/** @param roll in [0, 1) @param all not empty */
function weightedPick<D extends RoutedDestination>(all: readonly D[], roll: number): D {
  if (all.length === 1) return all[0]!;
  let left = roll * all.reduce((total, one) => total + one.weight, 0);
  return all.find((one) => (left -= one.weight) < 0) ?? all.at(-1)!;
}

/**
 * The visitor's own choice: each destination gets a number from visitor, link and itself, weighed; the best one takes the visitor.
 * When another destination comes or goes, nobody moves but those whom it takes or leaves.
 */
function stickyPick<D extends RoutedDestination>(all: readonly D[], link: RoutedLink<D>, visitor: string): D {
  let [best, bestScore] = [all[0]!, -Infinity];
  for (const one of all) {
    const score = Math.log(hashUnit(`${link.id}:${one.id}:${visitor}`)) / one.weight;
    if (score > bestScore) [best, bestScore] = [one, score];
  }
  return best;
}

const RANGE = 0x1_0000_0000;

/** A number in (0, 1) that stays the same for one ASCII text: FNV-1a, mixed. */
function hashUnit(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.codePointAt(at)!;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return ((hash >>> 0) + 0.5) / RANGE;
}

type StoredRule = {
  id: number;
  name: string;
  is_enabled: boolean;
  conditions: readonly Condition[];
  starts_at: string | null;
  ends_at: string | null;
};

/** A stored rule made ready for the router. */
export function prepareRule<D extends RoutedDestination>(rule: StoredRule, destinations: readonly D[]): RoutedRule<D> {
  return {
    id: rule.id,
    name: rule.name,
    isEnabled: rule.is_enabled,
    startsAtMs: rule.starts_at === null ? undefined : Date.parse(rule.starts_at),
    endsAtMs: rule.ends_at === null ? undefined : Date.parse(rule.ends_at),
    conditions: rule.conditions.map(prepareCondition),
    destinations,
  };
}
