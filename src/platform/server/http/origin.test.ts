import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp, createRoute } from './http.ts';
import { createLog } from '../log.ts';
import { isPlainHost, originOf } from './origin.ts';

type Server = { port: number; close: () => Promise<unknown> };

const serve = async (trustProxy: string[]): Promise<Server> => {
  const app = createHttp({ log: createLog('silent'), trustProxy });
  createRoute(app, () => Promise.resolve(undefined)).get(
    '/origin',
    { access: 'public', summary: 'Origin' },
    ({ request }) => originOf(undefined, request),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as { port: number }).port, close: () => app.close() };
};

let open: Server;
let proxied: Server;
beforeAll(async () => {
  open = await serve([]);
  proxied = await serve(['127.0.0.1']);
});
afterAll(async () => {
  await open.close();
  await proxied.close();
});

/** @returns status and body of what is answered to these lines */
async function ask({ port }: Server, lines: readonly string[], version = '1.1'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => void parts.push(part));
  socket.write(
    Buffer.from([`GET /origin HTTP/${version}`, ...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1'),
  );
  await once(socket, 'close');
  const text = Buffer.concat(parts).toString('latin1');
  return `${text.slice(9, 12)} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`;
}

test.each([
  ['guides.example', true],
  ['Guides.Example.', true],
  ['guides.example:8080', true],
  ['localhost', true],
  ['my_host-1', true],
  ['xn--bcher-kva.example', true],
  ['192.0.2.7', true],
  ['192.0.2.7:3000', true],
  ['[2001:db8::1]', true],
  ['[::1]:443', true],
  ['[::ffff:192.0.2.7]', true],
  ['', false],
  ['guides.example@evil.example', false],
  ['evil.example/..', false],
  ['evil.example?x', false],
  ['evil.example#', false],
  ['evil.example\\x', false],
  ['evil .example', false],
  ['"evil"', false],
  ["evil'onload=x", false],
  ['<script>', false],
  ['evil..example', false],
  ['.example', false],
  ['evil.example:', false],
  ['evil.example:0', false],
  ['evil.example:65536', false],
  ['evil.example:80:80', false],
  ['[::1]:0', false],
  ['[::1]:65536', false],
  ['256.1.1.1', false],
  ['1.2.3', false],
  ['1', false],
  ['2001:db8::1', false],
  ['[2001:db8::1', false],
  ['[fe80::1%25eth0]', false],
  ['[g::1]', false],
  ['b\u00fccher.example', false],
  ['a,b', false],
  ['x'.repeat(300), false],
])('%s as a host: %s', (host, isPlain) => {
  expect(isPlainHost(host)).toBe(isPlain);
});

test.each([
  ['a plain host', ['Host: guides.example:81'], '200 http://guides.example:81'],
  ['two hosts', ['Host: guides.example', 'Host: evil.example'], '400'],
  ['two of the same', ['Host: guides.example', 'host: guides.example'], '400'],
  ['a login before it', ['Host: guides.example@evil.example'], '400'],
  ['a path behind it', ['Host: evil.example/..'], '400'],
  ['nothing in it', ['Host:'], '400'],
  ['a list', ['Host: a.example, b.example'], '400'],
  ['beside another header of four letters', ['From: a@b.example', 'Host: a.example'], '200 http://a.example'],
  ['a forwarded one that nobody trusts', ['Host: a.example', 'X-Forwarded-Host: <b>'], '200 http://a.example'],
])('a request whose Host is %s', async (_what, lines, wanted) => {
  expect((await ask(open, lines)).slice(0, wanted.length)).toBe(wanted);
});

test('a balancer asks without a Host by HTTP/1.0, and is told the address that it asked', async () => {
  expect(await ask(open, [], '1.0')).toBe(`200 http://127.0.0.1:${open.port}`);
  expect(await ask(proxied, [], '1.0')).toBe(`200 http://127.0.0.1:${proxied.port}`);
  expect((await ask(open, ['Host: <b>'], '1.0')).slice(0, 3)).toBe('400');
});

test.each([
  ['a plain one', ['X-Forwarded-Host: guides.example', 'X-Forwarded-Proto: https'], '200 https://guides.example'],
  ['the last of several', ['X-Forwarded-Host: evil.example, guides.example'], '200 http://guides.example'],
  ['one that is none', ['X-Forwarded-Host: guides.example@evil.example'], '400'],
  ['one with a path', ['X-Forwarded-Host: guides.example/x'], '400'],
  ['one of markup', ['X-Forwarded-Host: "><script>'], '400'],
  ['a scheme that is none', ['X-Forwarded-Proto: javascript'], '200 http://here.example'],
])('a trusted proxy forwards %s', async (_what, lines, wanted) => {
  expect((await ask(proxied, ['Host: here.example', ...lines])).slice(0, wanted.length)).toBe(wanted);
});
