import type { Deps } from '../../../platform/server/deps.ts';
import type { SourceDetail, SourceInput } from '../contract.ts';
import { createSource } from './service.ts';

let made = 0;

/** A traffic source as the administrator would make it. @param outgoingAllow what `OUTGOING_ALLOW` says, for receivers of a test */
export function buildSource(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  input: Partial<SourceInput> = {},
  outgoingAllow: readonly string[] = [],
): Promise<SourceDetail> {
  made += 1;
  const scope = { ...deps, outgoingAllow, count: () => Promise.resolve(new Map()) };
  return createSource(scope, undefined, { name: `Source ${made}`, click_id_param: 'sid', ...input });
}
