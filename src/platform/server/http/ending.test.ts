import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { test, type TestContext } from 'vitest';
import { createHttp } from './http.ts';
import { createLog } from '../log.ts';

/** A server that takes its time for `/slow`, and takes what is sent to `/text`. */
async function serve(lingerMs = 0): Promise<FastifyInstance> {
  const app = createHttp({ log: createLog('silent'), trustProxy: [], lingerMs: () => lingerMs });
  const config = { access: 'public' as const };
  app.get('/slow', { config }, async () => {
    await sleep(4000);
    return { is: 'slow' };
  });
  app.post('/text', { config }, (request) => ({ got: request.body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

async function open(
  app: FastifyInstance,
  sent: string,
  { onTestFinished }: TestContext,
): Promise<{ socket: Socket; said(): string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  return { socket, said: () => said };
}

const POST = 'POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n';

test.concurrent.for([
  ['that a browser keeps ready and says nothing on', ''],
  ['that began to ask', 'GET /sl'],
  ['that sends half of what it promised', `${POST}{"a":`],
  ['that was answered and begins to ask again', `${POST}{"a":"bc"}GET /sl`],
] as const)('a connection %s holds up no end', async ([, sent], context) => {
  const app = await serve();
  const { socket } = await open(app, sent, context);
  await context.expect.poll(() => socket.bytesWritten).toBe(sent.length);
  const gone = once(socket, 'close');
  await app.close();
  await gone;
});

test.concurrent('what was asked before the end is answered, and what comes whole a little later too', async (context) => {
  const app = await serve();
  const slow = await open(app, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n', context);
  const half = await open(app, `${POST}{"a":`, context);
  await sleep(100);
  const closed = app.close();
  await sleep(500);
  half.socket.write('"bc"}');
  await closed;
  await context.expect.poll(half.said).toContain('{"got":{"a":"bc"}}');
  await context.expect.poll(slow.said).toContain('{"is":"slow"}');
});

test.concurrent('one that lingers answers as ever, on what is open and what is new, and can say that it ends', async (context) => {
  const app = await serve(1500);
  const kept = await open(app, '', context);
  context.expect(app.isEnding()).toBe(false);
  let isClosed = false;
  const closed = app.close().then(() => (isClosed = true));
  await sleep(700);
  context.expect([app.isEnding(), isClosed]).toEqual([true, false]);
  const fresh = await open(app, `${POST}{"a":"bc"}`, context);
  kept.socket.write(`${POST}{"a":"bc"}`);
  for (const one of [kept, fresh]) {
    await context.expect.poll(one.said).toContain('{"got":{"a":"bc"}}');
    context.expect(one.said().toLowerCase()).toContain('connection: close');
  }
  await closed;
});
