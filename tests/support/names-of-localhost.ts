import dns from 'node:dns';
import { vi } from 'vitest';

/** Lets `bucket.localhost` lead here until the end of a test: not every machine knows names below localhost. */
export function knowNamesOfLocalhost(): void {
  type Lookup = (host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) => void;
  const lookup = dns.lookup as unknown as Lookup;
  const instead: Lookup = (host, options, done) => {
    if (!host.endsWith('.localhost')) return lookup(host, options, done);
    const address = '127.0.0.1';
    return options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4);
  };
  vi.spyOn(dns, 'lookup').mockImplementation(instead as unknown as typeof dns.lookup);
}
