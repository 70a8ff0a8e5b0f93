import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { changes } from '../../../platform/server/records/records.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { raiseAlert } from '../../alerts/server/service.ts';
import { contentChanged } from '../../settings/server/service.ts';
import { unboundedRules, type Objection } from '../../links/pattern-budget.ts';
import type { Routing, StoredLink } from './snapshot.ts';
import * as ruleStore from '../../links/server/store-rules.ts';

type Scope = Pick<Deps, 'db' | 'clock'> & { routing: () => Routing };

const ALERT = 'link_pattern_unbounded';

/**
 * Switches off the rules that were stored before patterns were bounded and have one that is not, and tells it. The router has never
 * asked them: whom they would have taken goes on to the next rule. @returns a round; one on a snapshot that was judged costs nothing
 */
export function createPatternRound({ routing, ...scope }: Scope): () => Promise<void> {
  let judged: Routing | undefined;
  return async () => {
    const table = routing();
    if (table === judged) return;
    for (const link of table.linkById.values()) {
      const unbounded = unboundedRules(link.rules ?? []);
      if (unbounded.size > 0) await switchOff(scope, link, unbounded);
    }
    judged = table;
  };
}

async function switchOff(
  scope: Omit<Scope, 'routing'>,
  link: StoredLink,
  unbounded: ReadonlyMap<number, Objection>,
): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    for (const id of unbounded.keys()) {
      const old = await ruleStore.find(trx, id);
      if (!old?.is_enabled) continue;
      const row = await ruleStore.update(trx, id, { is_enabled: false }, scope.clock());
      await recordAudit(trx, undefined, {
        action: 'update',
        entity: 'link_rule',
        id,
        name: row.name,
        ...changes({ is_enabled: true }, { is_enabled: false }),
      });
    }
    await contentChanged(trx);
  });
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
