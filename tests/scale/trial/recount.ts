import type pg from 'pg';
import type { Click, Ledger, Sale, Visit } from './ledger.ts';
import { moneyOf } from './load.ts';
import { LINKS, OFFERS, VISIT_CENTS, type World } from './world.ts';

/** What PostgreSQL has of people; who only looks ahead counts as none. */
export type Stored = {
  visits: { id: string; external_id: string; link_id: number; device: string }[];
  clicks: { id: string; external_id: string; link_id: number; offer_id: number; device: string }[];
};

export const readStored = async (pool: pg.Pool): Promise<Stored> => ({
  visits: (
    await pool.query<Stored['visits'][number]>(
      'select visit_id as id, external_id, link_id, device from visits where not is_bot',
    )
  ).rows,
  clicks: (
    await pool.query<Stored['clicks'][number]>(
      'select click_id as id, external_id, link_id, offer_id, device from clicks where not is_bot',
    )
  ).rows,
});

/** What was answered and is not there, what is there twice, and what nobody asked for. */
export function compareStored({ visits, clicks }: Ledger, stored: Stored) {
  const answered = visits.filter(({ isAnswered }) => isAnswered).map(({ id }) => id);
  const asked = new Set(visits.map(({ id }) => id));
  const idsOf = stored.visits.map((row) => row.external_id);
  const clickIds = new Set(stored.clicks.map(({ id }) => id));
  const known = new Set(idsOf);
  return {
    lostVisits: answered.filter((id) => !known.has(id)),
    doubledVisits: idsOf.length - known.size,
    strangeVisits: idsOf.filter((id) => !asked.has(id)),
    lostClicks: clicks.filter(({ id }) => !clickIds.has(id)).map(({ id }) => id),
    doubledClicks: stored.clicks.length - clickIds.size,
  };
}

export type Line = {
  visits: number;
  clicks: number;
  conversions: number;
  revenue_expected: string;
  revenue_confirmed: string;
  cost: string;
};

export type Recount = {
  totals: Line;
  /** By the ids that the program gave. */
  links: Record<number, Line>;
  offers: Record<number, Line>;
  devices: Record<string, Line>;
  /** What the guide brought. */
  guide: Line;
  statuses: Record<Sale['status'], number>;
};

type Counted = { visit?: Visit; click?: Omit<Click, 'id' | 'visit'> };

/**
 * Counts what was asked, one after the other. Who was not answered because an instance was killed at that moment may have been counted
 * all the same: of those what is stored says whether.
 */
export function recountOf(ledger: Ledger, stored: Stored, world: World): Recount {
  const kept = new Set(stored.visits.map(({ external_id }) => external_id));
  const visits = ledger.visits.filter((visit) => visit.isAnswered || kept.has(visit.id));
  const answered = new Set(ledger.clicks.map(({ id }) => id));
  const unanswered = stored.clicks.filter(({ id }) => !answered.has(id));
  const clicks: Omit<Click, 'id' | 'visit'>[] = [
    ...ledger.clicks,
    ...unanswered.map((row) => ({
      link: keyOf(world.links, row.link_id),
      offer: keyOf(world.offers, row.offer_id),
      device: row.device as Click['device'],
    })),
  ];
  const lineOf = (isOfIt: (counted: Counted) => boolean): Line => {
    const sales = ledger.sales.filter(({ click }) => isOfIt({ click }));
    const owed = sales.filter(({ status }) => status !== 'reversed');
    const came = visits.filter((visit) => isOfIt({ visit })).length;
    return {
      visits: came,
      clicks: clicks.filter((click) => isOfIt({ click })).length,
      conversions: owed.length,
      revenue_expected: sumOf(owed),
      revenue_confirmed: sumOf(owed.filter(({ status }) => status === 'approved')),
      cost: moneyOf(BigInt(came) * VISIT_CENTS),
    };
  };
  const statusesOf = (status: Sale['status']): number => ledger.sales.filter((sale) => sale.status === status).length;
  return {
    totals: lineOf(() => true),
    links: Object.fromEntries(
      LINKS.map((key) => [world.links[key], lineOf(({ visit, click }) => (visit ?? click)!.link === key)]),
    ),
    offers: Object.fromEntries(OFFERS.map((key) => [world.offers[key], lineOf(({ click }) => click?.offer === key)])),
    devices: Object.fromEntries(
      ['desktop', 'mobile'].map((key) => [key, lineOf(({ visit, click }) => (visit ?? click)!.device === key)]),
    ),
    guide: lineOf(({ click }) => click?.link === 'read'),
    statuses: { pending: statusesOf('pending'), approved: statusesOf('approved'), reversed: statusesOf('reversed') },
  };
}

const keyOf = <Key extends string>(ids: Record<Key, number>, id: number): Key =>
  (Object.keys(ids) as Key[]).find((key) => ids[key] === id)!;

const sumOf = (sales: readonly Sale[]): string => moneyOf(sales.reduce((sum, { cents }) => sum + cents, 0n));
