import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/platform/server/log.ts';
import { createOutgoing, judgeTarget } from '../../src/platform/server/outgoing/over-http.ts';
import type { Outgoing, OutgoingResult } from '../../src/platform/server/outgoing/outgoing.ts';
import { printFigures } from '../support/figures.ts';
import { startResolver } from './resolver.ts';
import { DISGUISES, NOT_PUBLIC, NOT_PUBLIC_V6, spellingsOf } from './spellings.ts';

const log = createLog('silent');
/** Stands for the public internet: its address is excepted from the guard, every other address of this machine is not. */
const OUTSIDE = '127.0.0.2';
const TIMEOUT_MS = 3000;

let trap: ReturnType<typeof createTcp>;
let outside: ReturnType<typeof createServer>;
let resolver: Awaited<ReturnType<typeof startResolver>>;
let guarded: Outgoing;
let port: number;
/** Who came to an address of this machine that is not excepted. */
let caught: string[] = [];
/** Where sockets of this process set out for, whether anybody listens there or not. */
let attempts: string[] = [];
let location = '/';
let visits = 0;
const counts: Record<string, number> = {};
/** Connections to what is not public, made or begun. */
let reached = 0;

const onSocket = (message: unknown): void => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address: string, at: number) => void (at === port && attempts.push(address)));
};

beforeAll(async () => {
  outside = createServer((_request, reply) => {
    visits += 1;
    reply.writeHead(302, { location }).end();
  });
  // one listener on every address of this machine; who comes to the one that is excepted is served
  trap = createTcp((socket) => {
    if (socket.localAddress?.endsWith(OUTSIDE)) {
      outside.emit('connection', socket);
      return;
    }
    caught.push(`${socket.localAddress}`);
    socket.destroy();
  });
  await new Promise<void>((done, fail) => trap.once('error', fail).listen(0, done));
  ({ port } = trap.address() as AddressInfo);
  resolver = await startResolver();
  guarded = createOutgoing({ allow: [`${OUTSIDE}:${port}`], ports: [port], log, resolve: resolver.resolve });
  subscribe('net.client.socket', onSocket);
});
afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  await guarded.close();
  await resolver.close();
  trap.close();
});

const send = (url: string): Promise<OutgoingResult> => guarded.send({ method: 'GET', url, timeoutMs: TIMEOUT_MS });

/** Sends every vector; none may set out for anywhere. @returns what came of each that was not blocked */
async function fire(kind: string, urls: readonly string[]): Promise<[string, OutgoingResult][]> {
  [caught, attempts] = [[], []];
  const results: [string, OutgoingResult][] = [];
  for (const url of urls) results.push([url, await send(url)]);
  reached += caught.length + attempts.length;
  expect(caught).toEqual([]);
  expect(attempts).toEqual([]);
  counts[kind] = urls.length;
  return results.filter(([, result]) => result.kind !== 'blocked');
}

test('the trap catches, and the watch sees, what is let through', async () => {
  [caught, attempts] = [[], []];
  const open = createOutgoing({ allow: [`127.0.0.1:${port}`], log });
  await open.send({ method: 'GET', url: `http://127.1:${port}/`, timeoutMs: TIMEOUT_MS });
  await open.close();
  await expect.poll(() => caught.length).toBe(1);
  expect(attempts).toEqual(['127.0.0.1']);
});

test('every spelling of every address that is not public', async () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one));
  const hosts = [
    ...NOT_PUBLIC.flatMap(spellingsOf),
    ...own.filter(({ family }) => family === 'IPv4').flatMap(({ address }) => spellingsOf(address)),
    ...NOT_PUBLIC_V6.flatMap((address) => [`[${address}]`, `[${address.toUpperCase()}]`]),
    ...own.filter(({ family }) => family === 'IPv6').map(({ address }) => `[${address.replace(/%.*/, '')}]`),
  ];
  expect(
    await fire(
      'spellings',
      [...new Set(hosts)].map((host) => `http://${host}:${port}/`),
    ),
  ).toEqual([]);
  // what is typed into the back office is refused at once
  const typed = [...new Set(hosts)].filter((host) => judgeTarget(`https://${host}/`, []) === undefined);
  expect(typed).toEqual([]);
});

test('addresses in disguise', async () => {
  expect(await fire('disguises', DISGUISES(port))).toEqual([]);
});

test('names that lead to what is not public: by A, by AAAA, by CNAME, among good ones', async () => {
  const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
  const six = NOT_PUBLIC_V6.filter((address) => !/^(0:|0000)/.test(address));
  const answers: string[][] = [
    ...NOT_PUBLIC.map((address) => [address]),
    ...six.map((address) => [address]),
    ...NOT_PUBLIC.map((address) => [PUBLIC[0]!, address]),
    ...NOT_PUBLIC.map((address) => [address, PUBLIC[1]!]),
    ...six.map((address) => [...PUBLIC, address]),
    ...['127.0.0.1', '169.254.169.254', '10.0.0.1'].map((address) => ['inner.example', address]),
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
  ];
  const urls = answers.map((answer, i) => {
    resolver.say(`n${i}.example`, answer);
    return `http://n${i}.example:${port}/`;
  });
  expect(await fire('names', urls)).toEqual([]);
  expect(resolver.asked('n0.example')).toBe(1);
});

test('a name that is public when it is judged and loopback a moment later', async () => {
  [caught, attempts] = [[], []];
  visits = 0;
  const TURNS = 12;
  for (let i = 0; i < TURNS; i += 1) {
    const name = `rebound${i}.example`;
    resolver.say(name, [OUTSIDE], ['127.0.0.1'], [OUTSIDE, '127.0.0.1'], ['::1']);
    // the first goes where the judged answer leads, though the name says something else by then
    expect(await send(`http://${name}:${port}/`)).toMatchObject({ kind: 'answer', status: 302 });
    expect(resolver.asked(name)).toBe(1);
    for (let next = 0; next < 3; next += 1)
      expect(await send(`http://${name}:${port}/`)).toMatchObject({ kind: 'blocked', reason: 'address_not_allowed' });
  }
  reached += caught.length + attempts.filter((address) => address !== OUTSIDE).length;
  expect(visits).toBe(TURNS);
  expect(caught).toEqual([]);
  expect(new Set(attempts)).toEqual(new Set([OUTSIDE]));
  counts['rebinding'] = TURNS * 4;
});

test('redirects to what is not public', async () => {
  [caught, attempts] = [[], []];
  visits = 0;
  const targets = [
    ...['127.0.0.1', '169.254.169.254', '10.0.0.1'].flatMap(spellingsOf).map((host) => `http://${host}:${port}/`),
    `//127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://rebound0.example:${port}/`,
  ];
  for (const target of targets) {
    location = encodeURI(target);
    expect(await send(`http://${OUTSIDE}:${port}/`)).toMatchObject({ kind: 'answer', status: 302 });
  }
  reached += caught.length + attempts.filter((address) => address !== OUTSIDE).length;
  expect(visits).toBe(targets.length);
  expect(caught).toEqual([]);
  expect(new Set(attempts)).toEqual(new Set([OUTSIDE]));
  counts['redirects'] = targets.length;
});

/** As many as were promised. */
afterAll(() => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  printFigures('P10', { ...counts, vectors: total, connections: reached });
  expect(total).toBeGreaterThanOrEqual(400);
});
