import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// Looks public, answers from inside the cloud's own machine room.
const METADATA = ['168.63.129.16'];

/** Reads an address in its four-part or colon form; IPv4 mapped into IPv6 becomes IPv4. @returns undefined for a name */
export const readAddress = (text: string): Address | undefined => {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined;
};

/**
 * Is this an address of a single machine on the public internet? Judged as a number, so that no spelling matters; forms that
 * carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo, ISATAP) are refused whatever is inside.
 */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  if (!address || text.includes('%') || address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !METADATA.includes(address.toString()) && !isOwn(address);
  const [first, second, , , fifth, sixth] = (address as ipaddr.IPv6).parts as [number, number, 0, 0, number, number];
  const isGlobal = first >= 0x2000 && first <= 0x3fff;
  const isDocumentation = first === 0x3fff && second < 0x1000;
  const isIsatap = (fifth & 0xfdff) === 0 && sixth === 0x5efe;
  return isGlobal && !isDocumentation && !isIsatap && !isOwn(address);
}

const isOwn = (address: Address): boolean =>
  Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => readAddress(own.address)?.toNormalizedString() === address.toNormalizedString()),
  );

type Entry = { name: string | undefined; range: [Address, number] | undefined; port: number | undefined };

/** What `OUTGOING_ALLOW` excepts from the guard. */
export type AllowList = {
  /** Was this port named beside the host or the address? Other ports than 80 and 443 are open only so. */
  allowsPort(host: string, port: number): boolean;
  /** Was this host, or the address behind it, named (for this port or for any)? */
  allowsAddress(host: string, address: string, port: number): boolean;
};

/** @param entries `host`, `host:port`, address, `address:port`, `[v6]:port` or CIDR. @throws Error naming an entry that is none of these */
export function createAllowList(entries: readonly string[]): AllowList {
  const list = entries.map(readEntry);
  const matches = (entry: Entry, host: string, address: Address | undefined): boolean => {
    if (entry.name !== undefined) return entry.name === host.replace(/\.$/, '').toLowerCase();
    return address !== undefined && entry.range![0].kind() === address.kind() && address.match(...entry.range!);
  };
  return {
    allowsPort: (host, port) => list.some((entry) => entry.port === port && matches(entry, host, readAddress(host))),
    allowsAddress: (host, address, port) =>
      list.some(
        (entry) => (entry.port === undefined || entry.port === port) && matches(entry, host, readAddress(address)),
      ),
  };
}

function readEntry(text: string): Entry {
  if (ipaddr.isValidCIDR(text)) return { name: undefined, range: ipaddr.parseCIDR(text), port: undefined };
  const whole = readAddress(text);
  const [, host = text, portText] = whole ? [] : (/^(.+):(\d{1,5})$/.exec(text) ?? []);
  const port = portText === undefined ? undefined : Number(portText);
  const address = whole ?? readAddress(host);
  if (address) return { name: undefined, range: [address, address.kind() === 'ipv4' ? 32 : 128], port };
  if (!/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/i.test(host) || (port ?? 1) > 65_535 || port === 0)
    throw new Error(`OUTGOING_ALLOW: "${text}" is no host, host:port, address or CIDR range.`);
  return { name: host.toLowerCase(), range: undefined, port };
}
