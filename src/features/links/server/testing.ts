import type { Deps } from '../../../platform/server/deps.ts';
import type { Destination, DestinationInput, Link, LinkInput } from '../contract.ts';
import type { ClickCaps } from './link-caps.ts';
import type { Way } from './redirect.ts';
import { addDestination } from './destinations.ts';
import type { LinkPorts } from './routes.ts';
import { createLink } from './service.ts';

/** Counters without an end, for tests of other things. */
export const uncapped: ClickCaps = { isReached: () => false, take: () => undefined, isFull: () => false };

/** Ports of a site without visitors. */
export const idlePorts: LinkPorts = {
  count: () => Promise.resolve(new Map()),
  countPages: () => Promise.resolve(new Map()),
  caps: uncapped,
  goalNumbers: () => Promise.resolve({ visits: [], results: [], lagsHours: [] }),
};

let made = 0;

/** A link as the administrator would make it. */
export function buildLink(deps: Pick<Deps, 'db' | 'clock'>, input: Partial<LinkInput> = {}): Promise<Link> {
  made += 1;
  const scope = { ...deps, origin: 'https://guides.example', count: () => Promise.resolve(new Map()) };
  return createLink(scope, undefined, { name: `Link ${made}`, ...input });
}

/** One more destination of a link: an address of its own unless something else is asked. */
export async function buildDestination(
  deps: Pick<Deps, 'db' | 'clock'>,
  linkId: number,
  input: Partial<DestinationInput> = {},
): Promise<Destination> {
  made += 1;
  const target = input.type && input.type !== 'url' ? {} : { url: `https://target-${made}.example/` };
  const all = await addDestination(deps, undefined, linkId, { type: 'url', ...target, ...input });
  return all.reduce((last, one) => (one.id > last.id ? one : last));
}

/** The address of a way out that leads somewhere. */
export function addressOf(way: Way | undefined): string {
  if (!way || !('location' in way)) throw new Error(`leads nowhere: ${JSON.stringify(way)}`);
  return way.location;
}
