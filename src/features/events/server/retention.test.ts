import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { toAttributionRow } from '../rules.ts';
import { forgetOldTraces } from './retention.ts';
import { removeOldEvents } from './service.ts';
import * as store from './store-events.ts';
import { buildClick, buildRow, buildVisit } from './testing.ts';
import { findClick, findVisit } from './store-events.ts';

let t: TestDb;
beforeAll(async () => {
  t = await testDb();
});
afterAll(() => t.close());

test('what is older than the retention goes, to the last row, and the rest stays', async () => {
  const old = '2026-01-01T00:00:00.000Z';
  const young = '2026-03-01T00:00:00.000Z';
  const clicks = [...Array.from({ length: 5100 }, () => buildClick({ ts: old })), buildClick({ ts: young })];
  const visits = [buildVisit({ ts: old }), buildVisit({ ts: young })];
  await store.insertClicks(t.db, JSON.stringify(clicks.map((click) => toAttributionRow(click)!)));
  await store.insertVisits(t.db, JSON.stringify(visits.map((visit) => toAttributionRow(visit)!)));
  expect(await removeOldEvents(t.db, new Date('2026-02-01T00:00:00Z'))).toBe(5101);
  expect(await findClick(t.db, clicks[0]!.click_id)).toBeUndefined();
  expect(await findClick(t.db, clicks.at(-1)!.click_id)).toBeDefined();
  expect(await findVisit(t.db, visits[1]!.visit_id!)).toBeDefined();
});

test('who came twice on a day is one visitor still, at whatever hour the day is forgotten', async () => {
  const events = await testEventStore();
  const times = ['2026-01-01T08:00:00.000Z', '2026-01-01T20:00:00.000Z', '2026-01-02T01:00:00.000Z'];
  const rows = times.map((ts) => buildRow(buildVisit({ ts })));
  await events.append({ cursor: 'c', position: '1', table: 'events', rows });
  await forgetOldTraces(events, new Date('2026-01-01T12:00:00Z'));
  const visitors = await events.query<{ visitor: string; visits: number; known: number }>(
    'select visitor, count(*) as visits, count(visit_id) as known from events group by visitor order by visits desc',
  );
  expect(visitors.map(({ visits, known }) => [Number(visits), Number(known)])).toEqual([
    [2, 0],
    [1, 1],
  ]);
  await events.close();
});
