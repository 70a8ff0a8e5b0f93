import { unboundedRules } from '../../../links/pattern-budget.ts';
import { prepareRule } from '../../../links/rules.ts';
import type { Destination, Link, Routing, Source, StoredLink } from './routing-tables.ts';

/** What a link's answers have in common until it or its source is read anew. */
export type PreparedLink = {
  source: Source | undefined;
  /** The source's, then the link's own. */
  utmDefaults: Readonly<Record<string, string>>;
  routed: Link;
  /** A rule asks whether the visitor came before. */
  asksVisitor: boolean;
};

/** Prepares each link when it is first asked for, and again after it or its source was read anew. */
export function createPreparedLinks(): (table: Pick<Routing, 'sources'>, link: StoredLink) => PreparedLink {
  const prepared = new WeakMap<StoredLink, PreparedLink & { madeOf: Source | undefined }>();
  return ({ sources }, link) => {
    const source = link.traffic_source_id === null ? undefined : sources.get(link.traffic_source_id);
    let found = prepared.get(link);
    if (!found || found.madeOf !== source) prepared.set(link, (found = { ...prepare(source, link), madeOf: source }));
    return found;
  };
}

function prepare(found: Source | undefined, link: StoredLink): PreparedLink {
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
