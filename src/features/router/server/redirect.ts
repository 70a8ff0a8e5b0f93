import type { Arrival } from '../arrival.ts';
import { createButtonRedirects } from './redirecting/button-redirects.ts';
import type { Redirect, RedirectParts, Way } from './redirecting/record-click.ts';
import { createLinkRedirect } from './redirecting/link-redirect.ts';

/**
 * The three ways out. Each resolves when its event is on disk; undefined = there is no such link, product or review. An offer takes those
 * of its audience only, by whatever way they come; a link has its fallback for the others, a button of a page has not.
 */
export type Redirects = {
  go(slug: string, arrival: Arrival): Promise<Redirect | undefined>;
  outItem(itemId: number, arrival: Arrival): Promise<Way | undefined>;
  outReview(slug: string, arrival: Arrival): Promise<Way | undefined>;
};

/** Decides from memory, appends to the journal, answers. It never waits for a database. */
export const createRedirects = (parts: RedirectParts): Redirects => ({
  go: createLinkRedirect(parts),
  ...createButtonRedirects(parts),
});
