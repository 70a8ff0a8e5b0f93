import type { AcceptBody, Finding } from '../contract.ts';

/** What taking a finding over means; undefined for one in which the network says nothing about a conversion of ours. */
export function changeOfFinding(one: Finding): AcceptBody['items'][number] | undefined {
  if (one.kind !== 'different' && one.kind !== 'reversed') return undefined;
  if (one.conversion_id === null || one.version === null || !one.theirs?.status) return undefined;
  const { amount, currency, status } = one.theirs;
  return { conversion_id: one.conversion_id, version: one.version, status, amount, currency };
}
