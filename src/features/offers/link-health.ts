import type { LinkStatus } from './contract.ts';
import { SAMPLE_MACROS } from './outgoing-macros.ts';
import { offerUrl, type OfferLink } from './rules.ts';

/** Redirects followed before giving up. */
export const MAX_HOPS = 5;
/** Looks in a row that must fail before a passing trouble counts as one. */
export const PATIENCE = 3;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An offer's address followed step by step to where it ends. */
export type Trail = {
  start: string;
  final: string;
  end: { kind: 'answer'; status: number } | { kind: 'blocked'; reason: string } | { kind: 'failed'; reason: string };
};

/**
 * What one look tells. `gone`: the page says itself that it is no more. `down`: nobody answers, or the server is broken.
 * `refused`: an answer that shops give to robots as well. `unseen`: we may not look there, readers may.
 */
export type Finding =
  | { kind: 'good'; status: 'ok' | 'redirected' | 'params_lost'; note: string }
  | { kind: 'gone' | 'down' | 'refused' | 'unseen'; note: string };

/** The address that a look begins at: the clean page where there is one, else the affiliate link with sample values. */
export const addressToCheck = (offer: OfferLink & { preview_url: string | null }): string =>
  offer.preview_url ?? offerUrl(offer, SAMPLE_MACROS);

/** @param trail of an address that `addressToCheck` gave */
export function judgeTrail(trail: Trail): Finding {
  const { end } = trail;
  if (end.kind === 'blocked') return judgeBlocked(end.reason);
  if (end.kind === 'failed') return judgeFailed(end.reason);
  const { status } = end;
  if (status === 404 || status === 410) return { kind: 'gone', note: `The page answered ${status}.` };
  if (status >= 500 && status !== 503) return { kind: 'down', note: `The server answered ${status}.` };
  if (status < 200 || status >= 300) return { kind: 'refused', note: `It answered ${status}; it may block robots.` };
  const lost = lostParams(trail);
  if (lost.length > 0) {
    return { kind: 'good', status: 'params_lost', note: `Lost on the way: ${lost.join(', ')}.` };
  }
  if (!isElsewhere(trail)) return { kind: 'good', status: 'ok', note: `The page answered ${status}.` };
  return { kind: 'good', status: 'redirected', note: redirectNote(trail) };
}

const judgeBlocked = (reason: string): Finding =>
  reason === 'address_not_allowed'
    ? { kind: 'down', note: 'Its name leads to a private address.' }
    : { kind: 'unseen', note: 'Not checked: only ports 80 and 443 of public hosts are looked at.' };

const FAILED: Record<string, string> = {
  name_not_found: 'Its host name is not known.',
  connection_failed: 'No connection could be made.',
  tls_failed: 'No secure connection could be made.',
  timeout: 'It did not answer in time.',
  bad_redirect: 'It redirects to something that is no address.',
};
const ROBOTS: Record<string, string> = {
  redirect_loop: 'It redirects in a circle; it may block robots.',
  too_many_redirects: `It redirects more than ${MAX_HOPS} times; it may block robots.`,
};

function judgeFailed(reason: string): Finding {
  const robots = ROBOTS[reason];
  if (robots) return { kind: 'refused', note: robots };
  return { kind: 'down', note: FAILED[reason] ?? 'It did not answer.' };
}

const hostOf = (url: URL): string => url.hostname.replace(/^www\./, '');
const pathOf = (url: URL): string => url.pathname.replace(/\/+$/, '');

function isElsewhere({ start, final }: Trail): boolean {
  const [from, to] = [new URL(start), new URL(final)];
  return hostOf(from) !== hostOf(to) || pathOf(from) !== pathOf(to);
}

function redirectNote({ start, final }: Trail): string {
  const [from, to] = [new URL(start), new URL(final)];
  const isFrontPage = hostOf(from) === hostOf(to) && pathOf(from) !== '' && pathOf(to) === '';
  return isFrontPage ? 'It leads to the front page: the product may be gone.' : `It leads to ${to.host}.`;
}

/**
 * Query keys that a shop dropped on the way. Only judged where the way stays on one site: a network takes its ids and sends the
 * reader on with its own. Words for statistics may go.
 */
function lostParams({ start, final }: Trail): string[] {
  const [from, to] = [new URL(start), new URL(final)];
  if (start === final || hostOf(from) !== hostOf(to)) return [];
  const arrived = new Set([...to.searchParams].map(([key, value]) => `${key}=${value}`));
  const lost = [...from.searchParams].filter(
    ([key, value]) => !key.startsWith('utm_') && !arrived.has(`${key}=${value}`),
  );
  return [...new Set(lost.map(([key]) => key))];
}

/** Hosts that must all be silent before we take it for a trouble of our own line. */
const SILENT_HOSTS = 3;

/** Did no host at all answer, of several? Then it is our own line, and nothing was learned of the offers. */
export function isOwnOutage(trails: readonly Trail[]): boolean {
  const isSilent = trails.every(({ end }) => end.kind === 'failed' && !(end.reason in ROBOTS));
  return isSilent && new Set(trails.map(({ start }) => new URL(start).host)).size >= SILENT_HOSTS;
}

/** What is remembered of the looks at one address. */
export type LinkHealth = {
  link_status: LinkStatus;
  link_note: string | null;
  link_failures: number;
  link_downs: number;
  is_link_dead: boolean;
  link_snoozed_until: string | null;
  link_due_at: string;
};

/** Nothing is known: a new address, or one that came back. */
export const uncheckedLink = (now: Date) => ({
  link_status: 'unchecked' as const,
  link_checked_at: null,
  final_url: null,
  link_note: null,
  link_failures: 0,
  link_downs: 0,
  is_link_dead: false,
  link_snoozed_until: null,
  link_due_at: now.toISOString(),
});

/**
 * What one more look makes of what was known. A page that says it is gone is dead at once; one that does not answer, after three
 * looks in a row; one that only refuses us is an error after three and never dead. What is dead stays so until a good look.
 */
export function nextHealth(
  old: Pick<LinkHealth, 'link_status' | 'link_failures' | 'link_downs' | 'is_link_dead' | 'link_snoozed_until'>,
  found: Finding,
  now: Date,
): LinkHealth {
  const isSnoozed = old.link_snoozed_until !== null && Date.parse(old.link_snoozed_until) > now.getTime();
  const due = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const calm = { link_failures: 0, link_downs: 0, is_link_dead: false, link_note: found.note };
  if (found.kind === 'good' && !(isSnoozed && found.status === 'params_lost')) {
    return { ...calm, link_status: found.status, link_snoozed_until: null, link_due_at: due(DAY_MS) };
  }
  if (isSnoozed) {
    return { ...calm, link_status: 'snoozed', link_snoozed_until: old.link_snoozed_until, link_due_at: due(DAY_MS) };
  }
  if (found.kind === 'unseen' || found.kind === 'good') {
    return { ...calm, link_status: 'unchecked', link_snoozed_until: null, link_due_at: due(DAY_MS) };
  }
  const failures = old.link_failures + 1;
  const downs = found.kind === 'refused' ? 0 : old.link_downs + 1;
  const isDead = old.is_link_dead || found.kind === 'gone' || downs >= PATIENCE;
  const isError = isDead || failures >= PATIENCE;
  return {
    link_status: isError ? 'error' : old.link_status === 'snoozed' ? 'unchecked' : old.link_status,
    link_note: isError
      ? found.note
      : `${found.note} Seen ${failures} of ${PATIENCE} times: it will be looked at again.`,
    link_failures: failures,
    link_downs: downs,
    is_link_dead: isDead,
    link_snoozed_until: null,
    // soon after a failure, so that what is mended is shown again soon; a shop that refuses us is not asked every hour for ever
    link_due_at: due(isError && !isDead ? DAY_MS : HOUR_MS),
  };
}
