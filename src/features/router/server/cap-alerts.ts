import type { Deps } from '../../../platform/server/deps.ts';
import { closeOtherAlerts, raiseAlert, type AlertSubject } from '../../alerts/server/service.ts';
import {
  CAP_KINDS,
  noteFullOffers,
  reachedCaps,
  takeUntoldCaps,
  toldCaps,
  type Cap,
} from '../../offers/server/caps.ts';
import { type CapKind } from '../../offers/server/store-caps.ts';
import { capsOf, type ClickCaps } from './click-caps.ts';
import { conversionCapsOf } from './conversion-caps.ts';
import { presentDestinations } from '../../links/server/destinations.ts';
import { openOffer, type Circumstances, type Room } from './redirecting/availability.ts';
import type { Routing } from './redirecting/routing-tables.ts';

type Scope = Pick<Deps, 'db' | 'clock'> & { caps: ClickCaps; routing: () => Routing };

const KIND = {
  offer_day: 'offer_cap_reached',
  offer_total: 'offer_cap_reached',
  offer_conversions_day: 'offer_cap_reached',
  destination_day: 'destination_cap_reached',
  destination_conversions_day: 'destination_cap_reached',
  link_total: 'link_limit_reached',
} as const satisfies Record<CapKind, string>;

/**
 * Tells of each cap that is reached, once in its period, and closes what was told when there is room again. Pages drop the buttons that
 * led to what is full now. Call it every so often.
 */
export async function tellReachedCaps(scope: Scope): Promise<void> {
  const { db, clock, caps, routing } = scope;
  const table = routing();
  const now = clock();
  const conversions = conversionCapsOf(table);
  const all = [...capsOf(table), ...conversions];
  const givenOut = await reachedCaps(db, all, now);
  // what is given out to this instance may not be used yet
  const full = givenOut.filter((cap) => conversions.includes(cap) || caps.isReached(cap, now.getTime()));
  await noteFullOffers(db, {
    full: offersWithoutRoom(table, full, now),
    givenOut: offersWithoutRoom(table, givenOut, now),
  });
  for (const cap of await takeUntoldCaps(db, full, now)) {
    const alert = await alertOf(scope, ifReached(table, full, now), cap);
    await raiseAlert(scope, { kind: KIND[cap.kind], severity: 'warning', ...alert });
  }
  // one that has some left itself closes nothing of what another one found reached
  const told = await toldCaps(db, givenOut, now);
  for (const kind of new Set(Object.values(KIND)))
    await closeOtherAlerts(
      scope,
      kind,
      [...full, ...told].filter((cap) => KIND[cap.kind] === kind).map(({ id }) => id),
    );
}

/** Those of whose visitors nobody would take one, as the router judges it, if just these caps were reached. */
function offersWithoutRoom(table: Routing, reached: readonly Cap[], now: Date): number[] {
  if (reached.length === 0) return [];
  const circumstances = ifReached(table, reached, now);
  return [...table.offers.keys()].filter((id) => openOffer(circumstances, id) === 'capped');
}

function ifReached(table: Routing, reached: readonly Cap[], now: Date): Circumstances {
  const names = new Set(reached.map(({ kind, id }) => `${kind}:${id}`));
  const has = (cap: Cap | undefined): boolean => cap !== undefined && names.has(`${cap.kind}:${cap.id}`);
  const caps: Room = { isReached: has, isFull: has };
  return { table, caps, nowMs: now.getTime() };
}

/** @param circumstances with every cap that is reached @returns whom the alert is about, and what it says */
async function alertOf(
  scope: Scope,
  circumstances: Circumstances,
  cap: Cap,
): Promise<{ subject: AlertSubject; message: string }> {
  const { table } = circumstances;
  const { kind, id, limit } = cap;
  const { of, counts, isDay } = CAP_KINDS[kind];
  const most = limit.toLocaleString('en');
  if (of === 'link') {
    const name = table.linkById.get(id)?.name ?? `no. ${id}`;
    const message = `The limit of ${most} visits in all is reached: further ones go where the end of the link leads.`;
    return { subject: { kind: 'link', id, name }, message };
  }
  const what = `The cap on ${counts} ${isDay ? 'a day' : 'in all'} (${most})`;
  if (of === 'destination') {
    const link = [...table.linksWithCaps.values()].find(({ destinations }) =>
      destinations.some((one) => one.id === id),
    );
    const all = link && (await presentDestinations(scope, [link.id])).get(link.id);
    const own = all?.find((one) => one.id === id);
    const message = `${what} of its destination "${own?.name || own?.target_name}" is reached: the others take over until midnight.`;
    return { subject: { kind: 'destination', id, name: link?.name ?? `no. ${id}` }, message };
  }
  const taker = openOffer(circumstances, id);
  const next = typeof taker === 'object' ? `"${taker.name}" takes over` : 'nobody is sent there';
  const message = `${what} is reached: ${next}${isDay ? ' until midnight' : ''}.`;
  return { subject: { kind: 'offer', id, name: table.offers.get(id)?.name ?? `no. ${id}` }, message };
}
