import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp, type ShortCut } from './http.ts';
import { createLog } from '../log.ts';

let app: FastifyInstance;
let url: string;

const shortCut: ShortCut = ({ url: path }, response, fail) => {
  if (path === '/throws') throw new Error('a canary inside');
  if (path === '/throws-halfway') {
    response.writeHead(200).write('half');
    throw new Error('a canary inside');
  }
  if (path === '/fails-later') setImmediate(fail, new Error('a canary inside'));
  return path === '/fails-later';
};

beforeAll(async () => {
  app = createHttp({ log: createLog('silent'), trustProxy: [], shortCuts: [shortCut] });
  app.get('/throws', { config: { access: 'public' } }, () => ({ by: 'the route' }));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const get = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(20_000) });

test('a short cut that fails before it has answered leaves the request to its route', async () => {
  expect(await (await get('/throws')).json()).toEqual({ by: 'the route' });
});

test('a short cut that fails later is answered for, without a word of what failed', async () => {
  const reply = await get('/fails-later');
  expect(reply.status).toBe(500);
  expect(await reply.text()).not.toContain('canary');
});

test('a short cut that fails in the middle of its answer breaks the connection', async () => {
  await expect(get('/throws-halfway').then((reply) => reply.text())).rejects.toThrow(TypeError);
});
