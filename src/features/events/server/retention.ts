import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import * as store from './store-clicks.ts';
import { listEventsOf } from './store-page-events.ts';

/** What ties a row of the event store to a person, a browser or another company's id of either. */
const TRACES = [
  'visit_id',
  'view_id',
  'click_id',
  'external_id',
  'params',
  'subs',
  'referrer_host',
  // few come from one place with one version of everything
  'city',
  'os_version',
  'browser_version',
] as const;

const DAY_MS = 86_400_000;

/**
 * Retention in the event store: rows of before an instant keep what happened and lose who it was, and with them the rest of its UTC day:
 * a visitor has one code a day, and would be counted twice if a part of it became another. Visitor codes become others, so that the
 * counts of visitors stay and nobody can be told from them.
 */
export const forgetOldTraces = (events: EventStore, before: Date): Promise<void> =>
  events.forget({
    table: 'events',
    columns: TRACES,
    recode: ['visitor'],
    where: { column: 'ts', before: new Date(Math.ceil(before.getTime() / DAY_MS) * DAY_MS) },
  });

/** Everything that is stored here about a click, and the visit and the other clicks of the same arrival. */
export type HeldEvents = {
  visit: Record<string, unknown> | null;
  clicks: Record<string, unknown>[];
  /** Rows of the event store. */
  events: Record<string, unknown>[];
};

/** @throws AppError unavailable when the event store does not answer */
export async function heldEvents(
  db: Db,
  events: EventStore,
  ids: { clickId: string; visitId: string | null },
): Promise<HeldEvents> {
  const visitId = (await store.findVisitOfClick(db, ids.clickId)) ?? ids.visitId;
  const clicks =
    visitId === null ? await store.listClicks(db, [ids.clickId]) : await store.listClicksOfVisit(db, visitId, 1000);
  if (!clicks.some((one) => one.click_id === ids.clickId)) clicks.push(...(await store.listClicks(db, [ids.clickId])));
  const visit = visitId === null ? null : ((await store.findVisitRow(db, visitId)) ?? null);
  const views = clicks.flatMap((one) => one.view_id ?? []);
  const clickIds = [...new Set([ids.clickId, ...clicks.map((one) => one.click_id)])];
  return { visit, clicks, events: await listEventsOf(events, { visitId, clickIds, viewIds: views }) };
}

/** Removes the visit and its clicks, and their traces in the event store; what happened stays counted. @returns the click ids that went */
export async function eraseEvents(trx: Db, events: EventStore, held: HeldEvents, clickId: string): Promise<string[]> {
  const clickIds = [...new Set([clickId, ...held.clicks.map((one) => String(one['click_id']))])];
  const visitId = held.visit ? String(held.visit['visit_id']) : null;
  const idsIn = (column: string) => [
    ...new Set(held.events.map((row) => row[column]).filter((value) => typeof value === 'string')),
  ];
  await store.removeClicks(trx, clickIds);
  if (visitId !== null) await store.removeVisit(trx, visitId);
  // what was in sight names only its view
  for (const [column, values] of [
    ['view_id', idsIn('view_id')],
    ['visit_id', visitId === null ? idsIn('visit_id') : [visitId]],
    ['click_id', clickIds],
  ] as const)
    if (values.length > 0)
      await events.forget({ table: 'events', columns: TRACES, recode: ['visitor'], where: { column, values } });
  return clickIds;
}
