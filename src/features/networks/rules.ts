import ipaddr from 'ipaddr.js';

/** Is this an IPv4 or IPv6 address, or a CIDR range of them? */
export const isAddressOrRange = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** May a postback come from this address? An empty list allows any; IPv4 mapped into IPv6 counts as IPv4. */
export function isAllowedAddress(allowlist: readonly string[], address: string): boolean {
  if (allowlist.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const peer = ipaddr.process(address);
  return allowlist.some((entry) => {
    const [range, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
    if (range.kind() !== peer.kind()) return false;
    return peer.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
  });
}

/** What a network without a template is asked to say, with words of ours in the place of its macros. */
export const GENERIC_QUERY = {
  click_id: '{click_id}',
  payout: '{payout}',
  txid: '{transaction_id}',
  status: '{status}',
};

/**
 * The URL to paste at the network. Its macros stay bare (`{tid}`, `#s2#`), because the network replaces them as text.
 * @param query the template's own pairs; undefined for a network without a template
 */
export function postbackUrl(origin: string, key: string, query: Record<string, string> = GENERIC_QUERY): string {
  const parameters = Object.entries(query).map(([name, macro]) => `${encodeURIComponent(name)}=${macro}`);
  return `${origin}/postback/${key}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}
