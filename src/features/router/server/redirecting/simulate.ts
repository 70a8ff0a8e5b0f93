import { notFound } from '../../../../platform/errors.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { VisitorFacts } from '../../../events/contract.ts';
import { describeAgent } from '../../../visitors/server/request-facts.ts';
import { sourceNames } from '../../../sources/server/service.ts';
import { conditionWords, valueWords } from '../../../links/condition-words.ts';
import type { SampleVisitor, SimulateInput, Simulated } from '../../../links/rule-contract.ts';
import {
  audienceReasonOf,
  decideRoute,
  type ClosedReason,
  type RouteReason,
  type Trace,
} from '../../../links/rules.ts';
import type { ClickCaps } from '../click-caps.ts';
import { presentDestinations } from '../../../links/server/destinations.ts';
import { forwardedBy, sampleLocationOf } from './location.ts';
import { createPreparedLinks } from './prepared-links.ts';
import { itemsOf, nameOf } from '../shut.ts';
import { availabilityOf, firstOpen, visitOf, type Circumstances } from './availability.ts';
import type { Destination, Routing } from './routing-tables.ts';

const VISITS = 10_000;

/** @property routing as the database is now */
type Scope = Pick<Deps, 'db' | 'clock'> & { caps: ClickCaps; routing: () => Promise<Routing> };

/**
 * What the router would do with some visitors, told step by step, and where 10,000 like each would go. Asks the very function that
 * redirects ask, on what the database holds now; nothing is written down. @throws AppError not_found
 */
export async function simulate(scope: Scope, linkId: number, { visitors }: SimulateInput): Promise<Simulated[]> {
  const table = await scope.routing();
  const link = table.linkById.get(linkId);
  if (!link) throw notFound('Tracking link');
  const { routed, utmDefaults } = createPreparedLinks()(table, link);
  const sources = await sourceNames(scope.db);
  const all = (await presentDestinations(scope, [linkId])).get(linkId) ?? [];
  const names = new Map(all.map((one) => [one.id, one.name || one.target_name]));
  const nameOf = (id: number | undefined): string => (id === undefined ? 'Fallback' : (names.get(id) ?? `no. ${id}`));

  return visitors.map((visitor, index): Simulated => {
    const at = visitor.at ? new Date(visitor.at) : scope.clock();
    const { facts, osVersion } = factsOf(visitor);
    const query = new URLSearchParams(visitor.query ?? '');
    const arrival = { query, facts, osVersion: () => osVersion };
    const visit = visitOf(arrival, link.traffic_source_id, at.getTime(), () =>
      visitor.visitor == null ? undefined : visitor.visitor === 'returning',
    );
    const rules = new Map<number, Simulated['rules'][number]>();
    const judged: Simulated['destinations'] = [];
    const available = availabilityOf(table, scope.caps, link, visit);
    const overflowOf = (one: Destination): string | null => {
      const offer = available.offerOf(one);
      return offer === undefined || offer.id === one.offer_id ? null : offer.name;
    };
    const decide = (name: string, trace?: Trace<Destination>) =>
      decideRoute(routed, visit, available, { roll: Math.random, visitor: name, trace });
    const first = decide('sample', {
      rule(rule, isMatch, verdicts) {
        rules.set(rule.id, {
          id: rule.id,
          name: rule.name,
          result: isMatch ? 'matches' : verdicts.length === 0 ? 'not_running' : 'does_not_match',
          conditions: rule.conditions.slice(0, verdicts.length).map(({ condition }, nth) => ({
            words: conditionWords(condition, sources),
            value: valueWords(condition, visit, sources) ?? null,
            verdict: verdicts[nth]!,
          })),
        });
      },
      destination: (one, closed) =>
        void judged.push({
          id: one.id,
          name: nameOf(one.id),
          closed: closed ? CLOSED_WORDS[closed] : null,
          overflow: closed ? null : overflowOf(one),
        }),
    });
    const counts = new Map<number | undefined, number>();
    for (let n = 0; n < VISITS; n += 1) {
      const { destination } = decide(`sample-${n}`);
      counts.set(destination?.id, (counts.get(destination?.id) ?? 0) + 1);
    }
    const matched = routed.rules.find((rule) => rule.id === first.ruleId);
    const goal = nameOf(first.destination?.id);
    const overflow = first.destination && overflowOf(first.destination);
    const why = `${REASON_WORDS[first.reason]}${overflow ? ` Its offer is at its cap, so "${overflow}" takes the visit.` : ''}`;
    return {
      name: visitor.name || `Visitor ${index + 1}`,
      steps: stepsOf({
        reason: first.reason,
        rule: matched?.name,
        ruleCount: routed.rules.length,
        destinations: judged,
        choice: `${goal}, ${why}`,
      }),
      rules: routed.rules.map(
        ({ id, name }) => rules.get(id) ?? { id, name, result: 'not_asked' as const, conditions: [] },
      ),
      destinations: judged,
      rule_id: first.ruleId ?? null,
      destination_id: first.destination?.id ?? null,
      reason: first.reason,
      words: `${goal}: ${why}`,
      location: sampleLocationOf(
        table,
        link,
        { ...first, offer: first.destination && available.offerOf(first.destination) },
        forwardedBy(link, query, utmDefaults),
      ),
      exits: exitsOf({ table, caps: scope.caps, nowMs: at.getTime(), who: facts }, first.destination),
      distribution: [...counts]
        .map(([id, visits]) => ({
          destination_id: id ?? null,
          name: nameOf(id),
          visits,
          percent: Math.round((visits / VISITS) * 1000) / 10,
        }))
        .toSorted((a, b) => b.visits - a.visits),
    };
  });
}

function factsOf(visitor: SampleVisitor): { facts: VisitorFacts; osVersion: string | undefined } {
  const agent: Partial<ReturnType<typeof describeAgent>> = visitor.user_agent ? describeAgent(visitor.user_agent) : {};
  const referrer = visitor.referrer || undefined;
  return {
    facts: {
      country: visitor.country ?? undefined,
      region: visitor.region || undefined,
      language: /^[a-z]{2,3}/i.exec(visitor.language ?? '')?.[0].toLowerCase(),
      device: visitor.device ?? agent.device,
      os: visitor.os || agent.os,
      browser: visitor.browser || agent.browser,
      referrer_host: referrer && (URL.canParse(referrer) ? new URL(referrer).hostname || referrer : referrer),
      is_bot: false,
      is_internal: false,
    },
    osVersion: visitor.os_version || agent.osVersion,
  };
}

/** What each button of the page would do with this visitor, as the redirects judge it. */
function exitsOf(circumstances: Circumstances, page: Destination | undefined): Simulated['exits'] {
  const { table } = circumstances;
  const exit = (name: string, ids: readonly (number | null)[]): Simulated['exits'][number] => {
    const found = firstOpen(circumstances, ids);
    if (!Array.isArray(found)) return { name, leads_to: found.name, closed: null };
    const reason = audienceReasonOf(found) ?? found[0];
    return { name, leads_to: null, closed: reason ? CLOSED_WORDS[reason] : 'it has no offer' };
  };
  const review = page?.review_id == null ? undefined : table.reviewById.get(page.review_id);
  if (review) return [exit('Its button', [review.offer_id])];
  if (page?.guide_id == null) return [];
  return itemsOf(table, page.guide_id).map((item) =>
    exit(nameOf(table, item), [item.offer_id, item.fallback_offer_id]),
  );
}

const SHUT: ReadonlySet<RouteReason> = new Set([
  'link_paused',
  'link_archived',
  'not_started',
  'expired',
  'click_limit',
]);

type Findings = {
  reason: RouteReason;
  /** The one that matched. */
  rule: string | undefined;
  ruleCount: number;
  destinations: Simulated['destinations'];
  choice: string;
};

/** The order of evaluation with what each step found. */
function stepsOf({ reason, rule, ruleCount, destinations, choice }: Findings): string[] {
  if (SHUT.has(reason)) return [`Link: ${REASON_WORDS[reason]}`, 'The fallback takes the visit.'];
  const open = destinations.filter((one) => one.closed === null).length;
  return [
    'Link: active, and within its schedule.',
    rule === undefined
      ? `Rules: ${ruleCount === 0 ? 'the link has none' : 'none matches'}, so the destinations for everybody else count.`
      : `Rules: "${rule}" is the first that matches.`,
    `Destinations: ${open} of ${destinations.length} can take the visit.`,
    open === 0 ? `Fallback: ${REASON_WORDS[reason]}` : `Choice: ${choice}`,
  ];
}

const REASON_WORDS: Record<RouteReason, string> = {
  weighted: 'drawn by weight.',
  priority: 'the highest priority.',
  auto: 'drawn by the shares of auto-optimisation.',
  sticky: "the visitor's own choice of the day.",
  no_destination: 'no destination can take the visit.',
  outside_audience: 'no destination takes this visitor now: its offers are for other countries, devices or dates.',
  all_capped: 'every destination has reached its cap.',
  network_paused: 'the network of its offers is paused.',
  link_paused: 'the link is paused.',
  link_archived: 'the link is archived.',
  not_started: 'the link has not begun.',
  expired: 'the link is over.',
  click_limit: 'the link has had all its visits.',
};

const CLOSED_WORDS: Record<ClosedReason, string> = {
  paused: 'paused',
  no_weight: 'weight 0',
  target_unpublished: 'its target is not public or not live',
  network_paused: 'its network is paused',
  capped: 'its cap is reached',
  scheduled: 'its schedule has not begun',
  ended: 'its schedule is over',
  offer_not_begun: 'its offer has not begun',
  offer_over: 'its offer is over',
  country_not_allowed: 'its offer does not take this country',
  device_not_allowed: 'its offer does not take this device',
};
