import { newEventId } from '../../../../platform/ids.ts';
import { expand } from '../../../../platform/macros/macros.ts';
import type { Log } from '../../../../platform/server/log.ts';
import { isoText, type Clock } from '../../../../platform/time.ts';
import type { BehaviourEvent, Context } from '../../../events/contract.ts';
import type { Cap } from '../../../offers/server/caps.ts';
import { isCounted, offerCaps, type ClickCaps } from '../click-caps.ts';
import type { ChannelOf } from '../../../visitors/server/channel-of.ts';
import type { ReturningVisitors } from '../../../visitors/server/returning-visitors.ts';
import type { Shut } from '../shut.ts';
import type { Routing } from './routing-tables.ts';
import { offerMacros, type Departure } from './redirect-macros.ts';

/** What every redirect works with. */
export type RedirectParts = {
  routing: () => Routing;
  record: (events: BehaviourEvent[]) => Promise<void>;
  seal: (context: Context) => string;
  open: (token: string, maxAgeMs: number) => Context | undefined;
  caps: ClickCaps;
  /** Who came before; undefined: by what came here since the start. */
  returning?: ReturningVisitors;
  clock: Clock;
  /** In [0, 1). */
  roll: () => number;
  /** Where readers reach the site; undefined: each request says it, and no address of a page goes out. */
  origin?: string | undefined;
  log: Log;
  /** By which way somebody came; undefined: by the shipped list. */
  channelOf?: ChannelOf;
};

export type Redirect = { status: 302 | 307; location: string };

/** Where somebody is sent, or why nobody can be. */
export type Way = Redirect | Shut;

/**
 * Counts and records a click. @param visit the events that brought it, recorded with it
 * @returns the address of the offer
 */
export async function recordClick(
  parts: RedirectParts,
  departure: Departure,
  visit: readonly BehaviourEvent[] = [],
): Promise<string> {
  const { now, facts, context, offer, item, review, cta } = departure;
  const clickId = newEventId(now.getTime());
  if (isCounted(facts)) for (const cap of offerCaps(parts.routing(), offer)) takeFrom(parts.caps, cap, now);
  const click: BehaviourEvent = {
    ...facts,
    ...context,
    type: 'click',
    ts: isoText(now),
    click_id: clickId,
    guide_id: item?.guide_id ?? context.guide_id,
    item_id: item?.id,
    position: item?.rank,
    review_id: review?.id ?? context.review_id,
    offer_id: offer.id,
    network_id: offer.network_id ?? undefined,
    place: cta,
  };
  await recordOrLog(parts, [...visit, click]);
  return expand(offer.template, offerMacros(parts.routing(), departure, clickId, parts.origin), 'url');
}

/** A full disk must not stop the reader: the way out stays open, and the loss is said in the log. */
export async function recordOrLog(
  { record, log }: Pick<RedirectParts, 'record' | 'log'>,
  events: BehaviourEvent[],
): Promise<void> {
  try {
    await record(events);
  } catch (error) {
    log.error({ err: error, events: events.length }, 'an event could not be written to the journal');
  }
}

export function takeFrom(caps: ClickCaps, cap: Cap | undefined, now: Date): void {
  if (cap) caps.take(cap, now.getTime());
}
