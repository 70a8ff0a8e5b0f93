import { createContext, useContext } from 'react';
import type { Shell } from './props.ts';

/** What every part of a page may ask for: brand, zone, slots of the view token. */
export const SiteContext = createContext<Shell | undefined>(undefined);

export function useSite(): Shell {
  const site = useContext(SiteContext);
  if (!site) throw new Error('A page was rendered without its shell.');
  return site;
}
