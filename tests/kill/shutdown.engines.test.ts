import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEventId } from '../../src/platform/ids.ts';
import { openJournal } from '../../src/platform/server/journal/journal.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * The small sample of P23: SIGTERM under load, and a start with a journal that was never shipped. Seen red: connections closed as soon
 * as the signal came (24 of 64 requests in flight failed).
 */

const ENDS = sampleSize('PROVE_ENDS', 2);
const ROWS = sampleSize('PROVE_JOURNAL_ROWS', 20_000);
const CONNECTIONS = 32;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type Totals = { clicks: number; views: number; visits: number };

let server: TestServer;
let admin: Admin;
let paths: { link: string; item: string; guide: string };
/** What was answered, of all that was asked for. */
const answered = { clicks: 0, views: 0, visits: 0 };

function ask(agent: Agent, path: string): Promise<number> {
  return new Promise((done, fail) => {
    const asked = request(new URL(path, server.url), { agent, headers: { 'user-agent': BROWSER } }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode!));
      answer.on('error', fail);
    });
    asked.on('error', fail);
    asked.end();
  });
}

const totals = async (): Promise<Totals> => (await admin.get<{ totals: Totals }>('/admin/stats/listicles')).totals;

async function poll<T>(read: () => Promise<T>, isRight: (value: T) => boolean, limitMs = 20_000): Promise<T> {
  let last = await read();
  for (const until = Date.now() + limitMs; Date.now() < until && !isRight(last); await sleep(100)) last = await read();
  return last;
}

beforeAll(async () => {
  server = await startServer();
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
  const { data: guides } = await admin.get<{ data: { id: number }[] }>('/admin/listicles');
  const guide = guides[0]!.id;
  const { data: items } = await admin.get<{ data: { id: number }[] }>(`/admin/listicles/${guide}/items`);
  paths = { link: '/go/sample-ad', item: `/out/${items[0]!.id}`, guide: `/listicles/${guide}` };
});
afterAll(() => server.stop());

test(
  `SIGTERM under load, ${ENDS} times: what was under way is answered, and what was answered is stored`,
  async () => {
    let [inFlight, failed, slowestMs] = [0, 0, 0];
    for (let end = 0; end < ENDS; end += 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      let isSent = false;
      let isOver = false;
      const open = new Set<Promise<number>>();
      const count = (path: string): void => {
        if (path === paths.guide) answered.views += 1;
        else answered[path === paths.link ? 'visits' : 'clicks'] += 1;
      };
      const reader = async (number: number): Promise<void> => {
        const kinds = Object.values(paths);
        for (let turn = number; !isOver; turn += 1) {
          const path = kinds[turn % kinds.length]!;
          const asked = ask(agent, path);
          if (!isSent) open.add(asked);
          const isGood = await asked.then(
            (status) => status === 200 || status === 302,
            () => false,
          );
          if (!isSent) open.delete(asked);
          if (isGood) count(path);
          // after the signal nobody is promised an answer any more
          else if (isSent) return;
          else failed += 1;
        }
      };
      const readers = Array.from({ length: CONNECTIONS }, (_, number) => reader(number));
      await sleep(1000 + 150 * end);
      isSent = true;
      const waiting = [...open];
      const beganMs = performance.now();
      const ended = server.terminate();
      const outcomes = await Promise.allSettled(waiting);
      inFlight += waiting.length;
      failed += outcomes.filter((one) => one.status === 'rejected' || (one.value !== 200 && one.value !== 302)).length;
      expect(await ended).toBe(0);
      slowestMs = Math.max(slowestMs, performance.now() - beganMs);
      isOver = true;
      await Promise.all(readers);
      agent.destroy();
      await server.restart();
    }
    const stored = await poll(totals, (now) => now.clicks >= answered.clicks && now.views >= answered.views);
    printFigures('P23', { ends: ENDS, in_flight: inFlight, failed, slowest_end_ms: Math.round(slowestMs) });
    expect(inFlight).toBeGreaterThan(0);
    expect(failed).toBe(0);
    expect(stored).toMatchObject({ views: answered.views });
    expect(stored.clicks).toBeGreaterThanOrEqual(answered.clicks);
  },
  60_000 + ENDS * 40_000,
);

test(
  `after kill -9 with ${ROWS} clicks that were never shipped, it is ready, and ships each once`,
  async () => {
    const before = await poll(totals, (now) => now.views === answered.views);
    await server.kill9();
    const journal = await openJournal({ dir: join(server.dataDir, 'journal'), log: pino({ level: 'silent' }) });
    const offer = { offer_id: 1, item_id: Number(paths.item.split('/').at(-1)), device: 'desktop', is_bot: false };
    const ts = new Date().toISOString();
    for (let from = 0; from < ROWS; from += 1000) {
      const group = Array.from({ length: Math.min(1000, ROWS - from) }, () =>
        journal.append(
          JSON.stringify([{ type: 'click', ts, click_id: newEventId(Date.now()), is_internal: false, ...offer }]),
        ),
      );
      await Promise.all(group);
    }
    const beganMs = performance.now();
    await server.restart();
    const readyMs = performance.now() - beganMs;
    const wanted = before.clicks + ROWS;
    const stored = await poll(
      async () => (await admin.get<{ totals: Totals }>('/admin/stats/offers')).totals,
      (now) => now.clicks >= wanted,
      60_000 + ROWS,
    );
    printFigures('P23', { journal_rows: ROWS, ready_ms: Math.round(readyMs), stored: stored.clicks - before.clicks });
    expect(stored.clicks).toBe(wanted);
  },
  180_000 + ROWS,
);
