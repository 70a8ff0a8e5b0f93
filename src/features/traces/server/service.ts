import { AppError, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { eraseEvents, forgetOldTraces, heldEvents, type HeldEvents } from '../../events/server/retention.ts';
import { heldRow, type HeldReply } from '../contract.ts';
import { holdOffBills } from '../../conversions/server/paid-conversions.ts';
import { maskRefused } from '../../postbacks/server/masking.ts';
import * as traces from './store.ts';
import * as store from '../../conversions/server/store-conversions.ts';

type Scope = Pick<Deps, 'db' | 'eventStore' | 'clock'>;

const BATCH = 5000;

type Held = {
  events: HeldEvents;
  conversions: store.ConversionRow[];
  history: store.EventRow[];
  messages: Awaited<ReturnType<typeof traces.listLogs>>;
};

async function gather({ db, eventStore }: Scope, clickId: string): Promise<Held> {
  const own = await traces.listOfClicks(db, [clickId]);
  const events = await heldEvents(db, eventStore, {
    clickId,
    visitId: own.find((row) => row.visit_id !== null)?.visit_id ?? null,
  });
  const clickIds = [...new Set([clickId, ...events.clicks.map((one) => String(one['click_id']))])];
  const conversions = await traces.listOfClicks(db, clickIds);
  const messages = await traces.listLogs(
    db,
    clickIds,
    conversions.map((row) => row.id),
  );
  const history = await store.listEvents(
    db,
    conversions.map((row) => row.id),
  );
  return { events, conversions, history, messages };
}

/** Everything that is held about a click, as it is stored; empty lists when that is nothing. @throws AppError unavailable */
export async function exportHeld(scope: Scope, clickId: string): Promise<HeldReply> {
  const { events, conversions, history, messages } = await gather(scope, clickId);
  const plain = (rows: readonly unknown[]) =>
    JSON.parse(
      JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ) as Record<string, unknown>[];
  return {
    click_id: clickId,
    exported_at: scope.clock().toISOString(),
    visit: events.visit ? plain([heldRow(events.visit)])[0]! : null,
    clicks: plain(events.clicks.map(heldRow)),
    events: plain(events.events.map(heldRow)),
    conversions: plain(conversions),
    history: plain(history),
    messages: plain(messages),
  };
}

/**
 * Deletes what ties a click to a person: the visit, its clicks, the messages about them, and their ids in conversions and in the event
 * store. The money stays, and so do all sums. @throws AppError not_found | conflict while a message waits to be judged | unavailable
 */
export async function eraseTraces(scope: Scope, actor: Actor, clickId: string, reason: string): Promise<void> {
  const held = await gather(scope, clickId);
  const { events: stored, conversions, messages } = held;
  if (!stored.visit && stored.clicks.length + stored.events.length + conversions.length + messages.length === 0)
    throw notFound('Anything about this click');
  await inTransaction(scope.db, async (trx) => {
    await store.lockClicks(
      trx,
      held.conversions.map((row) => ({ networkId: row.network_id, clickKey: row.click_key })),
    );
    if (held.messages.some((message) => message.state === 'received'))
      throw new AppError('conflict', 'A message about this click is being judged. Try again in a minute.');
    const ids = held.conversions.map((row) => row.id);
    await holdOffBills(trx, held.conversions);
    for (const row of held.conversions) await traces.eraseConversion(trx, row);
    await traces.eraseOutbox(trx, ids);
    const keys = held.conversions.flatMap((row) => [row.click_key, row.click_id ?? clickId]);
    const clicks = held.events.clicks.map((one) => String(one['click_id']));
    await traces.rememberErased(trx, [clickId, ...clicks, ...keys], scope.clock());
    await traces.removeLogs(
      trx,
      held.messages.map((message) => message.id),
    );
    await recordAudit(trx, actor, {
      action: 'erase',
      entity: 'click',
      id: 0,
      name: 'Traces of a click',
      after: { conversions: ids.length, messages: held.messages.length, reason },
    });
    // last: it cannot be taken back with the transaction, and doing it twice harms nobody
    await eraseEvents(trx, scope.eventStore, held.events, clickId);
  });
}

/** Retention: ids in old conversions and old rows of the event store, and of erased clicks in what was refused. @returns how many conversions changed */
export async function forgetTraces(scope: Pick<Scope, 'db' | 'eventStore'>, before: Date): Promise<number> {
  await maskRefused(scope.db);
  let changed = 0;
  for (;;) {
    const batch = await traces.forgetTracesBefore(scope.db as Db, before, BATCH);
    changed += batch;
    if (batch < BATCH) break;
  }
  await forgetOldTraces(scope.eventStore, before);
  return changed;
}
