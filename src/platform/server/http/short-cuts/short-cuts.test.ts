import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../http.ts';
import { commonHead, type SendShort, type ShortCut } from './short-cuts.ts';
import { createLog } from '../../log.ts';

const COMMON = commonHead({ 'x-common': 'yes' });
const BIG = Buffer.alloc(4 * 1024 * 1024, 'b');

let waiting: (() => void)[] = [];
let bigs = { asked: 0, sent: 0 };

const shortCut: ShortCut = ({ url, ip, headers }, send, fail) => {
  const tell = (...own: string[]) =>
    send(200, COMMON, ['x-by', 'short cut', ...own], Buffer.from(JSON.stringify({ url, ip, headers })));
  const later = (work: () => void): void => void setImmediate(work);
  const ways: Record<string, () => void> = {
    '/short': () => tell(),
    '/bare': () => send(302, COMMON, ['location', '/a?b=ü'.replace('ü', '%C3%BC')]),
    '/waits': () => waiting.push(() => tell()),
    '/big': () => {
      bigs.asked += 1;
      send(200, COMMON, [], BIG, () => (bigs.sent += 1));
    },
    '/big-throws': () => {
      send(200, COMMON, [], BIG);
      throw new Error('a canary inside');
    },
    '/throws': () => {
      throw new Error('a canary inside');
    },
    '/throws-behind': () => {
      tell();
      throw new Error('a canary inside');
    },
    '/fails-later': () => later(() => fail(new Error('a canary inside'))),
    '/unfit': () => later(() => tryUnfit(send, fail)),
  };
  const way = ways[url];
  way?.();
  return way !== undefined;
};

function tryUnfit(send: SendShort, fail: (error: unknown) => void): void {
  try {
    send(302, COMMON, ['location', '/a\r\nset-cookie: b=c']);
  } catch (error) {
    fail(error);
  }
}

async function serve(trustProxy: string[] = []): Promise<FastifyInstance> {
  const app = createHttp({ log: createLog('silent'), trustProxy, shortCuts: [shortCut] });
  const config = { access: 'public' as const };
  app.get('/throws', { config }, () => ({ by: 'the route' }));
  app.get('/long', { config }, () => ({ by: 'the route' }));
  app.post('/text', { config }, (request) => ({ got: request.body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  app = await serve();
});
afterAll(() => app.close());

/** A connection, and all that was said on it. */
async function open(to = app): Promise<{ socket: Socket; said(): string }> {
  const socket = connect({ port: (to.server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (data) => (said += data.toString('latin1')));
  await once(socket, 'connect');
  return { socket, said: () => said };
}

const head = (path: string, ...lines: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a.example', ...lines, '', ''].join('\r\n');

/** Sends a request whole, as short cuts take it, or in two pieces, as node's parser takes it. */
async function ask(
  request: string,
  { cutAt, to = app }: { cutAt?: number; to?: FastifyInstance } = {},
): Promise<string> {
  const { socket, said } = await open(to);
  if (cutAt !== undefined) {
    socket.write(request.slice(0, cutAt));
    await expect.poll(() => socket.bytesWritten).toBe(cutAt);
    await sleep(30);
  }
  socket.write(request.slice(cutAt ?? 0));
  await expect.poll(said, { timeout: 5000 }).toMatch(/\r\n\r\n/);
  await sleep(10);
  return said();
}

/** The parts of an answer that do not hang on its time or place. */
const plain = (answer: string): string =>
  answer
    .replace(/^Date: .*\r\n/im, '')
    .replace(/"request_id":"[^"]*"/, '')
    .toLowerCase();

describe.each([
  ['whole', undefined],
  ['in two pieces', 7],
] as const)('a request that comes %s', (_name, cutAt) => {
  const get = (path: string) => ask(head(path), { ...(cutAt !== undefined && { cutAt }) });

  test('is answered by its short cut, who is told of it', async () => {
    const answer = await get('/short');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('x-common: yes');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      url: '/short',
      ip: '127.0.0.1',
      headers: { host: 'a.example' },
    });
  });

  test('is left to its route by a short cut that fails before it has answered', async () => {
    expect(await get('/throws')).toContain('{"by":"the route"}');
  });

  test('is answered for when its short cut fails later, without a word of what failed', async () => {
    const answer = await get('/fails-later');
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('canary');
  });

  test('is answered once by a short cut that fails behind its answer', async () => {
    expect((await get('/throws-behind')).match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('gets no header that ends in the middle of its value', async () => {
    const answer = await get('/unfit');
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('set-cookie');
  });
});

test.each(['/short', '/bare', '/throws', '/throws-behind', '/fails-later', '/long', '/nothing'])(
  'the answer to %s is the same, whoever read its request',
  async (path) => {
    const lines = ['User-Agent: \t x  ', 'Accept:text/html', 'X-Empty:', 'Connection: Keep-Alive'];
    expect(plain(await ask(head(path, ...lines)))).toBe(plain(await ask(head(path, ...lines), { cutAt: 11 })));
  },
);

const GET = head('/short');
test.each([
  ['of HTTP/1.0', GET.replace('1.1', '1.0')],
  ['by another method', GET.replace('GET', 'POST')],
  ['that is only asked for its head', GET.replace('GET', 'HEAD')],
  ['without a Host', 'GET /short HTTP/1.1\r\nAccept: a\r\n\r\n'],
  ['with two Hosts', head('/short', 'Host: b.example')],
  ['with a Host that is no host', GET.replace('a.example', 'a b')],
  ['with the address of a proxy', GET.replace('/short', 'http://a.example/short')],
  ['with a body', `${head('/short', 'Content-Length: 3')}abc`],
  ['with a body in pieces', `${head('/short', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
  ['with a name before a colon and a blank', head('/short', 'Accept : a')],
  ['with a line that goes on', head('/short', 'Accept: a', ' b')],
  ['with lines that end in half', GET.replaceAll('\r\n', '\n')],
  ['with a character that is none', head('/short', 'Accept: a\0b')],
  ['with what is not ASCII', head('/short', 'Accept: \xe9')],
  ['with a header twice', head('/short', 'Accept: a', 'Accept: b')],
  ['that wants another protocol', head('/short', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['that is to be met', head('/short', 'Expect: a')],
  ['that ends its connection', head('/short', 'Connection: close')],
  ['with an address beyond all measure', head(`/short?${'a'.repeat(20_000)}`)],
  ['with headers without end', head('/short', ...Array.from({ length: 120 }, (_, i) => `X-${i}: a`))],
])('a request %s is answered as node reads it', async (_name, request) => {
  expect(plain(await ask(request))).toBe(plain(await ask(request, { cutAt: 2 })));
});

test('requests in line on one connection are answered in their order, each once', async () => {
  const { socket, said } = await open();
  waiting = [];
  socket.write(head('/waits'));
  await expect.poll(() => waiting.length).toBe(1);
  socket.write(head('/short', 'X-Number: 2') + head('/long'));
  socket.write('POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n"b"');
  await sleep(50);
  expect(said()).toBe('');
  waiting[0]!();
  await expect.poll(() => said().match(/HTTP\/1\.1 200 OK/g)?.length).toBe(4);
  const order = ['"url":"/waits"', '"x-number":"2"', 'the route', '{"got":"b"}'].map((part) => said().indexOf(part));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
});

test('a body that comes behind its head is no request', async () => {
  const { socket, said } = await open();
  const body = head('/bare');
  socket.write(head('/short', `Content-Length: ${body.length}`));
  await sleep(50);
  socket.write(body);
  await expect.poll(said).toContain('"url":"/short"');
  socket.write(head('/long'));
  await expect.poll(said).toContain('the route');
  expect(said().match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
});

test('two requests that come in one piece are both answered', async () => {
  const { socket, said } = await open();
  socket.write(GET + head('/bare'));
  await expect.poll(said).toMatch(/200 OK[^]*302 Found/);
});

test('who asks one after the other on one connection is answered each time, whatever comes between', async () => {
  const { socket, said } = await open();
  for (const path of ['/short', '/bare', '/long', '/short', '/nothing', '/bare']) {
    const before = said().length;
    socket.write(head(path));
    await expect.poll(() => said().slice(before)).toContain('\r\n\r\n');
  }
  expect(said().match(/HTTP\/1\.1 \d+/g)).toEqual([200, 302, 200, 200, 404, 302].map((code) => `HTTP/1.1 ${code}`));
});

test('who has said all there is to say is answered, and the connection ends', async () => {
  const { socket, said } = await open();
  waiting = [];
  socket.end(head('/waits'));
  await expect.poll(() => waiting.length).toBe(1);
  await sleep(50);
  const closed = once(socket, 'close');
  waiting[0]!();
  await closed;
  expect(said()).toContain('"url":"/waits"');
});

test('an answer for somebody who is gone harms nobody', async () => {
  const { socket } = await open();
  waiting = [];
  socket.write(head('/waits'));
  await expect.poll(() => waiting.length).toBe(1);
  socket.destroy();
  await sleep(50);
  waiting[0]!();
  expect(await ask(GET)).toContain('200 OK');
});

test('who asks for more and more and reads nothing is not answered without end', async () => {
  const { socket } = await open();
  socket.pause();
  bigs = { asked: 0, sent: 0 };
  for (let i = 0; i < 20; i += 1) {
    socket.write(head('/big'));
    await sleep(10);
  }
  // the kernel takes in as many as it has room for; only one waits beyond it
  expect(bigs.asked).toBeLessThan(20);
  expect(bigs.asked - bigs.sent).toBe(1);
  socket.resume();
  await expect.poll(() => bigs, { timeout: 15_000 }).toEqual({ asked: 20, sent: 20 });
});

test('one that fails behind an answer that is not read yet is answered once', async () => {
  const { socket, said } = await open();
  socket.pause();
  socket.write(head('/big-throws'));
  await sleep(100);
  socket.resume();
  await expect.poll(() => said().length, { timeout: 15_000 }).toBeGreaterThan(BIG.length);
  socket.write(head('/long'));
  await expect.poll(said, { timeout: 15_000 }).toContain('the route');
  expect(said().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('a connection whose answer failed ends, whatever else was sent on it', async () => {
  const { socket, said } = await open();
  socket.write(head('/fails-later'));
  socket.write(head('/short'));
  await once(socket, 'close');
  expect(said()).toMatch(/^(?:|HTTP\/1\.1 500 [^]*)$/);
});

test('behind a proxy that is trusted the visitor is who it says; what another says is nothing', async () => {
  const behind = await serve(['127.0.0.1']);
  onTestFinished(() => behind.close());
  const ipOf = async (to: FastifyInstance, ...lines: string[]) =>
    /"ip":"([^"]*)"/.exec(await ask(head('/short', ...lines), { to }))?.[1];
  expect(await ipOf(behind, 'X-Forwarded-For: 203.0.113.7')).toBe('203.0.113.7');
  expect(await ipOf(behind, 'X-Forwarded-For: 198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(await ipOf(behind)).toBe('127.0.0.1');
  expect(await ipOf(app, 'X-Forwarded-For: 203.0.113.7')).toBe('127.0.0.1');
  expect(await ask(head('/short', 'X-Forwarded-Host: a b'), { to: behind })).not.toContain('short cut');
});

test('at the end what is asked is answered, and connections that only stand open hold nothing up', async () => {
  const ending = await serve();
  const idle = await open(ending);
  idle.socket.write(GET);
  await expect.poll(idle.said).toContain('200 OK');
  const silent = await open(ending);
  const asking = await open(ending);
  waiting = [];
  asking.socket.write(head('/waits'));
  await expect.poll(() => waiting.length).toBe(1);
  const gone = [idle, silent].map(({ socket }) => once(socket, 'close'));
  const closed = ending.close();
  await Promise.all(gone);
  expect(asking.said()).toBe('');
  waiting[0]!();
  await closed;
  await expect.poll(asking.said).toMatch(/Connection: close\r\n\r\n.*"\/waits"/);
});
