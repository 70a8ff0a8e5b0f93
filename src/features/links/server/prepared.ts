import type { Destination, Link, Routing, Source, StoredLink } from './snapshot.ts';

/** What a link's answers have in common until the snapshot is read anew. */
export type PreparedLink = {
  source: Source | undefined;
  /** The source's, then the link's own. */
  utmDefaults: Readonly<Record<string, string>>;
  /** Which destinations are open depends on the moment: whoever decides sets `isOpen` first. */
  routed: Link & { destinations: readonly Destination[] };
};

/** Prepares each link once for each snapshot, when it is first asked for. */
export function createPrepared(): (table: Routing, link: StoredLink) => PreparedLink {
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
  return {
    source,
    utmDefaults: { ...source?.utm_defaults, ...link.utm },
    routed: {
      ...link,
      startsAtMs: link.starts_at === null ? undefined : Date.parse(link.starts_at),
      expiresAtMs: link.expires_at === null ? undefined : Date.parse(link.expires_at),
      destinations: link.destinations.map((one) => ({ ...one, isActive: one.status === 'active', isOpen: false })),
    },
  };
}
