import type { Deps } from '../../../platform/server/deps.ts';
import { closeAlert, listGoingOn, raiseAlert, type AlertSubject } from '../../alerts/server/service.ts';
import { linkNames } from '../../links/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { offerClosed } from '../../offers/closed.ts';
import { idsAtCap } from '../../offers/server/present.ts';
import { offersById, type OfferFacts } from '../../offers/server/offer-facts.ts';
import { causeOf, judgeCourse, judgeSilence, type Departure, type Quiet, type SilenceCause } from '../outliers.ts';
import * as store from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const COURSE_DAYS = 29;
const CLICK_DAYS = 45;
const LAG_DAYS = 90;

type Scope = Pick<Deps, 'db' | 'eventStore' | 'clock'>;

/** The kinds of alerts that this looks after: it raises them, and closes them when their trouble is over. */
const KINDS = ['visits_drop', 'visits_spike', 'clicks_drop', 'clicks_spike', 'conversions_silence'] as const;
type Kind = (typeof KINDS)[number];

type Found = { kind: Kind; severity: 'warning' | 'critical'; subject: AlertSubject; message: string };

const SITE: AlertSubject = { kind: 'site', id: 1, name: 'The whole site' };

/** Looks for what left its usual course, and for conversions that did not come. Call it every hour or more often. */
export async function watchNumbers(scope: Scope): Promise<void> {
  const { eventStore, clock } = scope;
  const now = clock();
  // the hour that runs is not over
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const range = { from: new Date(end - COURSE_DAYS * DAY_MS), to: new Date(end) };
  const visits = await store.listHourCounts(eventStore, 'visit', 'link_id', range);
  const clicks = await store.listHourCounts(eventStore, 'click', 'offer_id', range);
  const found = [
    ...(await judgeCourses(scope, 'visits', visits)),
    ...(await judgeCourses(scope, 'clicks', clicks)),
    ...(await judgeSilences(scope, end)),
  ];
  for (const one of found) await raiseAlert(scope, one);
  const isFound = new Set(found.map(({ kind, subject }) => `${kind} ${subject.kind} ${subject.id}`));
  for (const { kind, subject_kind, subject_id } of await listGoingOn(scope.db, KINDS)) {
    if (isFound.has(`${kind} ${subject_kind} ${subject_id}`)) continue;
    await closeAlert(scope, kind, { kind: subject_kind, id: subject_id });
  }
}

async function judgeCourses(
  scope: Scope,
  what: 'visits' | 'clicks',
  courses: ReadonlyMap<number, readonly number[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  const add = (subject: AlertSubject, hours: readonly number[]): void => {
    const departure = judgeCourse(hours);
    if (departure) found.push(courseAlert(what, subject, departure));
  };
  const all = [...courses.values()];
  if (all.length > 0) {
    add(
      SITE,
      all[0]!.map((_, hour) => all.reduce((total, line) => total + line[hour]!, 0)),
    );
  }
  const ids = [...courses.keys()];
  const names =
    what === 'visits'
      ? await linkNames(scope.db, ids)
      : new Map([...(await offersById(scope.db, ids))].map(([id, { name }]) => [id, name]));
  const kind = what === 'visits' ? 'link' : 'offer';
  for (const [id, hours] of courses) {
    const name = names.get(id);
    // of what is deleted nobody needs to be told
    if (name !== undefined) add({ kind, id, name }, hours);
  }
  return found;
}

const count = (figure: number): string => Math.round(figure).toLocaleString('en-US');

function courseAlert(what: 'visits' | 'clicks', subject: AlertSubject, departure: Departure): Found {
  const { kind, hours, found, usual, spread } = departure;
  const rest =
    kind === 'drop' ? 'Look at the source, the link and the pages.' : 'See where they come from: bots, or a success.';
  return {
    kind: `${what}_${kind}`,
    severity: kind === 'drop' ? 'critical' : 'warning',
    subject,
    message: `${count(found)} ${what} in the last ${hours} hours; ${count(usual)} ± ${count(spread)} are usual at this time. ${rest}`,
  };
}

const CAUSES: Record<SilenceCause, string> = {
  link_broken: 'The address of the offer does not answer as it should: mend or pause it.',
  cap: 'The offer has reached its cap.',
  ours: 'Messages came that could not be counted: see the postback log of the network.',
  network_quiet: 'The network sent nothing for its other offers either: ask whether its postbacks work.',
  unknown: 'Its address answers and the network sends messages for other offers: ask the network about this one.',
};

async function judgeSilences(scope: Scope, end: number): Promise<Found[]> {
  const { eventStore, db, clock } = scope;
  const clickRange = { from: new Date(end - CLICK_DAYS * DAY_MS), to: new Date(end) };
  const clicks = await store.listHourCounts(eventStore, 'click', 'offer_id', clickRange);
  const arrived = await store.listArrivals(eventStore, { from: new Date(end - LAG_DAYS * DAY_MS), to: clock() });
  const offers = await offersById(db, [...clicks.keys()], clock());
  const cappedIds = await idsAtCap(db, [...offers.values()], clock());
  const found: Found[] = [];
  for (const [id, hours] of clicks) {
    const own = arrived.filter((one) => one.offer_id === id);
    const offer = offers.get(id);
    const last = own.at(-1);
    // a dead address keeps nobody from asking: it may be why
    if (!offer || !last || offerClosed({ ...offer, is_link_dead: false }, clock().getTime())) continue;
    const since = last.at_ms;
    const clicksBefore = sumUntil(hours, clickRange.from.getTime(), since);
    const ownInRange = own.filter((one) => one.at_ms >= clickRange.from.getTime());
    const quiet = judgeSilence({
      clicks: hours,
      lags: own.map((one) => one.lag_hours),
      rate: clicksBefore === 0 ? 0 : ownInRange.length / clicksBefore,
      hoursSince: (end - since) / HOUR_MS,
    });
    if (!quiet) continue;
    const refused = await store.countRefusedMessages(db, last.network_id, new Date(since));
    const cause = causeOf({
      isLinkBroken: offer.is_link_dead || offer.link_status === 'error' || offer.link_status === 'params_lost',
      isCapped: cappedIds.has(id),
      refusedMessages: refused.count,
      isNetworkQuiet: isNetworkQuiet(offer, { offers, clicks, arrived }, since, end),
    });
    const network = (await networksById(db, [last.network_id])).get(last.network_id);
    found.push(silenceAlert(offer, quiet, { cause, reason: refused.reason, network: network?.name }, since));
  }
  return found;
}

function sumUntil(hours: readonly number[], fromMs: number, untilMs: number): number {
  return hours.reduce((total, some, i) => (fromMs + i * HOUR_MS < untilMs ? total + some : total), 0);
}

/** What came of all offers lately: clicks by the hour, and conversions. */
type Happened = {
  offers: ReadonlyMap<number, OfferFacts>;
  clicks: ReadonlyMap<number, readonly number[]>;
  arrived: readonly store.Arrived[];
};

/** No other offer of the network had a conversion since, though one of them had clicks. */
function isNetworkQuiet(
  offer: OfferFacts,
  { offers, clicks, arrived }: Happened,
  sinceMs: number,
  endMs: number,
): boolean {
  const hoursSince = Math.ceil((endMs - sinceMs) / HOUR_MS);
  const others = [...clicks].filter(([id]) => id !== offer.id && offers.get(id)?.network_id === offer.network_id);
  const hadClicks = others.some(([, hours]) => hours.slice(-hoursSince).some((some) => some > 0));
  return hadClicks && !arrived.some((one) => one.network_id === offer.network_id && one.at_ms > sinceMs);
}

function silenceAlert(
  offer: OfferFacts,
  { clicks, expected, spread }: Quiet,
  { cause, reason, network }: { cause: SilenceCause; reason: string | null; network: string | undefined },
  sinceMs: number,
): Found {
  const since = new Date(sinceMs).toISOString().slice(0, 16).replace('T', ' ');
  const details = cause === 'ours' && reason !== null ? ` Most of them: ${reason}.` : '';
  return {
    kind: 'conversions_silence',
    severity: 'critical',
    subject: { kind: 'offer', id: offer.id, name: offer.name },
    message:
      `${count(clicks)} clicks since ${since} UTC and no conversion; ${expected.toFixed(0)} ± ${spread.toFixed(0)} were to be expected` +
      `${network === undefined ? '' : ` from ${network}`}. ${CAUSES[cause]}${details}`,
  };
}
