import { UTM_KEYS } from '../sources/contract.ts';

export type UtmKey = (typeof UTM_KEYS)[number];

/** What goes into an ad: the short address with the parameters that the ad network fills in. @param suffix of the source, without `?` */
export const adUrl = (url: string, suffix: string): string => (suffix === '' ? url : `${url}?${suffix}`);

/** The short address with utm values of one campaign; blank ones are left out. */
export function utmUrl(url: string, utm: Partial<Record<UtmKey, string>>): string {
  const query = new URLSearchParams();
  for (const key of UTM_KEYS) {
    const value = utm[key]?.trim();
    if (value) query.set(key, value);
  }
  return adUrl(url, query.toString());
}
