import type { Deps } from '../../../platform/server/deps.ts';
import { destinationConversionCap } from '../../links/server/destination-caps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { capOf, capPeriod, type Cap } from '../../offers/server/caps.ts';
import { setCapCount } from '../../offers/server/store-caps.ts';
import type { Offer, Routing } from './redirecting/routing-tables.ts';

/** What a later feature knows: conversions that came in since an instant and stand. Ids left out of the map have none. */
export type CountConversions = (
  db: Db,
  by: 'offer' | 'destination',
  ids: number[],
  since: Date,
) => Promise<Map<number, number>>;

/** Caps on conversions. The network decides when one comes, so that a cap may be exceeded by what was already under way. */
export type ConversionCaps = {
  /** By the last count; a day that has just begun has none. */
  isFull(cap: Cap | undefined, nowMs: number): boolean;
  /** Counts anew for these caps. */
  refresh(caps: readonly Cap[]): Promise<void>;
};

export const offerConversionCap = (table: Pick<Routing, 'zone'>, offer: Offer): Cap | undefined =>
  capOf('offer_conversions_day', offer.id, offer.cap_conversions_daily, offer.cap_timezone ?? table.zone);

/** Every cap on conversions that a snapshot knows. */
export function conversionCapsOf(table: Routing): readonly Cap[] {
  let caps = known.get(table);
  if (!caps) {
    caps = [
      ...[...table.offers.values()].map((offer) => offerConversionCap(table, offer)),
      ...[...table.linksWithCaps.values()].flatMap((link) =>
        link.destinations.map((one) => destinationConversionCap(table, one)),
      ),
    ].filter((cap) => cap !== undefined);
    known.set(table, caps);
  }
  return caps;
}

// asked every few seconds, of tables with many links
const known = new WeakMap<Routing, readonly Cap[]>();

type Counted = { count: number; untilMs: number };

export function createConversionCaps({
  db,
  clock,
  count,
}: Pick<Deps, 'db' | 'clock'> & { count: CountConversions }): ConversionCaps {
  const counted = new Map<string, Counted>();
  const nameOf = ({ kind, id }: Cap): string => `${kind}:${id}`;

  return {
    isFull(cap, nowMs) {
      const found = cap && counted.get(nameOf(cap));
      return found !== undefined && nowMs < found.untilMs && found.count >= cap!.limit;
    },
    async refresh(caps) {
      const now = clock();
      const days = Map.groupBy(caps, (cap) => `${cap.kind} ${capPeriod(cap, now).from.toISOString()}`);
      for (const group of days.values()) {
        const { from, to } = capPeriod(group[0]!, now);
        const by = group[0]!.kind === 'offer_conversions_day' ? 'offer' : 'destination';
        const counts = await count(
          db,
          by,
          group.map(({ id }) => id),
          from,
        );
        for (const cap of group) {
          const found = { count: counts.get(cap.id) ?? 0, untilMs: to.getTime() };
          const known = counted.get(nameOf(cap));
          counted.set(nameOf(cap), found);
          // screens and other instances read it there
          if (known?.count !== found.count || known.untilMs !== found.untilMs)
            await setCapCount(db, { ...cap, period: from.toISOString() }, found.count);
        }
      }
    },
  };
}
