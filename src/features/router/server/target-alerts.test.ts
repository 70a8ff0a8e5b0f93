import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { buildGuide } from '../../guides/server/testing.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { buildReview } from '../../reviews/server/testing.ts';
import { openSnapshot } from './snapshot.ts';
import { tellLostTargets } from './target-alerts.ts';
import { buildDestination, buildLink } from '../../links/server/testing.ts';

let t: TestApp;
let folder: string;
let now: Date;

beforeAll(async () => {
  t = await testApp(() => undefined, { clock: () => now });
  folder = mkdtempSync(join(tmpdir(), 'guidepost-targets-'));
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  await sql`delete from links`.execute(t.deps.db);
  await sql`delete from alerts`.execute(t.deps.db);
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const setStatus = (table: string, id: number, status: string) =>
  sql`update ${sql.table(table)} set status = ${status} where id = ${id}`.execute(t.deps.db);

/** What is open after one more round on what the router knows now. */
async function told() {
  const snapshot = openSnapshot({ db: t.deps.db, dataDir: folder, log: t.deps.log });
  await snapshot.refresh();
  await tellLostTargets({ ...t.deps, routing: snapshot.current });
  return (await listAlerts(t.deps, AlertQuery.parse({ state: 'open' }))).data;
}

test('a guide that is archived is missed by the links that led there, once, until it is back', async () => {
  const guide = await buildGuide(t.deps, { title: 'Best Teas' });
  const link = await buildLink(t.deps, { name: 'Tea ad', fallback_url: '/about' });
  await buildDestination(t.deps, link.id, { type: 'listicle', target_id: guide.id });
  expect(await told()).toEqual([]);

  await setStatus('guides', guide.id, 'archived');
  await told();
  const [alert, ...others] = await told();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    kind: 'link_target_lost',
    severity: 'critical',
    subject_kind: 'link',
    subject_id: link.id,
    subject_name: 'Tea ad',
    count: 1,
    details: [{ label: 'Guide "Best Teas"', text: 'It is archived.' }],
  });
  expect(alert!.message).toContain('/about');

  await buildDestination(t.deps, link.id);
  expect(await told()).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('the others take its visitors') },
  ]);

  await setStatus('guides', guide.id, 'published');
  expect(await told()).toEqual([]);
});

test('a review and an offer are missed as well', async () => {
  const review = await buildReview(t.deps, { title: 'Review of calm tea' });
  const offer = await buildOffer(t.deps, { name: 'Green Tea' });
  const ending = await buildOffer(t.deps, { name: 'Black Tea', ends_at: '2026-03-01T11:00:00Z' });
  const link = await buildLink(t.deps);
  await buildDestination(t.deps, link.id, { type: 'review', target_id: review.id });
  await buildDestination(t.deps, link.id, { type: 'offer', target_id: offer.id });
  await buildDestination(t.deps, link.id, { type: 'offer', target_id: ending.id });
  await buildDestination(t.deps, link.id);
  expect(await told()).toEqual([]);
  await setStatus('reviews', review.id, 'draft');
  await setStatus('offers', offer.id, 'paused');
  // of a dead address another alert tells, as long as the offer is active
  await sql`update offers set is_link_dead = true where id = ${offer.id}`.execute(t.deps.db);
  now = new Date('2026-03-01T12:00:00Z');
  expect(await told()).toMatchObject([
    {
      severity: 'warning',
      details: [
        { label: 'Review "Review of calm tea"', text: 'It is a draft.' },
        { label: 'Offer "Green Tea"', text: 'It is paused.' },
        { label: 'Offer "Black Tea"', text: 'It is over, or has not begun.' },
      ],
    },
  ]);
});

test('of a dead address and of a paused network others tell', async () => {
  const network = await buildNetwork(t.deps);
  const [dead, other] = [await buildOffer(t.deps), await buildOffer(t.deps, { network_id: network.id })];
  const link = await buildLink(t.deps);
  for (const { id } of [dead, other]) await buildDestination(t.deps, link.id, { type: 'offer', target_id: id });
  await sql`update offers set is_link_dead = true where id = ${dead.id}`.execute(t.deps.db);
  await setStatus('networks', network.id, 'paused');
  expect(await told()).toEqual([]);
});

test.each([
  ['was never public', 'draft', {}, {}],
  ['has no weight', 'archived', {}, { weight: 0 }],
  ['is paused itself', 'archived', {}, { status: 'paused' as const }],
  ['is not yet due', 'archived', {}, { starts_at: '2026-03-02T00:00:00Z' }],
  ['is of a paused link', 'archived', { status: 'paused' as const }, {}],
  ['is of a link that is over', 'archived', { expires_at: '2026-03-01T09:00:00Z' }, {}],
])('nobody is told of a destination that %s', async (_what, status, ofLink, ofDestination) => {
  const guide = await buildGuide(t.deps, status === 'draft' ? { status } : {});
  const link = await buildLink(t.deps, ofLink);
  await buildDestination(t.deps, link.id, { type: 'listicle', target_id: guide.id, ...ofDestination });
  await setStatus('guides', guide.id, status);
  expect(await told()).toEqual([]);
});
