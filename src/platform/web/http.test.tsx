// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { fakeServer, setPageUrl } from '../../../tests/support/web.tsx';
import { onSessionEnded, readToken, storeSession } from './browser-session.ts';
import { ApiError, call, uploadImage } from './http.ts';

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
