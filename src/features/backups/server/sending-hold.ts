import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { SendingHold } from '../../../platform/server/outgoing/hold.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { countWaiting, discardWaiting } from '../../alerts/server/deliveries.ts';
import { closeAlert, raiseAlert } from '../../alerts/server/service.ts';
import { cancelPostback } from '../../deliveries/server/send.ts';
import type { SendingHoldBody, SendingHold as Shown } from '../contract.ts';
import * as store from './store-hold.ts';

type Scope = Pick<Deps, 'db' | 'secrets' | 'jobs' | 'clock' | 'outgoing' | 'config'>;

const ALERT = { kind: 'sending_hold', subject: { kind: 'server', id: 0, name: 'Restored site' } } as const;
const BATCH = 200;

/** Asks the database until no hold is on: a restore goes into a database that no program has in use. */
export function createSendingHold(db: Db): SendingHold {
  let isOver = false;
  return {
    async isOn() {
      isOver ||= (await store.findHold(db)) === undefined;
      return !isOver;
    },
  };
}

/** Since when nothing goes out, in words; undefined while no hold is on. */
export async function heldSince(db: Db): Promise<string | undefined> {
  const hold = await store.findHold(db);
  return hold && `on hold since the site was brought back from a backup of ${minute(hold.instant)}`;
}

/** Tells in the back office that nothing goes out. */
export async function tellHold({ db, clock }: Pick<Scope, 'db' | 'clock'>): Promise<void> {
  const hold = await store.findHold(db);
  if (!hold) return;
  await raiseAlert(
    { db, clock },
    {
      ...ALERT,
      severity: 'critical',
      message: `This site was brought back from a backup of ${minute(hold.instant)}. Postbacks and letters are on hold, since some of them may have gone out before: decide on Server Health.`,
      countsRepeats: false,
    },
  );
}

/** How many letters about saved views wait, of before an instant and since. */
export type CountViewLetters = (instant: Date) => Promise<Shown['view_letters']>;

/** What would be sent; null while no hold is on. */
export async function showHold({ db }: Pick<Scope, 'db'>, countViewLetters: CountViewLetters): Promise<Shown | null> {
  const hold = await store.findHold(db);
  if (!hold) return null;
  const waiting = await countWaiting(db, hold.restored_at);
  const none = { before: 0, since: 0 };
  return {
    ...hold,
    postbacks: (await store.countPostbacks(db, hold.restored_at)).map((row) => ({
      ...row,
      source: row.source ?? 'none',
    })),
    letters: waiting.email ?? none,
    view_letters: await countViewLetters(new Date(hold.restored_at)),
    webhooks: waiting.webhook ?? none,
  };
}

/**
 * Ends the hold: what waits is sent, or what waited when the site was restored is not, and stands as cancelled.
 * @returns how many postbacks, letters and messages were discarded @throws AppError conflict when no hold is on
 */
export async function endSendingHold(
  scope: Scope,
  actor: Actor,
  { outcome }: SendingHoldBody,
): Promise<{ discarded: number }> {
  const { db, clock } = scope;
  const hold = await store.findHold(db);
  if (!hold) throw new AppError('conflict', 'No hold is on.');
  let discarded = 0;
  if (outcome === 'discarded')
    for (;;) {
      const some = await store.listPostbacks(db, hold.restored_at, BATCH);
      // each stands as cancelled before it leaves the queue, so that none is sent whenever this ends
      for (const { payload } of some) await cancelPostback(scope, payload, 'restored');
      await store.removeJobs(
        db,
        some.map(({ id }) => id),
      );
      discarded += some.length;
      if (some.length < BATCH) break;
    }
  await inTransaction(db, async (trx) => {
    if (outcome === 'discarded') discarded += await discardWaiting(trx, hold.restored_at);
    if (!(await store.endHold(trx, outcome, clock()))) throw new AppError('conflict', 'No hold is on.');
    await closeAlert({ db: trx, clock }, ALERT.kind, ALERT.subject);
    const what = { action: outcome === 'released' ? 'release' : 'discard', entity: 'sending_hold', id: 0 };
    await recordAudit(trx, actor, { ...what, name: `Backup ${hold.backup}`, after: { discarded } });
  });
  return { discarded };
}

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
