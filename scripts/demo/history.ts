import { sql } from 'kysely';
import { billPort } from '../../src/features/conversions/server/service.ts';
import { listItems } from '../../src/features/guides/server/items.ts';
import { rankItems } from '../../src/features/guides/server/ranking.ts';
import { addCost } from '../../src/features/costs/server/service.ts';
import { updateOffer } from '../../src/features/offers/server/service.ts';
import { offerCaps } from '../../src/features/offers/server/present.ts';
import { capPeriod } from '../../src/features/offers/server/caps.ts';
import { offersById } from '../../src/features/offers/server/offer-facts.ts';
import { setCapCount } from '../../src/features/offers/server/store-caps.ts';
import { watchNumbers } from '../../src/features/outliers/server/service.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import { BROKEN_DAYS, DAY_MS, SWAP_DAY, type Site } from './traffic.ts';

/** What a visit of each paid source costs, in its own currency; the others are free. */
const PAID: readonly [utm: string, perVisit: number][] = [
  ['taboola', 0.045],
  ['google', 0.03],
  ['facebook', 0.02],
];
const BILL_DAYS = 30;
const LOOK_MS = DAY_MS / 4;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Puts the change of ranks, which the traffic shows, on the record of that day. What was made before is as old as the site. */
export async function changeRanks(deps: Deps, site: Site, now: number, days: number): Promise<void> {
  const made = new Date(now - days * DAY_MS).toISOString();
  await sql`update audit set created_at = ${made} where created_at > ${made}`.execute(deps.db);
  const day = new Date(now - SWAP_DAY * DAY_MS);
  for (const { id } of site.guides) {
    const ids = (await listItems(deps, id)).map((item) => item.id);
    if (ids.length < 3) continue;
    [ids[1], ids[2]] = [ids[2]!, ids[1]!];
    const reason = 'More readers of this guide chose it.';
    const items = ids.map((one, at) => ({ id: one, ...(at === 1 && { rank_reason: reason }) }));
    await rankItems({ ...deps, clock: () => day }, undefined, id, { items });
  }
  await sql`update audit set created_at = ${day.toISOString()} where created_at > ${day.toISOString()}`.execute(
    deps.db,
  );
}

/** The bills of the paid sources, a month each; for the last one there is none yet. */
export async function payForVisits(deps: Deps, site: Site, now: number, days: number): Promise<void> {
  for (const [utm, perVisit] of PAID) {
    const link = site.links.find((one) => one.utm['utm_source'] === utm);
    if (!link) continue;
    for (let from = days - 1; from >= 0; from -= BILL_DAYS) {
      const [first, last] = [now - from * DAY_MS, now - Math.max(0, from - BILL_DAYS + 1) * DAY_MS];
      const { rows } = await sql<{ visits: number }>`
        select count(*)::int as visits from visits
         where not is_bot and source_id = ${link.source_id} and ts >= ${dayText(first)}::date and ts < ${dayText(last + DAY_MS)}::date`.execute(
        deps.db,
      );
      const amount = (rows[0]!.visits * perVisit).toFixed(2);
      if (Number(amount) === 0) continue;
      const isOver = from >= BILL_DAYS;
      await addCost({ ...deps, bills: billPort, clock: () => new Date(last) }, undefined, {
        source_id: link.source_id,
        link_id: null,
        param: null,
        value: null,
        date_from: dayText(first),
        date_to: dayText(last),
        amount,
        state: isOver ? 'confirmed' : 'estimated',
        note: isOver ? 'Bill of the month, invented' : 'By the price per visit, invented',
      });
    }
  }
}

/** Looks at the numbers as the server would have, through the broken week and until it was over. */
export async function watchBrokenWeek(deps: Deps, now: number): Promise<void> {
  const end = now - (BROKEN_DAYS.last - 8) * DAY_MS;
  for (let at = now - (BROKEN_DAYS.first + 1) * DAY_MS; at <= end; at += LOOK_MS)
    await watchNumbers({ ...deps, clock: () => new Date(at) });
}

const CLICK_CAP = 40;

/** What stands in the way of money today: an offer that somebody paused, and one whose cap of the day is nearly reached. */
export async function closeSomeOffers(deps: Deps, site: Site, now: number): Promise<void> {
  const [capped, overflow] = (site.guides[1] ?? site.guides[0]!).items.map((item) => item.offer_id);
  const paused = site.guides.at(-1)!.items[0]?.offer_id;
  const scope = { ...deps, clock: () => new Date(now), count: () => Promise.resolve(new Map()) };
  if (paused !== undefined) await updateOffer(scope, undefined, paused, { status: 'paused' });
  if (capped === undefined || overflow === undefined) return;
  await updateOffer(scope, undefined, capped, { cap_clicks_daily: CLICK_CAP, overflow_offer_id: overflow });
  const offer = (await offersById(deps.db, [capped])).get(capped)!;
  const [cap] = offerCaps(offer, 'UTC');
  const { from } = capPeriod(cap!, new Date(now));
  const { rows } = await sql<{ clicks: number }>`
    select count(*)::int as clicks from clicks
     where not is_bot and offer_id = ${capped} and ts >= ${from.toISOString()}`.execute(deps.db);
  await setCapCount(
    deps.db,
    { kind: cap!.kind, id: capped, period: from.toISOString() },
    Math.min(CLICK_CAP, rows[0]!.clicks),
  );
}
