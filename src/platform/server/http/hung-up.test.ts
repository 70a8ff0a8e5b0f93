import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createHttp } from './http.ts';
import { createLog } from '../log.ts';

type Line = { level: number; msg: string };
const lines: Line[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  const sink = new PassThrough();
  sink.on('data', (chunk: Buffer) => {
    const told = chunk
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    lines.push(...told.filter(({ msg }) => msg !== 'starting multipart parsing'));
  });
  app = createHttp({ log: createLog('debug', sink), trustProxy: [] });
  const config = { access: 'public' as const };
  app.post('/json', { config }, () => ({}));
  app.get('/broken', { config }, () => {
    throw new Error('a canary inside');
  });
  await app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    room.post('/text', { config }, () => ({}));
    await Promise.resolve();
  });
  await app.register(async (room) => {
    await room.register(multipart);
    room.post('/form', { config }, async (request) => {
      for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer();
      return {};
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const FORM = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhalf of i';

test.each([
  ['/json', 'application/json', '{"half'],
  ['/text', 'text/plain', 'cid=a&pay'],
  ['/form', 'multipart/form-data; boundary=x', FORM],
])(
  'a client that hangs up in the middle of its body to %s is one line for whoever looks for it',
  async (path, type, half) => {
    lines.length = 0;
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${half}`);
    await vi.waitUntil(async () => (await connections()) === 1);
    // the half of a body has come when nothing is left to be sent
    await vi.waitUntil(() => socket.writableLength === 0);
    await new Promise((done) => setImmediate(done));
    socket.resetAndDestroy();
    await vi.waitUntil(() => lines.length > 0);
    await vi.waitUntil(async () => (await connections()) === 0);
    expect(lines).toEqual([
      expect.objectContaining({ level: 20, msg: 'the client hung up in the middle of its request' }),
    ]);
  },
);

const connections = (): Promise<number> =>
  new Promise((done, fail) => app.server.getConnections((error, count) => (error ? fail(error) : done(count))));

test('what breaks in the server is told to the log, and not to who asked', async () => {
  lines.length = 0;
  const reply = await app.inject({ method: 'GET', url: '/broken', headers: { host: 'a' } });
  expect([reply.statusCode, reply.body.includes('canary')]).toEqual([500, false]);
  await vi.waitUntil(() => lines.length > 0);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'request failed',
      err: expect.objectContaining({ message: 'a canary inside' }) as unknown,
    }),
  ]);
});
