import type { Settings } from '../../../features/settings/contract.ts';
import { localDays } from '../../../platform/time.ts';
import type { Shell } from '../props.ts';

/** What the process knows of its own files and addresses. */
export type SiteFrame = Pick<Shell, 'origin' | 'stylesheet' | 'moreStyles' | 'script' | 'slots'>;

type ShellWords = Pick<Settings, 'brand' | 'tagline' | 'disclosure' | 'contact_email' | 'time_zone'>;

/** The shell of every page from the settings. @param now gives the year of the copyright line, in the site's zone */
export function shellOf(settings: ShellWords, frame: SiteFrame, now: Date): Shell {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: settings.time_zone }).format(now);
  return {
    ...frame,
    brand: settings.brand,
    tagline: settings.tagline,
    disclosure: settings.disclosure,
    contactEmail: settings.contact_email,
    timeZone: settings.time_zone,
    year: Number(year),
  };
}

/** When the copyright line is a year behind. */
export function newYearMs(shell: Pick<Shell, 'year' | 'timeZone'>): number {
  const day = `${shell.year + 1}-01-01`;
  return localDays(day, day, shell.timeZone).from.getTime();
}
