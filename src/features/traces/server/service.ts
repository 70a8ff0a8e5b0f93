import { AppError, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { eraseEvents, forgetOldTraces, heldEvents, type HeldEvents } from '../../events/server/retention.ts';
import { heldRow, type HeldReply } from '../contract.ts';
import { holdOffBills } from '../../conversions/server/paid-conversions.ts';
import { maskRefused } from '../../postbacks/server/masking.ts';
import { noteErasures, type Erasure } from '../../../platform/server/erasures.ts';
import * as traces from './store.ts';
import * as store from '../../conversions/server/store-conversions.ts';

type Scope = Pick<Deps, 'db' | 'eventStore' | 'clock'>;
/** With where it is written down what was erased. */
type ErasingScope = Scope & { config: Pick<Deps['config'], 'dataDir' | 'erasuresFile'> };

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
 * Writes down that it is erased, outside of the database, and deletes what ties a click to a person: the visit, its clicks, the messages about them, and their ids in conversions and in the event
 * store. The money stays, and so do all sums. @throws AppError not_found | conflict while a message waits to be judged | unavailable
 */
export async function eraseTraces(
  scope: ErasingScope,
  actor: Actor | undefined,
  clickId: string,
  reason: string,
): Promise<void> {
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
    const standing = traces.erasedKeysOf([clickId, ...clicks, ...keys]);
    await traces.rememberErased(trx, standing, scope.clock());
    // before it counts: one that is listed and was not done is done by a restore, the other way round would be forgotten
    const at = scope.clock().toISOString();
    await noteErasures(
      scope.config,
      standing.map((click) => ({ click, at })),
    );
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

/**
 * Erases once more what a restored backup brought back: clicks by what stands for them.
 * @returns how many were there again @throws AppError unavailable | conflict while a message waits to be judged
 */
export async function eraseAgain(scope: ErasingScope, erasures: readonly Erasure[]): Promise<number> {
  const keys = [...new Set(erasures.flatMap((one) => ('click' in one ? [one.click] : [])))];
  if (keys.length === 0) return 0;
  await traces.rememberErased(scope.db, keys, scope.clock());
  const found = new Set(await traces.listHeldOf(scope.db, keys));
  const wanted = new Set(keys);
  const stored = scope.eventStore.stream<{ id: string }>(
    'select distinct click_id as id from events where click_id is not null',
    [],
    new AbortController().signal,
  );
  for await (const rows of stored)
    for (const { id } of rows) if (traces.erasedKeysOf([id]).some((key) => wanted.has(key))) found.add(id);
  for (const id of found)
    await eraseTraces(scope, undefined, id, 'It was erased before, and a restore brought it back.').catch(
      (error: unknown) => {
        // it went with another click of the same arrival
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      },
    );
  return found.size;
}
