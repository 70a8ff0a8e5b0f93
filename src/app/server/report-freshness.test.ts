import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wholeApp, type WholeApp } from '../../../tests/support/whole-app.ts';
import { sumUpHours } from '../../features/events/server/hours.ts';

/** The whole way of an event: a redirect, the journal, the shipper, the event store, a report. Told here in ms, promised within 2 s. */
let app: WholeApp;

beforeAll(async () => {
  app = await wholeApp();
  app.parts.shipper.start();
});
afterAll(() => app.close());

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const counts = async (query: string): Promise<{ visits: number; visit_visitors: number }> => {
  const reply = await app.send('GET', `/api/admin/stats/report?metrics=visits,visit_visitors&days=2&${query}`, {
    headers: { authorization: `Bearer ${app.token}` },
  });
  return JSON.parse(reply.body).totals.values;
};

test('a visit is in the report soon after its redirect, and stays when its hour is summed up', async () => {
  const delays: number[] = [];
  const zone = 'tz=UTC';
  for (let visits = 1; visits <= 5; visits += 1) {
    const { status } = await app.send('GET', '/go/sample-ad', { headers: { 'user-agent': BROWSER } });
    expect(status).toBe(302);
    const begin = performance.now();
    await vi.waitFor(async () => expect(await counts(zone)).toEqual({ visits, visit_visitors: 1 }), {
      timeout: 20_000,
      interval: 20,
    });
    delays.push(performance.now() - begin);
    // one of them comes to an hour that has been summed up
    if (visits === 3) await sumUpHours({ ...app.deps, clock: () => new Date(Date.now() + 2 * 3_600_000) });
  }
  console.info(`freshness: ${delays.map((ms) => ms.toFixed(0)).join(', ')} ms from the redirect to the report`);
  const after = await sumUpHours({ ...app.deps, clock: () => new Date(Date.now() + 2 * 3_600_000) });
  expect(after).toBeGreaterThan(0);
  expect(await counts(zone)).toEqual({ visits: 5, visit_visitors: 1 });
});
