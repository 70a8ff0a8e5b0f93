import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createOutgoing, judgeTarget } from './over-http.ts';
import type { Outgoing, OutgoingResult } from './outgoing.ts';

const log = createLog('silent');
const open: Outgoing[] = [];
let trap: TcpServer;
let trapPort: number;
let caught = 0;
let servers: Server[] = [];

beforeAll(async () => {
  trap = createTcp((socket) => {
    caught += 1;
    socket.destroy();
  });
  // every address of this machine, IPv6 where there is any
  await new Promise<void>((done, fail) => trap.once('error', fail).listen(0, done));
  trapPort = (trap.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => trap.close(done)));
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done).closeAllConnections());
  servers = [];
});

const client = (given: Partial<Parameters<typeof createOutgoing>[0]> = {}): Outgoing => {
  const made = createOutgoing({ allow: [], log, ...given });
  open.push(made);
  return made;
};

async function receiver(answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const own = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*/, '')}]` : address));

const SPELLINGS = [
  ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0x7f.0x0.0x0.0x1', '0177.0.0.1'],
  ['0177.1', '017700000001', '127.0.0.1.', '127.255.255.254', '0', '0.0.0.0', '0x0', '00000000'],
  ['１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1', '%31%32%37.0.0.1', '127.0.0.%31', '0x7F.00.00.01'],
  ['localhost', 'LOCALHOST', 'localhost.', 'loc%61lhost', 'ｌｏｃａｌｈｏｓｔ'],
  ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000:0000::0001]', '[::127.0.0.1]', '[::7f00:1]'],
  ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:0:127.0.0.1]', '[::FFFF:0:7F00:1]'],
  ['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[64:ff9b::a9fe:a9fe]'],
  ['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2002:a9fe:a9fe::]', '[2001:0:7f00:1::]', '[2001::1]'],
  ['[2a00::5efe:7f00:1]', '[2a00::200:5efe:7f00:1]', '[fe80::1]', '[fe80::5efe:127.0.0.1]'],
  ['[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[ff05::2]', '[100::1]', '[2001:db8::1]', '[3fff::1]'],
  ['[5f00::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[4000::1]', '[::ffff:169.254.169.254]'],
  [
    '10.0.0.1',
    '10.255.255.255',
    '0xa.0.0.1',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.257',
  ],
  ['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.170.2'],
  ['100.64.0.1', '100.127.255.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
  ['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1'],
  ['255.255.255.255', '0.1.2.3', '192.31.196.1', '192.175.48.1'],
  own,
].flat();

test(`${SPELLINGS.length} spellings of places that are not public reach nobody`, async () => {
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(60);
  const before = caught;
  const guarded = client({ ports: [trapPort] });
  const results = new Map<string, OutgoingResult>();
  for (const spelling of SPELLINGS)
    results.set(
      spelling,
      await guarded.send({ method: 'GET', url: `http://${spelling}:${trapPort}/`, timeoutMs: 3000 }),
    );
  expect([...results].filter(([, result]) => result.kind !== 'blocked')).toEqual([]);
  expect(caught).toBe(before);
});

test('the trap of these tests does catch what gets through', async () => {
  const before = caught;
  await client({ allow: [`127.0.0.1:${trapPort}`] }).send({ method: 'GET', url: `http://127.1:${trapPort}/` });
  expect(caught).toBe(before + 1);
});

test('a name that is excepted is looked up and reached', async () => {
  const before = caught;
  await client({ allow: [`localhost:${trapPort}`] }).send({ method: 'GET', url: `http://localhost:${trapPort}/` });
  expect(caught).toBe(before + 1);
});

test.each([
  ['another port', () => `http://127.0.0.1:${trapPort}/`, 'port_not_allowed'],
  ['port 0', () => 'http://example.com:0/', 'port_not_allowed'],
  ['a user', () => 'http://user@127.0.0.1/', 'userinfo_not_allowed'],
  ['a password that looks like a host', () => 'http://example.com:80@127.0.0.1/', 'userinfo_not_allowed'],
  ['a file', () => 'file:///etc/passwd', 'scheme_not_allowed'],
  ['gopher', () => 'gopher://127.0.0.1:80/_x', 'scheme_not_allowed'],
  ['data', () => 'data:text/plain,x', 'scheme_not_allowed'],
  ['no host', () => 'http://', 'bad_url'],
  ['words', () => 'not a url', 'bad_url'],
  ['a backslash before the host', () => `http:\\\\127.0.0.1\\`, 'address_not_allowed'],
  ['a tab inside the host', () => 'http://127.0.\t0.1/', 'address_not_allowed'],
])('%s is refused with a fixed word', async (_name, url, reason) => {
  const before = caught;
  expect(await client().send({ method: 'GET', url: url() })).toMatchObject({ kind: 'blocked', reason });
  expect(caught).toBe(before);
});

test('one bad address among good ones blocks the name, and the answer of the resolver is asked for once', async () => {
  const answers = [
    [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [{ address: '64:ff9b::7f00:1', family: 6 }],
  ];
  const before = caught;
  let asked = 0;
  const guarded = client({ ports: [trapPort], resolve: () => Promise.resolve(answers[asked++]!) });
  for (let i = 0; i < 3; i += 1) {
    expect(await guarded.send({ method: 'GET', url: `http://rebound.test:${trapPort}/` })).toMatchObject({
      kind: 'blocked',
      reason: 'address_not_allowed',
    });
  }
  expect(asked).toBe(3);
  expect(caught).toBe(before);
});

test('a name that answers differently the second time is connected to what was judged', async () => {
  const port = await receiver((_request, reply) => reply.end('judged'));
  let asked = 0;
  const guarded = client({
    allow: [`rebound.test:${port}`],
    resolve: () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
  });
  expect(await guarded.send({ method: 'GET', url: `http://rebound.test:${port}/` })).toMatchObject({ body: 'judged' });
  expect(asked).toBe(1);
});

test('a redirect is an answer, not an order', async () => {
  const before = caught;
  const port = await receiver((_request, reply) =>
    reply.writeHead(302, { location: `http://127.0.0.1:${trapPort}/` }).end(),
  );
  const result = await client({ allow: [`127.0.0.1:${port}`] }).send({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
  });
  expect(result).toMatchObject({ kind: 'answer', status: 302 });
  expect(caught).toBe(before);
});

test('a proxy in the environment is not used', async () => {
  const before = caught;
  const port = await receiver((_request, reply) => reply.end('direct'));
  const proxy = `http://127.0.0.1:${trapPort}`;
  Object.assign(process.env, { HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, NODE_USE_ENV_PROXY: '1' });
  try {
    const result = await client({ allow: [`127.0.0.1:${port}`] }).send({
      method: 'GET',
      url: `http://127.0.0.1:${port}/`,
    });
    expect(result).toMatchObject({ body: 'direct' });
  } finally {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) delete process.env[name];
  }
  expect(caught).toBe(before);
});

test('method, path, body and the given headers arrive; those that steer the connection are ours', async () => {
  const seen: Record<string, unknown>[] = [];
  const port = await receiver((request, reply) => {
    let body = '';
    request
      .on('data', (part) => (body += part))
      .on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body });
        reply.writeHead(201).end('ok');
      });
  });
  const result = await client({ allow: [`127.0.0.1:${port}`] }).send({
    method: 'POST',
    url: `http://127.0.0.1:${port}/a?b=%20c#hidden`,
    headers: {
      'X-Key': 'k',
      Host: 'other.example',
      'Content-Length': '1',
      'Accept-Encoding': 'gzip',
      'Proxy-Authorization': 'x',
    },
    body: '{"é":1}',
  });
  expect(result).toMatchObject({ kind: 'answer', status: 201, body: 'ok' });
  expect(seen).toMatchObject([{ method: 'POST', url: '/a?b=%20c', body: '{"é":1}' }]);
  const headers = seen[0]!['headers'] as Record<string, string>;
  expect(headers).toMatchObject({
    'x-key': 'k',
    host: `127.0.0.1:${port}`,
    'accept-encoding': 'identity',
    connection: 'close',
  });
  expect(headers['proxy-authorization']).toBeUndefined();
});

test('of a file its bytes are read, as many as were asked for and never more than 8 MiB', async () => {
  const port = await receiver((_request, reply) => {
    reply.writeHead(200, { etag: '"one"', 'last-modified': 'Tue, 10 Mar 2026 06:00:00 GMT' });
    const more = (): void => {
      while (!reply.destroyed && reply.write(Buffer.alloc(65_536, 0xff)));
    };
    reply.on('drain', more);
    more();
  });
  const { send } = client({ allow: [`127.0.0.1:${port}`] });
  for (const [asked, read] of [
    [100_000, 100_000],
    [64 * 1024 * 1024, 8 * 1024 * 1024],
  ] as const) {
    const result = await send({ method: 'GET', url: `http://127.0.0.1:${port}/`, fileBytes: asked });
    const file = result.kind === 'answer' ? result.file : undefined;
    expect([file?.bytes.length, file?.bytes[0], file?.isCut, file?.etag]).toEqual([read, 0xff, true, '"one"']);
  }
  const whole = await receiver((_request, reply) => reply.end('12345'));
  const exact = client({ allow: [`127.0.0.1:${whole}`] });
  expect(await exact.send({ method: 'GET', url: `http://127.0.0.1:${whole}/`, fileBytes: 5 })).toMatchObject({
    body: '',
    file: { isCut: false, bytes: Buffer.from('12345') },
  });
});

test('of an endless answer 64 KiB are read', async () => {
  const port = await receiver((_request, reply) => {
    const more = () => {
      while (!reply.destroyed && reply.write('x'.repeat(16_384)));
      if (!reply.destroyed) reply.once('drain', more);
    };
    more();
  });
  const result = await client({ allow: [`127.0.0.1:${port}`] }).send({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
  });
  expect(result).toMatchObject({ kind: 'answer', status: 200 });
  expect((result as { body: string }).body).toHaveLength(65_536);
});

test('silence, a dead port, an unknown name, rubbish and a bad header fail without ending the process', async () => {
  const silent = await receiver(() => undefined);
  const rubbish = createTcp((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end('no http at all\r\n\r\n'),
  );
  await new Promise<void>((done) => rubbish.listen(0, '127.0.0.1', done));
  const rubbishPort = (rubbish.address() as AddressInfo).port;
  const guarded = client({ allow: ['127.0.0.1', `127.0.0.1:${silent}`, '127.0.0.1:1', `127.0.0.1:${rubbishPort}`] });
  const send = (url: string, headers = {}, timeoutMs = 20_000) =>
    guarded.send({ method: 'GET', url, headers, timeoutMs });
  expect(await send(`http://127.0.0.1:${silent}/`, {}, 300)).toMatchObject({ kind: 'failed', reason: 'timeout' });
  expect(await send('http://127.0.0.1:1/')).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
  expect(await send(`http://127.0.0.1:${rubbishPort}/`)).toMatchObject({ kind: 'failed', reason: 'no_answer' });
  expect(await send(`https://127.0.0.1:${rubbishPort}/`)).toMatchObject({ kind: 'failed', reason: 'tls_failed' });
  expect(await send(`http://127.0.0.1:${silent}/`, { 'x-a': 'b\r\nc: d' })).toMatchObject({ kind: 'failed' });
  const nameless = client({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  expect(await nameless.send({ method: 'GET', url: 'https://gone.example/' })).toMatchObject({
    reason: 'name_not_found',
  });
  await new Promise((done) => rubbish.close(done));
});

test('an endpoint has one turn until it answers, then four, and one again after it failed', async () => {
  let active = 0;
  let most = 0;
  const held: (() => void)[] = [];
  const port = await receiver((_request, reply) => {
    most = Math.max(most, (active += 1));
    held.push(() => {
      active -= 1;
      reply.end();
    });
  });
  const arrived = async (count: number) => {
    while (held.length < count) await new Promise((done) => setTimeout(done, 5));
  };
  const guarded = client({ allow: [`127.0.0.1:${port}`] });
  const sent = Array.from({ length: 12 }, () => guarded.send({ method: 'GET', url: `http://127.0.0.1:${port}/` }));
  await arrived(1);
  expect(held).toHaveLength(1);
  held.shift()!();
  await arrived(4);
  for (let left = 11; left > 0; left -= 1) {
    await arrived(1);
    held.shift()!();
  }
  expect((await Promise.all(sent)).every((result) => result.kind === 'answer')).toBe(true);
  expect(most).toBe(4);
});

test('closing waits for what is under way and lets nothing else out', async () => {
  const port = await receiver((_request, reply) => void setTimeout(() => reply.end('late'), 50));
  const guarded = createOutgoing({ allow: [`127.0.0.1:${port}`], log });
  const url = `http://127.0.0.1:${port}/`;
  const [first, second] = [guarded.send({ method: 'GET', url }), guarded.send({ method: 'GET', url })];
  await guarded.close();
  expect(await first).toMatchObject({ kind: 'answer', body: 'late' });
  expect(await second).toMatchObject({ kind: 'failed', reason: 'closing' });
  expect(await guarded.send({ method: 'GET', url })).toMatchObject({ kind: 'failed', reason: 'closing' });
});

test.each([
  ['https://track.example/pb?c={click_id}', [], undefined],
  ['http://track.example/pb', [], 'must be https'],
  ['http://track.example/pb', ['track.example'], undefined],
  ['http://127.0.0.1:9000/pb', ['127.0.0.1:9000'], undefined],
  ['https://10.1.2.3/', [], 'must be on the public internet, not a private or local address'],
  ['https://10.1.2.3/', ['10.0.0.0/8'], undefined],
  ['https://[::1]/', [], 'must be on the public internet, not a private or local address'],
  ['https://[3fff:fff::1]/', [], 'must be on the public internet, not a private or local address'],
  ['https://[3fff:1000::1]/', [], undefined],
  ['https://app.localhost/', [], 'must be on the public internet, not a private or local address'],
  ['https://user:pass@track.example/', [], 'must not hold a user name or a password before the host'],
  ['https://track.example:8443/', [], 'must use port 443'],
  ['https://track.example:8443/', ['track.example:8443'], undefined],
  ['ftp://track.example/', [], 'must be an https address'],
])('%s with the allow list %j: %s', (url, allow, said) => {
  expect(judgeTarget(url, allow)).toBe(said);
});

test.each(['10.0.0.0/99', 'a b', 'host:99999', 'host:0', ''])(
  'the entry "%s" of the allow list is refused',
  (entry) => {
    expect(() => createOutgoing({ allow: [entry], log })).toThrow(/OUTGOING_ALLOW/);
  },
);
