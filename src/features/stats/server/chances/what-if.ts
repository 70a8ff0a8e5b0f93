import { invalid, notFound } from '../../../../platform/errors.ts';
import { formatMicros } from '../../../../platform/money.ts';
import { guideNames, itemNames, routableItems } from '../../../guides/server/service.ts';
import { seeded } from '../../../../platform/dice.ts';
import { whatIf, type Guess, type PlaceDay, type Spot } from '../../chances/what-if.ts';
import { guideIn } from '../../contract.ts';
import type { WhatIfQuery, WhatIfReply } from '../../what-if-contract.ts';
import { frameOf, type Scope } from '../../../reports/server/service.ts';

import { runReport } from '../../../reports/server/store-report.ts';

/** The same question gets the same answer, so that a second look does not show other figures. */
const SEED = 20_261_121;

/**
 * What the products of a guide draw apart from their places, and what two of them would bring in each other's. Money belongs to the
 * days of its clicks. @throws AppError not_found | validation_failed
 */
export async function guideWhatIf(scope: Scope, { first, second, ...query }: WhatIfQuery): Promise<WhatIfReply> {
  const guideId = guideIn(query);
  const { frame, said } = await frameOf(scope, query, 'click');
  const [guides, shown, rows] = await Promise.all([
    guideNames(scope.db, [guideId]),
    routableItems(scope.db),
    runReport(scope.eventStore, {
      ...frame,
      dimensions: ['item', 'position', 'day'],
      metrics: ['impressions', 'clicks', 'conversions', 'revenue_expected'],
    }),
  ]);
  if (guides.length === 0) throw notFound('Listicle');
  const spots = shown
    .filter((item) => item.guide_id === guideId && item.is_visible)
    .map((item): Spot => ({ position: item.rank, item: item.id }));
  const names = await itemNames(
    scope.db,
    spots.map((spot) => spot.item),
  );
  const swap = swapOf(spots, first, second);
  const days = rows.flatMap(({ dims, sums }): PlaceDay[] =>
    dims.item == null || dims.position == null
      ? []
      : [
          {
            item: Number(dims.item),
            position: Number(dims.position),
            day: String(dims.day),
            impressions: Number(sums.impressions),
            clicks: Number(sums.clicks),
            conversions: Number(sums.conversions),
            revenueMicros: Number(sums.revenue_expected),
          },
        ],
  );
  const { lifts, clicks, revenue } = whatIf(days, swap ?? [], seeded(SEED));
  const productOf = ({ position, item }: Spot) => ({
    position,
    item_id: item,
    item: names.get(item)?.title ?? `Product ${item}`,
  });
  return {
    data: {
      products: spots.map((spot) => ({
        ...productOf(spot),
        lift: lifts.get(spot.item)?.lift ?? null,
        lift_ci95: lifts.get(spot.item)?.ci95 ?? null,
      })),
      swap: swap
        ? {
            first: productOf(swap[0]),
            second: productOf(swap[1]),
            clicks: clicks ? told(clicks, (count) => count) : null,
            revenue: revenue ? told(revenue, (micros) => formatMicros(BigInt(Math.round(micros)))) : null,
          }
        : null,
    },
    ...said,
  };
}

/** The two that are asked for; by default those at the second and the third place, which tell more than the first about the rest. */
function swapOf(
  spots: readonly Spot[],
  first = Math.min(2, spots.length - 1),
  second = first + 1,
): [Spot, Spot] | undefined {
  if (spots.length < 2) return undefined;
  const at = (field: 'first' | 'second', position: number): Spot => {
    const spot = spots.find((one) => one.position === position);
    if (!spot) throw invalid(field, `is not a position of this guide, which has ${spots.length} products`);
    return spot;
  };
  if (first === second) throw invalid('second', 'must be another position than the first');
  return [at('first', first), at('second', second)];
}

const told = <T>({ now, swapped, change, ci95, verdict }: Guess, as: (amount: number) => T) => ({
  now: as(now),
  swapped: as(swapped),
  change: as(change),
  ci95: [as(ci95[0]), as(ci95[1])] as [T, T],
  verdict,
});
