import { daysBetween, localDayOf, shiftDay } from '../../../../platform/time.ts';
import { listItems } from '../../../guides/server/items.ts';
import { listDestinations } from '../../../links/server/destinations.ts';
import { getSettings } from '../../../settings/server/service.ts';
import type { Dimension } from '../../../reports/dimensions-contract.ts';
import { guideIn } from '../../contract.ts';
import type { LikelyBest, LikelyBestQuery } from '../../likely-best-contract.ts';
import { ratioOf } from '../../../reports/rules.ts';
import { ERROR_RATE, likelyBest, PLANNED_DAYS, type ArmDay } from '../../chances/sequential.ts';
import { frameOf, type Scope } from '../../../reports/server/service.ts';

import { runReport } from '../../../reports/server/store-report.ts';

type Arm = { id: number; name: string; createdAt: string };

/**
 * Who is likely the best of a link's destinations, or of a guide's products, by how many of those who came clicked on. The days are counted
 * from when the last of them was added, whatever period a screen shows, and begin anew after 30: a period that moves along with the
 * calendar would be a new test each day. @throws AppError not_found
 */
export async function likelyBestOf(scope: Scope, query: LikelyBestQuery): Promise<LikelyBest> {
  const { time_zone: tz } = await getSettings(scope.db);
  const { arms, dimension, cases } = await armsOf(scope, query);
  const today = localDayOf(scope.clock(), tz);
  const youngest = Math.max(0, ...arms.map((arm) => Date.parse(arm.createdAt)));
  const added = shiftDay(arms.length === 0 ? today : localDayOf(youngest, tz), 1);
  const age = Math.max(0, daysBetween(added, today));
  const block = Math.floor(age / PLANNED_DAYS);
  const from = shiftDay(added, block * PLANNED_DAYS);
  const first = block > 0 ? shiftDay(from, -PLANNED_DAYS) : from;

  const { frame } = await frameOf(scope, { ...query, tz, date_from: first < today ? first : today, date_to: today });
  const rows = await runReport(scope.eventStore, {
    ...frame,
    dimensions: dimension === 'item' ? ['day', 'item', 'position'] : ['day', dimension],
    metrics: [cases, 'click_visits'],
  });
  const ids = arms.map((arm) => arm.id);
  const lines = rows.flatMap(({ dims, sums }) =>
    ids.includes(Number(dims[dimension]))
      ? [
          {
            day: String(dims.day),
            arm: Number(dims[dimension]),
            place: Number(dims.position ?? 0),
            cases: Number(sums[cases]),
            hits: Number(sums.click_visits),
          },
        ]
      : [],
  );
  const byDay = Map.groupBy(lines, (line) => line.day);
  const looksFrom = (start: string, count: number): ArmDay[][] =>
    Array.from({ length: count }, (_, n) => byDay.get(shiftDay(start, n)) ?? []);
  const named = (start: string, count: number): LikelyBest['data']['best'] => {
    const best = likelyBest(ids, looksFrom(start, count));
    const arm = best && arms.find((one) => one.id === best.arm);
    return arm ? { id: arm.id, name: arm.name, since: shiftDay(start, best.look - 1) } : null;
  };
  const day = age - block * PLANNED_DAYS;
  const counted = looksFrom(from, day).flat();
  return {
    data: {
      best: named(from, day),
      best_before: block > 0 ? named(first, PLANNED_DAYS) : null,
      arms: arms.map(({ id, name }) => {
        const own = counted.filter((line) => line.arm === id);
        const [hits, all] = [sumOf(own, 'hits'), sumOf(own, 'cases')];
        return { id, name, cases: all, hits, rate: ratioOf(hits, all) };
      }),
      from,
      day,
      planned_days: PLANNED_DAYS,
      error_rate: ERROR_RATE,
    },
    tz,
  };
}

type Compared = { arms: Arm[]; dimension: Extract<Dimension, 'destination' | 'item'>; cases: 'visits' | 'impressions' };

/** What gets visitors now. */
async function armsOf(scope: Scope, query: LikelyBestQuery): Promise<Compared> {
  const { link_id: linkId } = query;
  if (linkId !== undefined) {
    const all = await listDestinations(scope, linkId);
    const live = all.filter((one) => one.state === 'live');
    const arms = live.map((one) => ({ id: one.id, name: one.name || one.target_name, createdAt: one.created_at }));
    return { arms, dimension: 'destination', cases: 'visits' };
  }
  const shown = (await listItems(scope, guideIn(query)!)).filter((one) => one.is_visible && one.link_state !== 'none');
  const arms = shown.map((one) => ({ id: one.id, name: one.display_title, createdAt: one.created_at }));
  return { arms, dimension: 'item', cases: 'impressions' };
}

const sumOf = (lines: readonly ArmDay[], name: 'hits' | 'cases'): number =>
  lines.reduce((sum, line) => sum + line[name], 0);
