import { notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import { isCounted } from './click-caps.ts';
import type { LostSlug } from '../lost-contract.ts';
import { SLUG_MAX } from '../../links/slugs.ts';
import { giveSlug } from '../../links/server/slug-history.ts';
import type { Arrival } from '../arrival.ts';
import { captureArrival } from '../captured.ts';
import type { Routing } from './redirecting/routing-tables.ts';
import * as lost from './store.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

/** Different slugs that wait to be written; further ones are not told apart, because somebody is trying names. */
const MOST_WAITING = 500;
/** Rows that are kept. */
const MOST_KEPT = 500;
const SHOWN = 10;
const PAID_MEDIUM = /^(?:cpc|ppc|cpm|cpv|paid.{0,20}|display|native|push|retargeting)$/i;
const DAY_MS = 86_400_000;
const ALERT = 'paid_visits_lost';
const SUBJECT = { kind: 'lost address', id: 0, name: 'Addresses that lead nowhere' };
const TOLD = 10;

/** Counts visits of slugs that no link has: in memory at first, because nobody who is lost may wait for a database. */
export function createLostSlugs({ db, clock, routing }: Scope & { routing: () => Routing }) {
  let waiting = new Map<string, lost.LostTally>();

  return {
    /** @param slug as it was asked for; bots and who is in no count are left out */
    note(slug: string, { query, facts }: Arrival): void {
      const name = slug
        .toWellFormed()
        .replace(/\p{Cc}/gu, '')
        .trim()
        .toLowerCase()
        .slice(0, SLUG_MAX);
      if (name === '' || !isCounted(facts)) return;
      const tally = waiting.get(name) ?? { slug: name, visits: 0, paid: 0 };
      if (!waiting.has(name) && waiting.size >= MOST_WAITING) return;
      tally.visits += 1;
      if (isPaid(query, routing())) tally.paid += 1;
      waiting.set(name, tally);
    },

    /** Writes down what was counted since the last time; what cannot be written waits for the next. */
    async write(): Promise<void> {
      if (waiting.size === 0) return;
      const batch = waiting;
      waiting = new Map();
      try {
        await lost.addLost(db, [...batch.values()], clock());
        await lost.keepMost(db, MOST_KEPT);
      } catch (error) {
        for (const [name, { slug, visits, paid }] of batch) {
          const since = waiting.get(name);
          waiting.set(name, { slug, visits: visits + (since?.visits ?? 0), paid: paid + (since?.paid ?? 0) });
        }
        throw error;
      }
    },
  };
}

/** Does the address say that an ad brought this visit? */
function isPaid(query: URLSearchParams, { sources }: Pick<Routing, 'sources'>): boolean {
  if (Object.keys(captureArrival(query, false).ad_ids).length > 0) return true;
  if (PAID_MEDIUM.test(query.get('utm_medium') ?? '')) return true;
  return [...sources.values()].some(({ click_id_param: name }) => name !== null && !!query.get(name));
}

export const listLostSlugs = ({ db, clock }: Scope): Promise<LostSlug[]> => lost.listLost(db, SHOWN, clock());

/**
 * Makes a lost slug lead to a link, for good.
 * @throws AppError not_found | validation_failed for a link or slug that cannot be | slug_taken
 */
export async function leadLostSlug({ db, clock }: Scope, actor: Actor, id: number, linkId: number): Promise<string> {
  return inTransaction(db, async (trx) => {
    const row = await lost.lockLost(trx, id);
    if (!row) throw notFound('Address');
    const name = await giveSlug({ db: trx, clock }, actor, row.slug, linkId);
    await lost.removeLost(trx, id);
    return `/go/${row.slug} leads to "${name}" now.`;
  });
}

/** @throws AppError not_found */
export async function forgetLostSlug({ db }: Scope, id: number): Promise<void> {
  if (!(await lost.removeLost(db, id))) throw notFound('Address');
}

/** Raises an alert while ads of the last day led to addresses that lead nowhere, and closes it when none did. Call it every so often. */
export async function tellPaidLost(scope: Scope): Promise<void> {
  const now = scope.clock();
  const rows = await lost.listPaidLost(scope.db, new Date(now.getTime() - DAY_MS), now);
  if (rows.length === 0) {
    await closeAlert(scope, ALERT, SUBJECT);
    return;
  }
  const paid = rows.reduce((sum, row) => sum + row.paid, 0);
  await raiseAlert(scope, {
    kind: ALERT,
    severity: 'critical',
    subject: SUBJECT,
    message: `${paid.toLocaleString('en')} paid ${paid === 1 ? 'visit' : 'visits'} arrived at ${rows.length === 1 ? 'an address that leads' : 'addresses that lead'} nowhere. Let ${rows.length === 1 ? 'it' : 'them'} lead to a link under Tracking Links, or mend the ad.`,
    details: rows
      .slice(0, TOLD)
      .map((row) => ({ label: `/go/${row.slug}`, text: `${row.paid.toLocaleString('en')} paid` })),
    countsRepeats: false,
  });
}
