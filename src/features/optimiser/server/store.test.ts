import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { pageFrom } from '../../../platform/paging.ts';
import { buildLink } from '../../links/server/testing.ts';
import { listRuns, noteRun, type NewRun } from './store.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp(() => undefined);
});
afterAll(() => t.close());

test('a look that changed nothing joins the one before it of the same link, and no other', async () => {
  const [one, two] = [await buildLink(t.deps), await buildLink(t.deps)];
  const look = (id: number, more: Partial<NewRun> = {}): NewRun => ({
    link_id: id,
    rule_id: null,
    rule_name: null,
    goal: 'conversion_rate',
    status: 'kept',
    words: 'Nothing is clear yet.',
    moves: [],
    ...more,
  });
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
  const counts = async (id: number) =>
    (await listRuns(t.deps.db, id, pageFrom({ page: 1 }))).map(({ status, count, first_at, last_at }) => [
      status,
      count,
      new Date(first_at).getUTCHours(),
      new Date(last_at).getUTCHours(),
    ]);
  await noteRun(t.deps.db, look(one.id), at(1));
  await noteRun(t.deps.db, look(two.id), at(2));
  await noteRun(t.deps.db, look(one.id), at(3));
  expect(await counts(one.id)).toEqual([['kept', 2, 1, 3]]);
  expect(await counts(two.id)).toEqual([['kept', 1, 2, 2]]);
  await noteRun(t.deps.db, look(one.id, { status: 'moved' }), at(4));
  await noteRun(t.deps.db, look(one.id, { status: 'moved' }), at(5));
  await noteRun(t.deps.db, look(one.id), at(6));
  expect(await counts(one.id)).toEqual([
    ['kept', 1, 6, 6],
    ['moved', 1, 5, 5],
    ['moved', 1, 4, 4],
    ['kept', 2, 1, 3],
  ]);
});
