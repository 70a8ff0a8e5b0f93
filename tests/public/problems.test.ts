import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

/** As Chromium, Firefox and Safari ask for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const PROGRAM = 'application/json';
/** Stands in what is asked; no page may say it again without care. */
const MARK = '"><script>reflected</script>';

let t: WholeApp;
let itemId = 0;

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    const guide = await buildGuide(deps);
    itemId = (await buildItem(deps, guide.id, { offer_id: (await buildOffer(deps)).id })).id;
  });
});
afterAll(() => t.close());

type Heard = { status: number; headers: Map<string, string>; body: string; times: number };

/** Writes bytes on a bare connection, in as many pieces as there are. @returns what came back when the connection was closed */
async function speak(...pieces: string[]): Promise<Heard> {
  const socket = connect(Number(new URL(t.url).port), '127.0.0.1');
  const isClosed = once(socket, 'close');
  await once(socket, 'connect');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => void parts.push(part));
  // who writes on after the answer may be cut off; what counts is what was heard until then
  socket.on('error', () => undefined);
  for (const [index, piece] of pieces.entries()) {
    // a pause, so that each is a packet of its own
    if (index > 0) await sleep(30);
    socket.write(piece, 'latin1');
  }
  await isClosed;
  const text = Buffer.concat(parts).toString('utf8');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) \w/.exec(first)?.[1]),
    headers: new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: rest.join('\r\n\r\n'),
    times: text.match(/HTTP\/1\.1 \d/g)?.length ?? 0,
  };
}

type Ask = { method?: string; path: string; more?: string[]; body?: string; host?: string; version?: string };

const headOf =
  ({ method = 'GET', path, more = [], body, host = 'Host: guides.example', version = '1.1' }: Ask) =>
  (accept: string | undefined): string =>
    [
      `${method} ${path} HTTP/${version}`,
      ...(host ? [host] : []),
      ...(accept === undefined ? [] : [`Accept: ${accept}`]),
      'Connection: close',
      ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
      ...more,
      '',
      body ?? '',
    ].join('\r\n');

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const form = (body: string, path = '/contact'): Ask => ({ method: 'POST', path, more: [FORM], body });
const fails = (what: 'about' | 'terms', error: Error) => () =>
  void vi.spyOn(t.parts.pages, what).mockRejectedValue(error);

/** Every way in which the server can refuse what a browser sends: what is sent, and the status. `before` makes it fail. */
const WAYS: [name: string, status: number, ask: () => Ask, before?: () => void][] = [
  ['half an escape', 400, () => ({ path: '/%' })],
  ['an escape that is cut off', 400, () => ({ path: '/%E0%A4%A' })],
  ['bytes that are no UTF-8', 400, () => ({ path: '/listicles/%c0%af' })],
  ['NUL', 404, () => ({ path: '/%00' })],
  ['NUL in a name', 404, () => ({ path: '/listicles/%00' })],
  ['a name of 3000 letters', 414, () => ({ path: `/listicles/${'a'.repeat(3000)}` })],
  ['a guide that is not there', 404, () => ({ path: '/listicles/999999' })],
  ['a guide that none can be', 404, () => ({ path: '/listicles/0' })],
  ['a review that is not there', 404, () => ({ path: '/offer-reviews/none' })],
  ['an author who is not there', 404, () => ({ path: '/authors/none' })],
  ['a slug of 3000 letters', 414, () => ({ path: `/go/${'a'.repeat(3000)}` })],
  ['an address of 40,000 letters', 414, () => ({ path: `/${'a'.repeat(40_000)}` })],
  ['a query of 40,000 letters', 414, () => ({ path: `/?q=${'a'.repeat(40_000)}` })],
  ['nothing there', 404, () => ({ path: '/nowhere' })],
  ['nothing there, with markup', 404, () => ({ path: `/${encodeURIComponent(MARK)}?q=${encodeURIComponent(MARK)}` })],
  ['a bare space in the address', 400, () => ({ path: '/a b' })],
  ['a script that is gone', 404, () => ({ path: '/assets/old-1234.js' })],
  ['a way up among the scripts', 404, () => ({ path: '/assets/..%2f..%2fmanifest.json' })],
  ['a picture that is not there', 404, () => ({ path: '/media/none.webp' })],
  ['a social picture that is not there', 404, () => ({ path: '/og/guides/99999.png' })],
  ['a link that is not there', 404, () => ({ path: '/go/none' })],
  ['a product that is not there', 404, () => ({ path: '/out/99999' })],
  ['a slug that is too long for one', 400, () => ({ path: `/go/${'a'.repeat(300)}` })],
  ['a preview without its word', 404, () => ({ path: '/preview/guides/1' })],
  ['a form to a page', 405, () => form('a=b', '/about')],
  ['a form to the back office', 405, () => form('a=b', '/admin/offers')],
  ['a form to a link', 405, () => form('a=b', '/go/none')],
  ['a form to nowhere', 404, () => form('a=b', '/nowhere')],
  ['a deletion', 405, () => ({ method: 'DELETE', path: '/about' })],
  ['a trace', 405, () => ({ method: 'TRACE', path: '/' })],
  ['a method of others', 405, () => ({ method: 'PROPFIND', path: '/' })],
  ['a method that nobody has', 400, () => ({ method: 'NOSUCH', path: '/' })],
  ['a form that lacks all', 400, () => form('')],
  ['a form with half a word', 400, () => form(`name=%&email=%E0%A4%A&message=${encodeURIComponent(MARK)}`)],
  ['a form that is too large', 413, () => form(`message=${'a'.repeat(70_000)}`)],
  ['a choice that is too large', 413, () => form(`choice=${'a'.repeat(2000)}`, '/privacy')],
  ['a choice that is none', 400, () => form('choice=perhaps', '/privacy')],
  ['a form of another kind', 415, () => ({ ...form('<a/>'), more: ['Content-Type: text/xml'] })],
  ['a form that says JSON', 400, () => ({ ...form('{"name":'), more: ['Content-Type: application/json'] })],
  ['a form with files', 415, () => ({ ...form('--x'), more: ['Content-Type: multipart/form-data; boundary=x'] })],
  ['a form of no kind', 415, () => ({ ...form('a=b'), more: [] })],
  ['a cookie of 40,000 letters', 431, () => ({ path: '/', more: [`Cookie: a=${'b'.repeat(40_000)}`] })],
  ['a header without a name', 400, () => ({ path: '/', more: ['x y'] })],
  ['two lengths', 400, () => ({ ...form('a=b'), more: [FORM, 'Content-Length: 1'] })],
  ['a wish that we do not meet', 417, () => ({ path: '/', more: ['Expect: the-unexpected'] })],
  ['no host', 400, () => ({ path: '/', host: '' })],
  ['a host with a path', 400, () => ({ path: '/', host: 'Host: guides.example/x' })],
  ['two hosts', 400, () => ({ path: '/', more: ['Host: other.example'] })],
  ['a version of the future', 400, () => ({ path: '/', version: '9.9' })],
  ['a fault of ours', 500, () => ({ path: '/terms' }), () => fails('terms', new Error('broken'))()],
  [
    'a database that is away',
    503,
    () => ({ path: '/about' }),
    () => fails('about', new AppError('unavailable', 'No.', { details: { retry_after_s: 5 } }))(),
  ],
  [
    'a way out that fails on the short way',
    500,
    () => ({ path: `/out/${itemId}` }),
    () => void vi.spyOn(t.parts.redirects, 'outItem').mockRejectedValue(new Error('broken')),
  ],
  [
    'a way out that fails on the long way',
    500,
    () => ({ method: 'HEAD', path: `/out/${itemId}` }),
    () => void vi.spyOn(t.parts.redirects, 'outItem').mockRejectedValue(new Error('broken')),
  ],
];

test.each(WAYS)('%s is told by a page', async (_name, status, ask, before) => {
  before?.();
  const asked = ask();
  const heard = await speak(headOf(asked)(BROWSER));
  const said = Object.fromEntries(heard.headers);
  expect({ status: heard.status, times: heard.times }).toEqual({ status, times: 1 });
  expect(said).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.any(String),
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  });
  if (asked.method === 'HEAD') {
    expect(Number(said['content-length'])).toBeGreaterThan(2000);
    return expect(heard.body).toBe('');
  }
  expect(heard.body).toMatch(/^<!doctype html>/);
  expect(Buffer.byteLength(heard.body)).toBe(Number(said['content-length']));
  expect(heard.body).toContain('<h1');
  expect(heard.body).toContain('href="/contact"');
  expect(heard.body).not.toContain('<script>reflected');
  if (status === 503) expect(said['retry-after']).toBe('5');
  if (status === 405) expect(said['allow']).toBeTruthy();
  if (status >= 500) expect(t.logged()).not.toBe('');
});

test.each(WAYS.filter(([, , ask]) => ask().path !== '/contact' && ask().path !== '/privacy'))(
  '%s is told to a program in the body of every error',
  async (_name, status, ask, before) => {
    before?.();
    const asked = ask();
    if (asked.method === 'HEAD') return;
    const heard = await speak(headOf(asked)(PROGRAM));
    expect(heard.status).toBe(status);
    expect(heard.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(heard.headers.get('cache-control')).toBe('no-store');
    expect(heard.headers.get('x-frame-options')).toBe('DENY');
    expect(JSON.parse(heard.body)).toMatchObject({ message: /\w/, error: /^\w+$/, request_id: /^\w{16}$/ });
  },
);

test.each([
  ['an address that is cut off', 400, { path: '/api/%E0%A4%A' }],
  ['nothing there', 404, { path: '/api/nothing' }],
  ['no one who is known', 401, { path: '/api/admin/offers' }],
  ['a method that it has not', 405, { method: 'DELETE', path: '/api/listicles' }],
  ['a postback of nobody', 401, { path: '/postback/none?click_id=a' }],
  ['a postback that is too long', 400, { path: `/postback/${'a'.repeat(3000)}` }],
  ['a postback with a header too long', 431, { path: '/postback/none', more: [`x: ${'b'.repeat(40_000)}`] }],
  [
    'a postback with a length that is none',
    400,
    { method: 'POST', path: '/postback/none', more: ['content-length: x'] },
  ],
  ['numbers without their word', 401, { path: '/metrics' }],
] as [string, number, Ask][])(
  'a machine hears no page, whatever it says that it takes: %s',
  async (_name, status, ask) => {
    const heard = await speak(headOf(ask)(BROWSER));
    expect(heard.status).toBe(status);
    expect(heard.headers.get('content-type')).not.toContain('html');
    expect(heard.body).not.toContain('<html');
  },
);

test('a browser that sends its cookies in many packets reads the whole page before the connection ends', async () => {
  const [begin, ...rest] = headOf({ path: '/', more: [`Cookie: a=${'b'.repeat(60_000)}`] })(BROWSER).match(
    /[^]{1,9000}/g,
  )!;
  const heard = await speak(begin!, ...rest);
  expect(heard.status).toBe(431);
  expect(heard.times).toBe(1);
  expect(heard.body).toMatch(/^<!doctype html>[^]*old cookies[^]*<\/html>$/);
});

test('a HEAD with too many cookies gets the head alone', async () => {
  const heard = await speak(headOf({ method: 'HEAD', path: '/', more: [`Cookie: a=${'b'.repeat(40_000)}`] })(BROWSER));
  expect(heard.status).toBe(431);
  expect(heard.body).toBe('');
});

test('a form that is far too large is read to its end, so that its sender reads why', async () => {
  const heard = await speak(headOf(form(`message=${'a'.repeat(3_000_000)}`))(BROWSER));
  expect(heard.status).toBe(413);
  expect(heard.body).toMatch(/That is too large[^]*<\/html>$/);
});

test('many searches are stopped by a page', async () => {
  vi.spyOn(t.parts.pages, 'search').mockResolvedValue(t.parts.pages.problemNow(404));
  const ask = () => t.send('GET', '/search?q=a', { headers: { accept: BROWSER } });
  const heard = await Promise.all(Array.from({ length: 250 }, ask));
  const stopped = heard.find(({ status }) => status === 429)!;
  expect(stopped.body).toContain('One moment, please');
  expect(stopped.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
});

test('who says nothing of what it takes, or takes anything, gets pages as browsers do', async () => {
  for (const path of ['/listicles/999999', '/nowhere', '/%E0%A4%A'])
    for (const accept of [undefined, '*/*'])
      expect((await speak(headOf({ path })(accept))).headers.get('content-type')).toContain('text/html');
});

test('a picture or a script that a page lacks is no page', async () => {
  const heard = await speak(headOf({ path: '/media/none.webp' })('image/avif,image/webp,*/*;q=0.8'));
  expect(heard.headers.get('content-type')).toContain('json');
});
