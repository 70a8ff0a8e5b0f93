import { unboundedRules } from '../../../links/pattern-budget.ts';
import { prepareRule } from '../../../links/rules.ts';
import type { Destination, Link, Routing, Source, StoredLink } from '../snapshot.ts';

/** What a link's answers have in common until the snapshot is read anew. */
export type PreparedLink = {
  source: Source | undefined;
  /** The source's, then the link's own. */
  utmDefaults: Readonly<Record<string, string>>;
  routed: Link;
  /** A rule asks whether the visitor came before. */
  asksVisitor: boolean;
};

/** Prepares each link once for each snapshot, when it is first asked for. */
export function createPreparedLinks(): (table: Routing, link: StoredLink) => PreparedLink {
  let preparedFor: Routing | undefined;
  let byId = new Map<number, PreparedLink>();
  return (table, link) => {
    if (table !== preparedFor) [preparedFor, byId] = [table, new Map()];
    let found = byId.get(link.id);
    if (!found) byId.set(link.id, (found = prepare(table, link)));
    return found;
  };
}

function prepare(table: Routing, link: StoredLink): PreparedLink {
  const found = link.traffic_source_id === null ? undefined : table.sources.get(link.traffic_source_id);
  const source = found && link.kept_source ? { ...found, ...link.kept_source } : found;
  const destinations = link.destinations.map((one): Destination => ({
    ...one,
    isActive: one.status === 'active',
  }));
  // a file on disk of before rules were known has none
  const stored = link.rules ?? [];
  const unbounded = unboundedRules(stored);
  const rules = stored.map((rule) =>
    prepareRule(
      // stored before patterns were bounded: it is off, and asked nothing
      unbounded.has(rule.id) ? { ...rule, is_enabled: false, conditions: [] } : rule,
      destinations.filter((one) => one.rule_id === rule.id),
    ),
  );
  return {
    source,
    utmDefaults: { ...source?.utm_defaults, ...link.utm },
    asksVisitor: rules.some((rule) => rule.conditions.some(({ condition }) => condition.type === 'visitor')),
    routed: {
      ...link,
      rotation: link.rotation ?? 'weighted',
      startsAtMs: link.starts_at === null ? undefined : Date.parse(link.starts_at),
      expiresAtMs: link.expires_at === null ? undefined : Date.parse(link.expires_at),
      rules,
      destinations: destinations.filter((one) => one.rule_id == null),
    },
  };
}
