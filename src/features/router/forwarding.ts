export type Forwarding = {
  forward: 'all' | 'listed' | 'none';
  listed: readonly string[];
  /** The link's own utm, joined with its source's defaults. */
  defaults: Readonly<Record<string, string>>;
  conflict: 'incoming_wins' | 'link_wins';
};

// Ours: an incoming one must never pose as a context of ours.
const OWN_PARAM = 'v';
const MAX_FORWARDED = 50;
const MAX_VALUE = 512;

/** The query that goes on to the target: what came in, as configured, and the link's utm. Never our own `v`; at most 50 pairs of 512 characters. */
export function forwardedParams(incoming: URLSearchParams, rules: Forwarding): URLSearchParams {
  const out = new URLSearchParams();
  if (rules.forward !== 'none') {
    for (const [key, value] of incoming) {
      if (out.size >= MAX_FORWARDED) break;
      if (key === OWN_PARAM || key.length > 64 || (rules.forward === 'listed' && !rules.listed.includes(key))) continue;
      out.append(key, value.slice(0, MAX_VALUE));
    }
  }
  for (const [key, value] of Object.entries(rules.defaults)) {
    if (rules.conflict === 'link_wins' || !out.has(key)) out.set(key, value);
  }
  return out;
}
