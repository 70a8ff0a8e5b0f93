// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { fakeServer, setPageUrl } from '../../../tests/support/web.tsx';
import { readToken, storeSession } from './session/browser-session.ts';
import { ApiError, call, uploadImage } from './http.ts';
import { keepInput, dropInput } from './session/kept-input.ts';
import { acceptRefusal, judgeSession, onSessionEnded, ownTab } from './session/tab-session.ts';

const failure = async (answer: Promise<unknown>): Promise<ApiError> => {
  const error = await answer.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

test.each([
  ['/admin/offers', 'Bearer abc'],
  ['/settings/site', 'Bearer abc'],
  ['/images', 'Bearer abc'],
  ['/listicles', undefined],
  ['/administration', undefined],
])('a call to %s carries %s', async (path, authorization) => {
  const server = await fakeServer({ [`POST /api${path}`]: () => ({ body: {} }) });
  storeSession('abc', { username: 'ann' });
  await call('POST', path);
  expect(server.seen[0]?.authorization).toBe(authorization);
});

test('a protected call without a token warns and goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const server = await fakeServer({ 'GET /api/admin/offers': () => ({ body: { data: [] } }) });
  expect(await call('GET', '/admin/offers')).toEqual({ data: [] });
  expect(warn).toHaveBeenCalledOnce();
  expect(server.seen[0]?.authorization).toBeUndefined();
});

test.each([
  ['the message', { message: 'The name is taken.', error: 'name_taken' }, 'The name is taken.'],
  ['else the error', { error: 'name_taken' }, 'name_taken'],
  ['else the fallback', {}, 'Failed to save'],
  ['the fallback when the body is no JSON', '<html>', 'Failed to save'],
])('a refusal says %s', async (_name, body, message) => {
  await fakeServer({ 'POST /api/listicles': () => ({ status: 409, body }) });
  const error = await failure(call('POST', '/listicles', { fallback: 'Failed to save' }));
  expect(error.message).toBe(message);
  expect(error.status).toBe(409);
});

test('a refusal carries code, field errors, details and request id', async () => {
  const body = {
    message: 'No.',
    error: 'in_use',
    errors: { name: ['taken'] },
    details: { count: 2 },
    request_id: 'r7',
  };
  await fakeServer({ 'DELETE /api/x': () => ({ status: 409, body }) });
  const error = await failure(call('DELETE', '/x'));
  expect(error).toMatchObject({ code: 'in_use', errors: { name: ['taken'] }, details: { count: 2 }, requestId: 'r7' });
});

test('a server that cannot be reached gives the fallback and the code network', async () => {
  setPageUrl('http://127.0.0.1:9/');
  const error = await failure(call('GET', '/listicles', { fallback: 'Failed to fetch listicles' }));
  expect(error).toMatchObject({ status: 0, code: 'network', message: 'Failed to fetch listicles' });
});

test('an answer that is no JSON is a failure, an empty one is not', async () => {
  await fakeServer({ 'GET /api/page': () => ({ body: '<html>' }), 'GET /api/empty': () => ({ status: 200 }) });
  expect((await failure(call('GET', '/page'))).code).toBe('unreadable');
  expect(await call('GET', '/empty')).toEqual({});
});

test('an aborted call rejects with the reason of its signal', async () => {
  const server = await fakeServer({ 'GET /api/slow': () => new Promise(() => undefined) });
  const control = new AbortController();
  const answer = call('GET', '/slow', { signal: control.signal });
  await vi.waitFor(() => expect(server.seen).toHaveLength(1));
  control.abort(new Error('left the page'));
  await expect(answer).rejects.toThrow('left the page');
});

test('empty values stay out of the query, lists repeat their key', async () => {
  const server = await fakeServer({ 'GET /api/listicles': () => ({ body: {} }) });
  await call('GET', '/listicles', { query: { page: 2, search: '', status: ['draft', 'published'], days: undefined } });
  expect(server.seen[0]?.query.toString()).toBe('page=2&status=draft&status=published');
});

test('a refused token ends the session and tells once', async () => {
  await fakeServer({
    'GET /api/admin/offers': () => ({ status: 401, body: { message: 'Log in.', error: 'unauthorized' } }),
  });
  storeSession('old', { username: 'ann' });
  const tell = vi.fn<() => void>();
  const stop = onSessionEnded(tell);
  await failure(call('GET', '/admin/offers'));
  await failure(call('GET', '/admin/offers', { token: 'old' }));
  stop();
  expect(readToken()).toBeUndefined();
  expect(tell).toHaveBeenCalledOnce();
});

test('a refused token does not end a session begun since in another tab', async () => {
  await fakeServer({
    'GET /api/admin/offers': () => {
      storeSession('new', { username: 'ann' });
      return { status: 401, body: { message: 'Log in.', error: 'unauthorized' } };
    },
  });
  storeSession('old', { username: 'ann' });
  await failure(call('GET', '/admin/offers'));
  expect(readToken()).toBe('new');
});

test('an upload sends the field image and reads imageUrl', async () => {
  const server = await fakeServer({ 'POST /api/images': () => ({ body: { imageUrl: '/media/a.png' } }) });
  storeSession('abc', { username: 'ann' });
  expect(await uploadImage(new File(['x'], 'a.png', { type: 'image/png' }))).toBe('/media/a.png');
  expect(server.seen[0]?.body).toContain('name="image"');
  expect(server.seen[0]?.authorization).toBe('Bearer abc');
});

test('an upload without imageUrl in the answer fails', async () => {
  await fakeServer({ 'POST /api/images': () => ({ body: {} }) });
  await expect(uploadImage(new File(['x'], 'a.png'))).rejects.toThrow('Image URL not found in response');
});

test('an upload that fails without a message says so', async () => {
  await fakeServer({ 'POST /api/images': () => ({ status: 500, body: {} }) });
  await expect(uploadImage(new File(['x'], 'a.png'))).rejects.toThrow('Image upload failed');
});

const ANN = { id: 1, username: 'ann' };
const BOB = { id: 2, username: 'bob' };

/** Ann is at work in this tab: one call was answered, and from then on only the token `new` is good. */
async function annAtWork(refusal = { status: 401, body: { message: 'Log in.', error: 'unauthorized' } }) {
  const server = await fakeServer({
    'GET /api/admin/offers': () => ({ body: {} }),
    'PUT /api/admin/offers/1': ({ authorization }) =>
      authorization === 'Bearer new' ? { body: { saved: true } } : refusal,
  });
  storeSession('old', ANN);
  ownTab(ANN);
  await call('GET', '/admin/offers');
  const sent = () => server.seen.filter((one) => one.method === 'PUT').map((one) => one.authorization);
  return { server, sent };
}

test('a save that meets the end of the session waits for the same person and is sent again once', async () => {
  const { sent } = await annAtWork();
  const saving = call('PUT', '/admin/offers/1', { body: { name: 'typed' } });
  await vi.waitFor(() => expect(judgeSession()).toEqual({ kind: 'ended' }));
  expect(readToken()).toBeUndefined();
  storeSession('new', ANN);
  judgeSession();
  expect(await saving).toEqual({ saved: true });
  expect(sent()).toEqual(['Bearer old', 'Bearer new']);
});

test('what was typed by one person is never sent in the name of another', async () => {
  const { sent } = await annAtWork();
  const saving = call('PUT', '/admin/offers/1', { body: {} });
  await vi.waitFor(() => expect(judgeSession()).toEqual({ kind: 'ended' }));
  storeSession('bobs', BOB);
  expect(judgeSession()).toEqual({ kind: 'other', username: 'bob' });
  // as does what is sent first while the other one is signed in
  const later = call('PUT', '/admin/offers/1', { body: {} });
  storeSession('new', ANN);
  judgeSession();
  expect(await Promise.all([saving, later])).toEqual([{ saved: true }, { saved: true }]);
  expect(sent()).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
});

test('a call that waits for a login ends with its signal', async () => {
  await annAtWork();
  const control = new AbortController();
  const saving = call('PUT', '/admin/offers/1', { body: {}, signal: control.signal });
  await vi.waitFor(() => expect(judgeSession()).toEqual({ kind: 'ended' }));
  control.abort(new Error('left the screen'));
  await expect(saving).rejects.toThrow('left the screen');
});

test('a change that a new role forbids asks once, and fails as it was refused when the person goes on without', async () => {
  const { sent } = await annAtWork({ status: 403, body: { message: 'Not yours.', error: 'forbidden' } });
  const saving = failure(call('PUT', '/admin/offers/1', { body: {} }));
  await vi.waitFor(() => expect(judgeSession()).toEqual({ kind: 'refused', message: 'Not yours.' }));
  acceptRefusal();
  expect(await saving).toMatchObject({ status: 403, message: 'Not yours.' });
  expect((await failure(call('PUT', '/admin/offers/1', { body: {} }))).status).toBe(403);
  expect(sent()).toEqual(['Bearer old', 'Bearer old']);
});

test.each([
  ['leaves when nothing is typed', false],
  ['stays while something is typed', true],
])('a tab whose person signed out in another one %s', async (_name, isTyped) => {
  await annAtWork();
  const left = vi.fn<() => void>();
  const stop = onSessionEnded(left);
  if (isTyped) keepInput('s1', { key: 'offer/1', values: { name: 'typed' } });
  localStorage.removeItem('token');
  expect(judgeSession()).toEqual(isTyped ? { kind: 'ended' } : undefined);
  stop();
  dropInput('offer/1', 's1');
  expect(left).toHaveBeenCalledTimes(isTyped ? 0 : 1);
});

test('a direct address with a token that is over leads to the login', async () => {
  await fakeServer({ 'GET /api/admin/offers': () => ({ status: 401, body: { message: 'Log in.', error: 'x' } }) });
  storeSession('old', ANN);
  ownTab(ANN);
  const left = vi.fn<() => void>();
  const stop = onSessionEnded(left);
  expect((await failure(call('GET', '/admin/offers'))).status).toBe(401);
  stop();
  expect(left).toHaveBeenCalledOnce();
});
