import { SUB_KEYS, UTM_KEYS } from '../sources/contract.ts';
import { aliasIn } from './narrowing-words.ts';

export const isSub = (param: string | null): boolean => param !== null && SUB_KEYS.includes(param);

/** May a cost be that of the arrivals with one value of it? */
export const isNarrowing = (param: string): boolean =>
  (UTM_KEYS as readonly string[]).includes(param) || isSub(param) || aliasIn(param) !== undefined;

/** What an arrival with that value would say. */
export function saidWith(
  param: string,
  value: string,
): { [group in 'utm' | 'subs' | 'params']?: Record<string, string> } {
  const alias = aliasIn(param);
  if (alias !== undefined) return { params: { [alias]: value } };
  return isSub(param) ? { subs: { [param]: value } } : { utm: { [param]: value } };
}
