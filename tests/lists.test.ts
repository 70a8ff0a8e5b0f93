import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeApp, type AppRoute, type WholeApp } from './support/whole-app.ts';

/** The most rows of one answer, by the rules of the house. */
const MOST = 1000;
/** Rows of the tables that a statement alone can fill. */
const ROWS = 1003;
const FILLED: Record<string, string> = {
  '/api/settings/contact-messages': `insert into contact_messages (name, email, message) select 'N ' || n, 'n@a.example', 'Hello' from generate_series(1, ${ROWS}) n`,
  '/api/admin/traffic-sources': `insert into sources (name) select 'Source ' || n from generate_series(1, ${ROWS}) n`,
  '/api/admin/tracking-links': `insert into links (name, slug) select 'Link ' || n, 'many-' || n from generate_series(1, ${ROWS}) n`,
  '/api/admin/listicles': `insert into guides (title, status, first_published_at) select 'Guide ' || n, 'published', now() from generate_series(1, ${ROWS}) n`,
};

let t: WholeApp;
let lists: AppRoute[];

const keysOf = (route: AppRoute): string[] =>
  Object.keys((route.schema['querystring'] as { shape?: object } | undefined)?.shape ?? {});

beforeAll(async () => {
  t = await wholeApp();
  lists = t.routes.filter(
    (route) => route.method === 'GET' && keysOf(route).some((key) => key === 'limit' || key === 'itemsPerPage'),
  );
  for (const statement of Object.values(FILLED)) await t.query(statement);
});
afterAll(() => t.close());

type Reply = { data?: unknown[]; total?: number; limit?: number; errors?: Record<string, string[]> };

async function ask(route: AppRoute, query: string): Promise<{ status: number; reply: Reply }> {
  const needed = route.path === '/api/listicles' ? '&page=1&sort=new' : '';
  const path = `${route.path.replaceAll(/:\w+/g, '1')}?${query}${needed}`;
  const answer = await t.send('GET', path, { headers: { authorization: `Bearer ${t.token}` } });
  return { status: answer.status, reply: JSON.parse(answer.body) as Reply };
}

/** Seen red: "all" that means all of them (`platform/paging.ts`). */
test('a list that is asked for all rows, or for more than 1,000, answers 1,000 at the most', async () => {
  expect(lists.length).toBeGreaterThan(15);
  for (const route of lists) {
    for (const key of keysOf(route).filter((one) => one === 'limit' || one === 'itemsPerPage')) {
      for (const asked of ['-1', 'all', String(MOST)]) {
        const { status, reply } = await ask(route, `${key}=${asked}`);
        const what = `${route.path}?${key}=${asked}`;
        // a list may have a smaller figure of its own, and one of a record that is not there has no rows
        expect([200, 400, 404], what).toContain(status);
        if (status !== 200) continue;
        expect(reply.data!.length, what).toBeLessThanOrEqual(MOST);
        expect(reply.limit ?? 0, what).toBeLessThanOrEqual(MOST);
        if (route.path in FILLED) expect([reply.data!.length, reply.total! >= ROWS], what).toEqual([MOST, true]);
      }
      for (const asked of ['1001', '999999', '-2']) {
        const { status, reply } = await ask(route, `${key}=${asked}`);
        const what = `${route.path}?${key}=${asked}`;
        // the public list of the spec takes any number, and gives what it gives
        if (status === 200 && route.path === '/api/listicles')
          expect([reply.data!.length <= MOST, reply.limit! <= MOST], what).toEqual([true, true]);
        else expect([status, Object.keys(reply.errors ?? {})], what).toEqual([400, [key]]);
      }
    }
  }
});
