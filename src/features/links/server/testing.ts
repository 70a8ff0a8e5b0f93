import type { Deps } from '../../../platform/server/deps.ts';
import type { Destination, DestinationInput, Link, LinkInput } from '../contract.ts';
import { addDestination } from './destinations.ts';
import { createLink } from './service.ts';

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
