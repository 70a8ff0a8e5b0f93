import { createContext, use } from 'react';

/** The site's IANA zone; undefined until a provider knows it. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** The zone in which the back office shows times: the site's, else this browser's. */
export const useTimeZone = (): string => use(TimeZoneContext) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
