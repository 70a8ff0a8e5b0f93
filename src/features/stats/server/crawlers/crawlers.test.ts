import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { testEventStore } from '../../../../../tests/support/event-store.ts';
import type { BehaviourEvent } from '../../../events/contract.ts';
import { buildRow, buildVisit } from '../../../events/server/testing.ts';
import { buildGuide } from '../../../guides/server/testing.ts';
import { readChannels } from '../../../visitors/server/channel-of.ts';
import { crawlerRoutes } from '../routes-crawlers.ts';

let app: TestApp;
let guide: number;
const NOW = new Date('2026-03-20T12:00:00Z');

const robot = (crawler: string | undefined, ts: string, place: Partial<BehaviourEvent>): BehaviourEvent => ({
  type: 'view',
  ts,
  is_bot: true,
  bot_reason: 'bot_agent',
  is_internal: false,
  crawler,
  ...(place as object),
});

beforeAll(async () => {
  const eventStore = await testEventStore();
  app = await testApp((route, deps) => crawlerRoutes(route, deps, readChannels(undefined)), {
    eventStore,
    clock: () => NOW,
  });
  guide = (await buildGuide(app.deps, { title: 'Sleep well' })).id;
  const early = '2026-03-18T10:00:00.250Z';
  const late = '2026-03-19T22:30:00Z';
  const rows: BehaviourEvent[] = [
    robot('GPTBot', early, { guide_id: guide }),
    robot('GPTBot', late, { guide_id: guide }),
    robot('GPTBot', early, { review_id: guide }),
    robot('Claude-User', early, { guide_id: guide }),
    // an own list had it once
    robot('OldBot', early, { guide_id: 999 }),
    // no crawler of an assistant, and a reader
    robot(undefined, early, { guide_id: guide }),
    buildVisit({ ts: early, guide_id: guide }),
    { ...buildVisit({ ts: early, link_id: 7, guide_id: guide }), is_bot: true, crawler: 'GPTBot' },
    robot('GPTBot', '2026-01-18T10:00:00Z', { guide_id: guide }),
  ];
  await eventStore.append({ cursor: 't', position: '1', table: 'events', rows: rows.map(buildRow) });
});
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const get = async (path: string) => (await app.call('GET', `/api/admin/stats/crawlers${path}`)).body;

test('each crawler is counted by what it fetched in the days that were asked for', async () => {
  const { data } = await get('?days=7&tz=UTC');
  expect(data).toEqual([
    {
      crawler: 'GPTBot',
      operator: 'OpenAI',
      purpose: 'training',
      fetches: 4,
      pages: 3,
      last_at: '2026-03-19T22:30:00.000Z',
    },
    {
      crawler: 'Claude-User',
      operator: 'Anthropic',
      purpose: 'answer',
      fetches: 1,
      pages: 1,
      last_at: '2026-03-18T10:00:00.250Z',
    },
    { crawler: 'OldBot', operator: null, purpose: null, fetches: 1, pages: 1, last_at: '2026-03-18T10:00:00.250Z' },
  ]);
  expect((await get('?days=90&tz=UTC')).data[0]).toMatchObject({ fetches: 5, pages: 3 });
});

test('pages are told apart by kind and named, for all crawlers or for one', async () => {
  expect(await get('/pages?days=7&tz=UTC')).toMatchObject({
    total: 4,
    data: [
      {
        kind: 'guide',
        id: guide,
        title: 'Sleep well',
        fetches: 3,
        crawlers: 2,
        last_at: '2026-03-19T22:30:00.000Z',
      },
      { kind: 'guide', id: 999, title: 'Guide 999', crawlers: 1 },
      { kind: 'link', id: 7, title: 'Link 7', fetches: 1, crawlers: 1 },
      { kind: 'review', id: guide, title: `Review ${guide}`, crawlers: 1 },
    ],
  });
  const one = await get('/pages?days=7&tz=UTC&crawler=Claude-User');
  expect(one.data.map(({ kind, fetches }: { kind: string; fetches: number }) => [kind, fetches])).toEqual([
    ['guide', 1],
  ]);
  expect((await get('/pages?days=7&crawler=Nobody')).data).toEqual([]);
});

test('a file holds them too', async () => {
  const csv = String(await get('?days=7&tz=UTC&format=csv'));
  expect(csv.split('\r\n')[1]).toContain('GPTBot,OpenAI,training');
  const pages = String(await get('/pages?days=7&tz=UTC&format=csv&sortBy=title&order=desc'));
  const at = [pages.indexOf('Sleep well'), pages.indexOf(`Review ${guide}`), pages.indexOf('Guide 999')];
  expect([at.includes(-1), at]).toEqual([false, at.toSorted((a, b) => a - b)]);
});

test('a file holds every page, though the screen has those that were fetched most', async () => {
  const rows = Array.from({ length: 1001 }, (_, nth) =>
    buildRow(robot('GPTBot', '2025-06-01T10:00:00Z', { guide_id: 5000 + nth })),
  );
  await app.deps.eventStore.append({ cursor: 't', position: '2', table: 'events', rows });
  const day = 'date_from=2025-06-01&date_to=2025-06-01&tz=UTC';
  const shown = await get(`/pages?${day}`);
  expect([shown.data.length, shown.total]).toEqual([1000, 1001]);
  expect(
    String(await get(`/pages?${day}&format=csv`))
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(1002);
});
