import type { Deps } from '../../../platform/server/deps.ts';
import { raiseAlert } from '../../alerts/server/service.ts';
import { unboundedRules, type Objection } from '../../links/pattern-budget.ts';
import type { Routing, StoredLink } from './redirecting/routing-tables.ts';
import { switchOffRules } from '../../links/server/rule-service.ts';

type Scope = Pick<Deps, 'db' | 'clock'> & { routing: () => Routing };

const ALERT = 'link_pattern_unbounded';

/**
 * Switches off the rules that were stored before patterns were bounded and have one that is not, and tells it. The router has never
 * asked them: whom they would have taken goes on to the next rule. @returns a round; a link that was judged is judged again when it was written
 */
export function createPatternRound({ routing, ...scope }: Scope): () => Promise<void> {
  const judged = new WeakSet<StoredLink>();
  return async () => {
    for (const link of routing().linkById.values()) {
      if (!link.rules?.length || judged.has(link)) continue;
      const unbounded = unboundedRules(link.rules);
      if (unbounded.size > 0) await switchOff(scope, link, unbounded);
      judged.add(link);
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
