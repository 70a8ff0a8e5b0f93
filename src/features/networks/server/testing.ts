import type { Deps } from '../../../platform/server/deps.ts';
import type { Network, NetworkInput } from '../contract.ts';
import { createNetwork } from './service.ts';

let made = 0;

/** A network as the administrator would make it; its `postback_url` holds the live key. */
export function buildNetwork(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  input: Partial<NetworkInput> = {},
): Promise<Network> {
  made += 1;
  const scope = { ...deps, origin: 'https://guides.example', count: () => Promise.resolve(new Map()) };
  return createNetwork(scope, undefined, { name: `Network ${made}`, click_param: 'subid', ...input });
}
