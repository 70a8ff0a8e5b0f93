import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedApp, type ShippedApp } from '../../../../tests/support/shipped-app.ts';
import { adoptMark } from '../../events/server/store-mark.ts';
import { createStoreKeeper } from './service.ts';

let t: ShippedApp;

beforeAll(async () => {
  t = await shippedApp(
    () => undefined,
    () => new Date('2026-03-06T10:00:00Z'),
  );
});
afterAll(() => t.close());

/** @param onFilling called in the middle of it */
const keeperOf = (onFilling: () => void) =>
  createStoreKeeper({
    ...t.deps,
    journal: t.journal,
    shipper: t.shipper,
    async *recordedEvents() {
      onFilling();
      yield [];
    },
  });

test('a filling that is under way ends when it is stopped, and the next start goes on with it', async () => {
  await adoptMark(t.deps.db, 'a store that was lost', 0);
  const stopped = keeperOf(() => stopped.stop());
  await stopped.keepWhole();
  expect(await stopped.standing()).toMatchObject({ state: 'filling' });
  const next = keeperOf(() => undefined);
  await next.keepWhole();
  expect(await next.standing()).toMatchObject({ state: 'whole', message: null });
});
