import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAdministrator } from '../../src/features/accounts/server/testing.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { testApp, type TestApp } from '../support/app.ts';

/**
 * P16: neither what is answered nor how long it takes tells who exists, nor who has a second factor. What is asserted are the answers;
 * the times are printed as the share of pairs that a classifier would sort rightly (0.5 is a coin), at most 0.55 is promised. Seen
 * at 0.565 while the mail was sent right behind the answer: it slowed the next call down.
 */

const PAIRS = sampleSize('PROVE_PAIRS', 20);
const PASSWORD = 'plum harbour sixteen tapes';
vi.setConfig({ testTimeout: 60_000 + PAIRS * 200 });

let t: TestApp;
beforeAll(async () => {
  // a mail server takes its time
  t = await testApp(() => undefined, { mailer: { send: () => new Promise((done) => setTimeout(done, 20)) } });
  await buildAdministrator(t.deps.db, { username: 'plain', password: PASSWORD });
  const { token } = await buildAdministrator(t.deps.db, { username: 'coded', password: PASSWORD });
  await sql`update users set email = 'plain@guides.example' where username = 'plain'`.execute(t.deps.db);
  const headers = { authorization: `Bearer ${token}` };
  const { secret } = (await t.guest('POST', '/api/auth/second-factor', undefined, headers)).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await t.guest('PUT', '/api/auth/second-factor', { code }, headers)).status).toBe(200);
});
afterAll(() => t.close());

/** How often a time of the first kind is above one of the second, or below it if that is more often. */
function sortedRightly(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))];
  const ranks = all.toSorted((a, b) => a.ms - b.ms).reduce((sum, { isFirst }, at) => sum + (isFirst ? at + 1 : 0), 0);
  const share = (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
  return Math.max(share, 1 - share);
}

const LOGIN = '/api/auth/login';
const FORGOT = '/api/auth/forgot';

test.each([
  ['name', LOGIN, { username: 'plain', password: 'wrong' }, { username: 'nobody', password: 'wrong' }],
  ['second_factor', LOGIN, { username: 'coded', password: 'wrong' }, { username: 'plain', password: 'wrong' }],
  ['forgot', FORGOT, { username: 'plain' }, { username: 'nobody' }],
])('of %s nothing is told', async (name, path, one, other) => {
  const bodies = [one, other];
  const times: [number[], number[]] = [[], []];
  const said = [new Set<string>(), new Set<string>()];
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const which of Math.random() < 0.5 ? [0, 1] : [1, 0]) {
      // the throttle is another promise
      await sql`delete from login_failures`.execute(t.deps.db);
      const fromMs = performance.now();
      const { status, body } = await t.guest('POST', path, bodies[which]);
      times[which]!.push(performance.now() - fromMs);
      said[which]!.add(JSON.stringify([status, { ...body, request_id: '' }]));
    }
  expect(said[0]).toEqual(said[1]);
  expect(said[0]!.size).toBe(1);
  printFigures('P16', { [`${name}_pairs`]: PAIRS, [`${name}_auc`]: Number(sortedRightly(...times).toFixed(3)) });
});
