import { setImmediate as breathe } from 'node:timers/promises';
import type { Deps } from '../../../platform/server/deps.ts';
import { raiseAlert } from '../../alerts/server/service.ts';
import { unboundedRules, type Objection } from '../../links/pattern-budget.ts';
import type { Routing, StoredLink } from './redirecting/routing-tables.ts';
import { switchOffRules } from '../../links/server/rule-service.ts';

type Scope = Pick<Deps, 'db' | 'clock'> & { routing: () => Routing };

const ALERT = 'link_pattern_unbounded';

/** Links that are looked at in one go. */
const SLICE = 100;

/**
 * Switches off the rules that were stored before patterns were bounded and have one that is not, and tells it. The router has never
 * asked them: whom they would have taken goes on to the next rule. @returns a round
 */
export function createPatternRound({ routing, ...scope }: Scope): () => Promise<void> {
  return async () => {
    let count = 0;
    for (const link of routing().linksWithRules.values()) {
      count += 1;
      // redirects get their turn
      if (count % SLICE === 0) await breathe();
      const unbounded = unboundedRules(link.rules);
      if (unbounded.size > 0) await switchOff(scope, link, unbounded);
    }
  };
}

async function switchOff(
  scope: Omit<Scope, 'routing'>,
  link: StoredLink,
  unbounded: ReadonlyMap<number, Objection>,
): Promise<void> {
  await switchOffRules(scope, unbounded.keys());
  const names = new Map(link.rules.map((rule) => [rule.id, rule.name]));
  await raiseAlert(scope, {
    kind: ALERT,
    severity: 'critical',
    subject: { kind: 'link', id: link.id, name: link.name },
    message:
      'A rule has a pattern that could take the server for ever. It is switched off and takes nobody: write the pattern shorter, then switch the rule on.',
    details: [...unbounded].map(([id, { why }]) => ({ label: `Rule "${names.get(id)}"`, text: `Its pattern ${why}.` })),
    countsRepeats: false,
  });
}
