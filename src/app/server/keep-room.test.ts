import { permissionsOf } from '../../platform/permissions.ts';
import { afterEach, expect, test } from 'vitest';
import type { RoomState } from '../../platform/server/disk-room.ts';
import { createHttp, createRoute } from '../../platform/server/http/http.ts';
import { createLog } from '../../platform/server/log.ts';
import { keepRoom } from './keep-room.ts';

const TOKEN = 'x'.repeat(43);
const ANN = {
  id: 1,
  username: 'ann',
  role: 'admin' as const,
  permissions: new Set(permissionsOf('admin')),
  session: { id: 1n, hasRecentPassword: true },
  lacksSecondFactor: false,
};
let state: RoomState = 'enough';
const app = createHttp({ log: createLog('silent'), trustProxy: [] });
keepRoom(app, { state: () => state });
const route = createRoute(app, (token) => Promise.resolve(token === TOKEN ? ANN : undefined));
const said = () => ({ ok: true });
route.get('/list', { access: 'admin', summary: 'A list' }, said);
route.post('/record', { access: 'admin', summary: 'A small write' }, said);
route.delete('/record', { access: 'admin', summary: 'A deletion' }, said);
route.post('/upload', { access: 'admin', summary: 'A large write', room: 'much' }, said);
route.post('/question', { access: 'admin', summary: 'Only asks', room: 'none' }, said);
route.post('/login', { access: 'public', summary: 'Of the public' }, said);
route.post('/message', { access: 'public', summary: 'Of the public, kept', room: 'much' }, said);
const broken: { error: Error | undefined } = { error: undefined };
for (const access of ['admin', 'public'] as const)
  route.get(`/broken/${access}`, { access, summary: 'Fails' }, () => {
    throw broken.error!;
  });

afterEach(() => {
  state = 'enough';
});

const ROUTES = [
  'GET /list',
  'POST /record',
  'DELETE /record',
  'POST /upload',
  'POST /question',
  'POST /login',
  'POST /message',
];

async function refused(token = TOKEN): Promise<string[]> {
  const found = [];
  for (const one of ROUTES) {
    const [method, url] = one.split(' ') as ['GET', string];
    const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
    if (reply.statusCode >= 500) found.push(one);
  }
  return found;
}

test('the fuller the disk, the more writers stop; what frees room, asks, or belongs to readers goes on', async () => {
  expect(await refused()).toEqual([]);
  state = 'low';
  expect(await refused()).toEqual(['POST /upload', 'POST /message']);
  state = 'none';
  expect(await refused()).toEqual(['POST /record', 'POST /upload', 'POST /message']);
});

test('the answer names cause and next step, and a guest is asked for a login first', async () => {
  state = 'none';
  const reply = await app.inject({ method: 'POST', url: '/upload', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(reply.json()).toMatchObject({
    error: 'disk_full',
    message: expect.stringMatching(/^The disk is nearly full: .* Make room/),
  });
  expect(reply.headers['retry-after']).toBe('60');
  expect((await app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(401);
});

test.each([
  ['the disk', Object.assign(new Error('write failed'), { code: 'ENOSPC' })],
  ['a quota', Object.assign(new Error('write failed'), { code: 'EDQUOT' })],
  [
    'the database',
    new Error('wrapped', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
  ],
])('a write that meets %s when it is full is told the same', async (_what, error) => {
  broken.error = error;
  const call = (url: string) => app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${TOKEN}` } });
  expect((await call('/broken/admin')).json()).toMatchObject({ error: 'disk_full' });
  // a network is asked to send again
  expect((await call('/broken/public')).json()).toMatchObject({ error: 'unavailable', details: { retry_after_s: 5 } });
});
