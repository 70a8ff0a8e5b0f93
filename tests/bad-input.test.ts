import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { buildGuide, buildItem } from '../src/features/guides/server/testing.ts';
import { buildDestination, buildLink } from '../src/features/links/server/testing.ts';
import { buildNetwork } from '../src/features/networks/server/testing.ts';
import { buildOffer } from '../src/features/offers/server/testing.ts';
import { buildReview } from '../src/features/reviews/server/testing.ts';
import { buildSource } from '../src/features/sources/server/testing.ts';
import { sampleSize } from './support/figures.ts';
import { leastBody, wholeApp, type Answer, type AppRoute, type Sent, type WholeApp } from './support/whole-app.ts';

let t: WholeApp;
let postbackPath: string;
let itemId: number;
let reviewSlug: string;

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    postbackPath = new URL((await buildNetwork(deps)).postback_url).pathname;
    const offer = await buildOffer(deps, {
      url: 'https://merchant.example/p/{utm_term}/{sub1:raw}?k={utm_content:raw}&e={external_id}#{utm_campaign:raw}',
    });
    const guide = await buildGuide(deps);
    itemId = (await buildItem(deps, guide.id, { offer_id: offer.id })).id;
    reviewSlug = (await buildReview(deps, { offer_id: offer.id })).slug;
    const source = await buildSource(deps, { click_id_param: 'sid' });
    const open = { traffic_source_id: source.id, forward_params: 'all' } as const;
    await buildDestination(deps, (await buildLink(deps, { ...open, slug: 'to-offer' })).id, {
      type: 'offer',
      target_id: offer.id,
    });
    await buildDestination(deps, (await buildLink(deps, { ...open, slug: 'to-guide' })).id, {
      type: 'listicle',
      target_id: guide.id,
    });
    await buildDestination(deps, (await buildLink(deps, { ...open, slug: 'to-url' })).id, {
      type: 'url',
      url: 'https://merchant.example/{utm_source:raw}/{sub2}?a={utm_medium:raw}#{sub3:raw}',
    });
    await buildLink(deps, { ...open, slug: 'to-fallback', fallback_url: 'https://merchant.example/gone?a=1' });
  });
});
afterAll(() => t.close());

/** What the program said when it had reason to. */
let known = '';
/** Answered by a machine that had no time: these may be said. */
const late = new Set<string>();
/** Nothing of all this is an error of ours. */
afterEach(() => {
  const said = t.logged().slice(known.length);
  // each test answers for itself
  known = t.logged();
  expect(said.split('\n').filter((line) => line !== '' && ![...late].some((id) => line.includes(id)))).toEqual([]);
});

const json = (body: unknown): Sent => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const asAdmin = (sent: Sent = {}): Sent => ({
  ...sent,
  headers: { ...sent.headers, authorization: `Bearer ${t.token}` },
});

/** One thing to send, and what may come of it. */
type Case = {
  name: string;
  method: string;
  path: string;
  sent: Sent;
  /** The field that the answer must name. */
  field?: string | undefined;
  statuses: readonly number[];
};

const REFUSED = [400, 404, 409, 410, 413, 414, 415, 422];
/** What only the inside of the program knows. */
const INSIDE =
  /node_modules|\.ts:\d|\.js:\d|\bat [\w.<>]+ \(|\bselect\b.+\bfrom\b|insert into|violates|relation "|ECONN|kysely|TypeError|RangeError|zod/i;
const MAX_ANSWER = 16_384;

/** Why an answer is not one that a caller can use; undefined when it is. */
function objection(answer: Answer, { statuses, field }: Case): string | undefined {
  const { status, body } = answer;
  if (!statuses.includes(status)) return `answers ${status}: ${body.slice(0, 200)}`;
  if (status < 400) return undefined;
  if (INSIDE.test(body)) return `tells of the inside: ${body.slice(0, 300)}`;
  if (body.length > MAX_ANSWER && !body.startsWith('<!')) return `answers ${body.length} characters`;
  if (body === '' || !String(answer.headers['content-type']).startsWith('application/json')) return undefined;
  const told = JSON.parse(body) as Record<string, unknown>;
  const extra = Object.keys(told).filter((key) => !/^(message|error|errors|details|request_id)$/.test(key));
  if (extra.length > 0) return `says ${extra.join(', ')}`;
  for (const key of ['message', 'error', 'request_id'])
    if (typeof told[key] !== 'string' || told[key] === '') return `has no ${key}: ${body.slice(0, 200)}`;
  const named = Object.keys((told['errors'] as object | undefined) ?? {});
  if (field !== undefined && !named.some((key) => key === field || key.startsWith(`${field}.`)))
    return `names ${named.join(', ') || 'nothing'} instead of ${field}: ${body.slice(0, 200)}`;
  return undefined;
}

function isLate({ status, body }: Answer): boolean {
  if (status !== 503 || !body.includes('"The report took too long."')) return false;
  late.add((JSON.parse(body) as { request_id: string }).request_id);
  return true;
}

/** Sends all of them. @returns what was wrong, one line each, the first 20 of them */
async function wrong(cases: Case[]): Promise<string[]> {
  const found: string[] = [];
  const queue = [...cases];
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      let answer = await t.send(one.method, one.path, one.sent);
      // reports wait for each other, and say so where the machine is too slow for six at once
      for (let tries = 0; tries < 5 && isLate(answer); tries += 1)
        answer = await t.send(one.method, one.path, one.sent);
      const said = objection(answer, one);
      if (said !== undefined) found.push(`${one.method} ${one.path.slice(0, 120)} with ${one.name} ${said}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return found.slice(0, 20);
}

/** The rows when nothing more was on its way. */
let quiet: string | undefined;

/** Sends all of them and holds that nothing was wrong and no row changed. @param but tables that may */
async function refuseAll(what: string, cases: Case[], but: readonly string[] = []): Promise<void> {
  const rows = async () =>
    Object.entries(await t.fingerprint()).filter(([name]) => !but.includes(name.replace('public.', '')));
  let before = await rows();
  // when a network spoke last is noted up to a second later
  while (JSON.stringify(before) !== quiet) {
    quiet = JSON.stringify(before);
    await sleep(1100);
    before = await rows();
  }
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  expect(await wrong(cases)).toEqual([]);
  delay.disable();
  expect(await rows()).toEqual(before);
  process.stdout.write(`${what}: ${cases.length}, longest stall ${Math.round(delay.max / 1e6)} ms\n`);
}

/** Values of which every field refuses most. */
const VALUES: Record<string, unknown> = {
  'an object': {},
  'an object with keys': { a: 1, constructor: { name: 'x' } },
  'a list': [],
  'a list in a list': [[[]]],
  'a list of null': [null],
  'a list of objects': [{}],
  'a list of numbers': [1, -1, 1.5],
  'a list of one long text': ['x'.repeat(70_000)],
  'a long list': Array.from({ length: 20_000 }, () => 1),
  null: null,
  true: true,
  'a fraction': 1.5,
  'a negative number': -1,
  'a huge number': 1e308,
  'a number beyond the exact ones': 2 ** 53,
  'a number beyond an id': 2 ** 31,
  'no text': '',
  'blank text': ' \t\n ',
  'the text NaN': 'NaN',
  'the text null': 'null',
  'the name of a prototype': '__proto__',
  'a text with NUL': 'a\0b',
  'a text with half a character': 'a\ud800b',
  'a long text': 'x'.repeat(300_000),
  SQL: `'; drop table users; --`,
  'an address that runs': 'javascript:alert(1)',
  'a template': '${7*7}{{7*7}}<%= 7 %>',
};

/** Every field meets one in so many of the values, and every value one in so many of the fields: fields alike have neighbours that meet the rest. */
const ONE_IN = sampleSize('BAD_INPUT_ONE_IN', 40, 6);
const share = <T>(values: readonly T[], nth: number): T[] => values.filter((_, index) => (index + nth) % ONE_IN === 0);

/** What is longer never comes as far as the fields of a login. */
const LITTLE_BYTES = 15_000;
const TAKES_LITTLE = /^\/api\/auth\/(login|forgot|password-link)$/;

/** Whole bodies that no route takes. */
const BODIES: Record<string, string> = {
  'an open brace': '{',
  'a value that is missing': '{"name":}',
  'single quotes': `{'name':'x'}`,
  'a trailing comma': '{"name":"x",}',
  'a comment': '{/* x */"name":"x"}',
  'half a list': '[1,',
  'half a word': 'nul',
  'NaN bare': '{"name":NaN}',
  'a list': '[]',
  'a list of objects': '[{"name":"x"}]',
  'a text': '"text"',
  'a number': '1',
  true: 'true',
  'a prototype': '{"__proto__":{"is_admin":true}}',
  'a prototype, escaped': '{"\\u005f_proto__":{"is_admin":true}}',
  'a prototype by its constructor': '{"constructor":{"prototype":{"is_admin":true}}}',
  'a key that every object has': '{"constructor":1}',
  'keys that every object has': '{"toString":1,"valueOf":1,"hasOwnProperty":1,"isPrototypeOf":1}',
  'a key that nobody knows': '{"nobody_knows":1}',
  'a key without a name': '{"":1}',
  'a key of 10,000 characters': JSON.stringify({ ['k'.repeat(10_000)]: 1 }),
  'many keys': JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]))),
  'a key with NUL': '{"a\\u0000b":1}',
  'a deep list': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'a deep object': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'what only the program sets': '{"id":7,"created_at":"2020-01-01","is_sample":true,"deleted_at":null,"role":"admin"}',
};

const TYPES: Record<string, string> = {
  text: 'text/plain',
  XML: 'application/xml',
  'a form': 'application/x-www-form-urlencoded',
  'a form of parts': 'multipart/form-data; boundary=x',
  'bytes of nobody': 'application/octet-stream',
  'a type that is none': 'json',
};

type Part = 'body' | 'querystring' | 'params';
const schemaOf = (route: AppRoute, part: Part) => route.schema[part] as z.ZodObject | undefined;
const fieldsOf = (schema: z.ZodObject | undefined): [string, z.ZodType][] =>
  Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>);

const pathOf = (route: AppRoute): string =>
  route.path.replace(':slug', reviewSlug).replaceAll(/:\w+/g, '1').replace('*', 'x');
const withBody = (): AppRoute[] => t.routes.filter((route) => schemaOf(route, 'body') !== undefined);

/** Texts that PostgreSQL or the JSON of an answer cannot hold are refused whatever the field says. */
const isUnfit = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());

test('the least body that the tests build is one that each route takes', () => {
  const short = withBody().filter((route) => {
    const schema = schemaOf(route, 'body')!;
    return !schema.safeParse(leastBody(schema)).success;
  });
  expect(short.map((route) => `${route.method} ${route.path}`)).toEqual([]);
  expect(withBody().length).toBeGreaterThan(20);
});

/** Files come as text within the body, and so do the many findings of one. */
const TAKES_FILES = /\/(import|reconcile|accept|exchange-rates)$/;

test('a body that is none, or of another kind, is refused', async () => {
  const cases = withBody().flatMap((route, nth) => {
    const schema = schemaOf(route, 'body')!;
    const base = { method: route.method, path: pathOf(route), statuses: REFUSED };
    const least = JSON.stringify(leastBody(schema));
    const isNeeded = !schema.safeParse({}).success;
    const all: Case[] = [
      ...Object.entries(BODIES).map(([name, body]) => ({ ...base, name, sent: asAdmin(json(body)) })),
      ...Object.entries(TYPES).map(([name, type]) => ({
        ...base,
        name,
        sent: asAdmin({ headers: { 'content-type': type }, body: least }),
      })),
      { ...base, name: 'no type', sent: asAdmin({ body: least }) },
      {
        ...base,
        name: 'more than it takes',
        statuses: [413],
        sent: asAdmin(json(`{"name":"${'x'.repeat(TAKES_FILES.test(route.path) ? 10_485_760 : 1_048_576)}"}`)),
      },
      { ...base, name: 'bytes that are no text', sent: asAdmin({ ...json(''), body: Buffer.from('ff7b22fe', 'hex') }) },
      ...(isNeeded
        ? [
            { ...base, name: 'nothing', sent: asAdmin() },
            { ...base, name: 'nothing that says it is JSON', sent: asAdmin(json('')) },
            { ...base, name: 'null', sent: asAdmin(json('null')) },
          ]
        : []),
    ];
    return share(all, nth);
  });
  await refuseAll('bodies', cases, ['login_failures']);
});

test('a body with one bad field is refused by the name of the field', async () => {
  let nth = 0;
  const cases = withBody().flatMap((route) => {
    const schema = schemaOf(route, 'body')!;
    const least = leastBody(schema);
    return fieldsOf(schema).flatMap(([key, field]) =>
      share(Object.entries(VALUES), nth++)
        .filter(([, value]) => isUnfit(value) || !field.safeParse(value).success)
        .filter(([, value]) => !TAKES_LITTLE.test(route.path) || JSON.stringify(value).length < LITTLE_BYTES)
        .map(([name, value]): Case => ({
          name: `${name} as ${key}`,
          method: route.method,
          path: pathOf(route),
          sent: asAdmin(json({ ...least, [key]: value })),
          field: key,
          statuses: [400],
        })),
    );
  });
  expect(cases.length).toBeGreaterThan(12_000 / ONE_IN);
  await refuseAll('bad fields', cases, ['login_failures']);
});

test('a key that nobody knows is refused beside good ones, whatever its name', async () => {
  const names = ['nobody_knows', 'constructor', 'toString', 'prototype', 'id', 'created_at', 'deleted_at', 'is_sample'];
  const cases = withBody().flatMap((route) => {
    const schema = schemaOf(route, 'body')!;
    return names
      .filter((name) => !Object.hasOwn(schema.shape, name))
      .map((name): Case => ({
        name,
        method: route.method,
        path: pathOf(route),
        sent: asAdmin(json({ ...leastBody(schema), [name]: 1 })),
        field: name,
        statuses: [400],
      }));
  });
  await refuseAll('unknown keys', cases, ['login_failures']);
});

/** As they stand in an address. */
const QUERY_VALUES = [
  '',
  'abc',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '-1',
  '0',
  '1.5',
  '1e99',
  '2147483648',
  '99999999999999999999999',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%',
  '%zz',
  '%c0%af',
  '__proto__',
  'constructor',
  '[object%20Object]',
  `'%20or%201=1%20--`,
  `%22%3B%20drop%20table%20users`,
  '%25%5F%5C',
  '..%2f..%2fetc%2fpasswd',
  '%F0%9F%92%A9',
  'asc%3B%20select%201',
  'id,(select%201)',
  '2026-13-45',
  '0001-01-01',
  '9999-12-31',
  'x'.repeat(4000),
];
const QUERY_KEYS = [
  'nobody_knows=1',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=1',
  'constructor.prototype.x=1',
  'toString=1',
  'hasOwnProperty=1',
  '=1',
  '%00=1',
  '%=1',
  '[]=1',
  'where[password][$ne]=x',
  Array.from({ length: 500 }, (_, i) => `k${i}=1`).join('&'),
];

/** What the framework reads of a query, as far as the cases go. */
const read = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// queries that are good after all are answered, and What Changed asks some fifty questions for each
test(
  'a query with one bad value is refused by its name, and no query brings a route down',
  { timeout: 600_000 },
  async () => {
    let nth = 0;
    const cases = t.routes
      .filter((route) => schemaOf(route, 'querystring') && route.access !== 'public' && route.method === 'GET')
      .flatMap((route): Case[] => {
        const judged = (name: string, query: string, key?: string, isBad = true): Case => ({
          name,
          method: route.method,
          path: `${pathOf(route)}?${query}`,
          sent: asAdmin(),
          ...(isBad && { field: key }),
          // some rules are those of a service, which also name their field
          statuses: isBad ? [400] : [200, 400],
        });
        const ofField = ([key, field]: [string, z.ZodType]): Case[] => [
          ...share(QUERY_VALUES, nth++).map((value) => {
            const text = read(value);
            const isBad = isUnfit(text) || !field.safeParse(text).success;
            return judged(`${value.slice(0, 40)} as ${key}`, `${key}=${value}`, key, isBad);
          }),
          judged(`${key} twice`, `${key}=1&${key}=1`, key, !field.safeParse(['1', '1']).success),
          judged(`${key} as a list`, `${key}[]=1`, `${key}[]`),
        ];
        return [
          ...fieldsOf(schemaOf(route, 'querystring')).flatMap(ofField),
          ...QUERY_KEYS.map((query) => judged('a strange key', query)),
        ];
      });
    expect(cases.length).toBeGreaterThan(12_000 / ONE_IN);
    await refuseAll('queries', cases);
  },
);

const IDS = [
  '0',
  '-1',
  '1.5',
  'abc',
  'NaN',
  'Infinity',
  '1e400',
  '2147483648',
  '99999999999999999999999',
  '%00',
  '%0d%0ax:y',
  '%ff',
  '%c0%af',
  '%',
  '%2e%2e',
  '..%2f1',
  '1;drop',
  `1'--`,
  '1%20or%201=1',
  '__proto__',
  'constructor',
  'undefined',
  '[1]',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  'x'.repeat(2000),
  'x'.repeat(4000),
  '2147483647',
];

test('a path with a bad id is refused', async () => {
  const cases = t.routes
    .filter((route) => /:\w/.test(route.path) && !/^\/(go|out|pixel|postback)\//.test(route.path))
    .flatMap((route, nth) => {
      const schema = schemaOf(route, 'body');
      const sent = schema ? json(leastBody(schema)) : {};
      const names = [...route.path.matchAll(/:\w+/g)].map(([name]) => name);
      return names.flatMap((name) =>
        share(IDS, nth).map((id): Case => ({
          name: `${id.slice(0, 40)} as ${name}`,
          method: route.method,
          path: route.path.replace(name, id).replaceAll(/:\w+/g, '1'),
          sent: asAdmin(sent),
          // a page that is asked for in capitals or brackets leads to the address that it would have
          statuses: route.path.startsWith('/api/') ? REFUSED : [...REFUSED, 301],
        })),
      );
    });
  await refuseAll('ids', cases);
});

test('a call without a body takes none that is malformed', async () => {
  const cases = t.routes
    .filter(
      (route) => /^(POST|PUT|DELETE)$/.test(route.method) && !schemaOf(route, 'body') && route.access !== 'public',
    )
    .filter((route) => route.path.includes(':'))
    .flatMap((route) =>
      ['{', '{"__proto__":1}', 'x'.repeat(1_048_576)].map((body): Case => ({
        name: body.slice(0, 20),
        method: route.method,
        path: route.path.replaceAll(/:\w+/g, '1'),
        sent: asAdmin(json(body)),
        statuses: [400, 413],
      })),
    );
  expect(cases.length).toBeGreaterThan(20);
  await refuseAll('bodies nobody asked for', cases);
});

const part = (head: string, text = 'x', boundary = 'b') =>
  `--${boundary}\r\n${head}\r\n\r\n${text}\r\n--${boundary}--\r\n`;
const FILE = 'content-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png';

test.each<[name: string, type: string, body: string]>([
  ['JSON', 'application/json', '{"image":"x"}'],
  ['no boundary', 'multipart/form-data', part(FILE)],
  ['an empty boundary', 'multipart/form-data; boundary=', part(FILE)],
  ['another boundary', 'multipart/form-data; boundary=other', part(FILE)],
  ['a boundary of 10,000 characters', `multipart/form-data; boundary=${'b'.repeat(10_000)}`, part(FILE)],
  ['nothing in it', 'multipart/form-data; boundary=b', ''],
  ['no end', 'multipart/form-data; boundary=b', part(FILE).slice(0, -8)],
  ['a file that is no picture', 'multipart/form-data; boundary=b', part(FILE, '<script>alert(1)</script>')],
  ['an empty file', 'multipart/form-data; boundary=b', part(FILE, '')],
  ['SVG', 'multipart/form-data; boundary=b', part(FILE, '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')],
  ['half a PNG', 'multipart/form-data; boundary=b', part(FILE, '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR')],
  [
    'a field instead of a file',
    'multipart/form-data; boundary=b',
    part('content-disposition: form-data; name="image"'),
  ],
  ['a file of another name', 'multipart/form-data; boundary=b', part(FILE.replace('image"', 'other"'))],
  ['the name of a prototype', 'multipart/form-data; boundary=b', part(FILE.replace('image"', '__proto__"'))],
  ['a header of a prototype', 'multipart/form-data; boundary=b', part(`__proto__: x\r\n${FILE}`)],
  ['a part without a name', 'multipart/form-data; boundary=b', part('content-disposition: form-data')],
  ['a part without headers', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['a hundred headers', 'multipart/form-data; boundary=b', part(`${'x-a: y\r\n'.repeat(100)}${FILE}`)],
  ['twenty files', 'multipart/form-data; boundary=b', part(FILE).replace('--b--\r\n', '').repeat(20) + '--b--\r\n'],
  ['a path as its name', 'multipart/form-data; boundary=b', part(FILE.replace('a.png', '../../../etc/passwd'))],
])('an upload with %s is refused', async (name, type, body) => {
  const sent = asAdmin({ headers: { 'content-type': type }, body: Buffer.from(body, 'latin1') });
  await refuseAll('uploads', [{ name, method: 'POST', path: '/api/images', sent, statuses: [400, 413, 415] }]);
});

/** What visitors and their machines put into addresses: to leave for another host, to end a header, to be run. */
const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'http://evil.example:8080/x',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '@evil.example',
  'user:word@evil.example',
  '.evil.example',
  ':8080',
  ':8080@evil.example',
  '../../evil',
  '..%2f..%2fevil',
  '/..//evil.example',
  '?x=//evil.example',
  '#@evil.example',
  '\r\nset-cookie: a=b',
  '\nlocation: https://evil.example',
  '\r\n\r\n<script>alert(1)</script>',
  '\u560d\u560aset-cookie:a=b',
  '\u0000',
  '\u007f',
  '\u2028',
  '漢字',
  '💩',
  '{click_id}',
  '{utm_source:raw|//evil.example}',
  '{{7*7}}',
  '${jndi:ldap://evil.example}',
  `'; drop table visits; --`,
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '&amp;x=1',
  '%',
  '%zz',
  '%0d%0a',
  'x'.repeat(2000),
];
const ENCODED = [
  '%00',
  '%ED%A0%80',
  '%c0%af',
  '%',
  '%u0041',
  '+',
  '%0d%0aset-cookie:a=b',
  '%e5%98%8d%e5%98%8a',
  '=',
  '[]',
  '',
];
const INTO = [
  'v',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'sub1',
  'sub2',
  'sub3',
  'sid',
  'gclid',
  'a',
  'k',
  '__proto__',
];

test('a redirect goes where the administrator pointed it, whatever the visitor types', async () => {
  const ways = [
    '/go/to-offer',
    '/go/to-guide',
    '/go/to-url',
    '/go/to-fallback',
    `/out/${itemId}`,
    `/out/review/${reviewSlug}`,
  ];
  const values = [...HOSTILE.map(encodeURIComponent), ...ENCODED];
  const vectors = ways.flatMap((way) =>
    ['GET', 'HEAD'].flatMap((method) =>
      INTO.flatMap((key) => values.map((value) => ({ method, way, path: `${way}?${key}=${value}` }))),
    ),
  );
  expect(vectors.length).toBeGreaterThan(300);
  const before = await t.fingerprint();
  const usual = await Promise.all(
    ways.map(
      async (way) =>
        [
          way,
          Object.keys((await t.send('GET', way)).headers)
            .toSorted()
            .join(),
        ] as const,
    ),
  );
  const headersOf = new Map(usual);
  const found: string[] = [];
  const queue = [...vectors];
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const { status, headers } = await t.send(one.method, one.path);
      const to = new URL(String(headers['location']), 'https://guides.example');
      const isInside = one.way === '/go/to-guide';
      const isRight = to.origin === (isInside ? 'https://guides.example' : 'https://merchant.example');
      const isPlain = to.username === '' && to.password === '' && /^[\x21-\x7e]+$/.test(String(headers['location']));
      // the framework adds what every answer says; the short way has only its own
      const isBare = one.method === 'HEAD' || Object.keys(headers).toSorted().join() === headersOf.get(one.way);
      if (status !== 302 || !isRight || !isPlain || !isBare || headers['set-cookie'])
        found.push(`${one.method} ${one.path.slice(0, 150)}: ${status} ${JSON.stringify(headers)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  expect(found.slice(0, 10)).toEqual([]);
  expect(await t.fingerprint()).toEqual(before);
  process.stdout.write(`redirects: ${vectors.length}\n`);
});

test('a way out that does not exist is a 404, and never an error of ours', async () => {
  const names = [
    'nothing',
    '%00',
    '%2e%2e',
    '..%2f',
    'constructor',
    '__proto__',
    '%F0%9F%92%A9',
    '0',
    '-1',
    '1e3',
    '99999999999',
    `'`,
  ];
  const broken = ['%', '%c0%af', '%ff', 'x'.repeat(250), 'x'.repeat(3000)];
  const cases = ['/go/', '/out/', '/out/review/', '/go/to-offer/'].flatMap((way) =>
    ['GET', 'HEAD'].flatMap((method) => [
      ...names
        // a quote after an address that exists is none of it
        .filter((name) => name !== `'` || way !== '/go/to-offer/')
        .map((name): Case => ({ name, method, path: `${way}${name}`, sent: {}, statuses: [404] })),
      ...broken.map((name): Case => ({ name, method, path: `${way}${name}`, sent: {}, statuses: [400, 404, 414] })),
    ]),
  );
  await refuseAll('ways out that do not exist', cases);
});

test('a postback is understood or refused, whatever it says, and its message is kept', async () => {
  const values = [...HOSTILE.map(encodeURIComponent), ...ENCODED];
  const keys = ['click_id', 'payout', 'status', 'txid', 'currency', 'event', 'ts', 'test', '__proto__', 'constructor'];
  const queries = [
    ...keys.flatMap((key) => values.map((value) => `${key === 'click_id' ? '' : 'click_id=abc&'}${key}=${value}`)),
    ...['1e9', '-5', '1,000.00', '9'.repeat(40), 'NaN', '0x10', '1.1234567'].map((sum) => `click_id=a&payout=${sum}`),
    'click_id=a&click_id=b',
    'click_id[]=a&payout[amount]=1',
    Array.from({ length: 400 }, (_, i) => `k${i}=v`).join('&'),
  ];
  const before = await t.query(`select count(*)::int as logs from postback_logs`);
  const money = await t.query(`select coalesce(sum(payout_micros), 0)::text as sum from conversions`);
  const statuses = [200, 400, 401, 429];
  const known = queries.map((query, i): Case => ({
    name: 'a query',
    method: i % 2 === 0 ? 'GET' : 'POST',
    path: `${postbackPath}?${query}`,
    sent: {},
    statuses: [200, 400],
  }));
  expect(await wrong(known)).toEqual([]);
  const after = await t.query(`select count(*)::int as logs from postback_logs`);
  expect((after[0]!['logs'] as number) - (before[0]!['logs'] as number)).toBe(known.length);
  expect(await t.query(`select coalesce(sum(payout_micros), 0)::text as sum from conversions`)).toEqual(money);

  const bodies = [
    ...Object.values(BODIES),
    part(FILE),
    '<xml/>',
    'click_id=%',
    'click_id=a&click_id=b',
    '\0\0',
    '{"click_id":{"a":1}}',
  ];
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/xml',
    'nothing',
    '',
  ];
  const sendings = types.flatMap((type) =>
    bodies.map((body): Case => ({
      name: `${type} ${body.slice(0, 20)}`,
      method: 'POST',
      path: postbackPath,
      sent: { ...(type && { headers: { 'content-type': type } }), body },
      statuses: [...statuses, 413],
    })),
  );
  expect(await wrong(sendings)).toEqual([]);
  const strangers = queries.slice(0, 100).map((query): Case => ({
    name: 'an unknown key',
    method: 'GET',
    path: `/postback/${query.length % 2 ? 'nobody' : `%2e%2e${encodeURIComponent(`' or 1=1`)}`}?${query}`,
    sent: {},
    statuses: [401, 429],
  }));
  expect(await wrong(strangers)).toEqual([]);
  process.stdout.write(`postbacks: ${known.length + sendings.length + strangers.length}\n`);
});

test('a sentence of a stranger fills no disk: what is kept of unknown keys is little and has an end', async () => {
  const size = async () =>
    (
      await t.query(
        `select count(*)::int as rows, coalesce(max(length(request_body)), 0)::int as longest
           from postback_logs where reason_code = 'bad_key'`,
      )
    )[0] as { rows: number; longest: number };
  const cases = Array.from({ length: 200 }, (_, i): Case => ({
    name: 'an unknown key',
    method: 'POST',
    path: `/postback/nobody${i}`,
    sent: { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(60_000) },
    statuses: [401],
  }));
  expect(await wrong(cases)).toEqual([]);
  const { rows, longest } = await size();
  expect(rows).toBeLessThanOrEqual(20);
  expect(longest).toBeLessThanOrEqual(1024);
});

test('a page answers a reader who types anything with a page', async () => {
  const paths = [
    '/',
    '/search',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/listicles/1',
    `/offer-reviews/${reviewSlug}`,
    '/nowhere',
    '/admin',
    '/login',
    '/robots.txt',
    '/sitemap.xml',
    '/feed.xml',
    '/og/site.png',
    '/og/guides/x.png',
    '/favicon.svg',
    '/healthz',
    '/api/listicles',
    '/api/listicles/1',
    `/api/offer-reviews/${reviewSlug}`,
    '/api/docs/openapi.json',
    '/media/x',
    '/assets/x',
  ];
  const keys = ['q', 'page', 'v', 'limit'];
  const values = [...HOSTILE.map(encodeURIComponent), ...ENCODED, '-1', '1e9', 'NaN', '99999999999999999999'];
  const cases = paths.flatMap((path, nth) =>
    keys.flatMap((key, at) =>
      share(values, nth + at).map((value): Case => ({
        name: key,
        method: 'GET',
        path: `${path}?${key}=${value}`,
        sent: {},
        statuses: path === '/search' ? [200, 429] : path.startsWith('/api/') ? [200, 400] : [200, 404],
      })),
    ),
  );
  await refuseAll('pages', cases);
});

test('the form for messages takes no message that is none', async () => {
  const forms = [
    '',
    'name=a',
    'name=%00&email=a@b.example&message=x',
    'name=a&email=nobody&message=x',
    '__proto__=1&constructor=2',
    `name=${'x'.repeat(200)}&email=a@b.example&message=x`,
    `name=a&email=a@b.example&message=${'x'.repeat(6000)}`,
    'name[]=a&email[]=b&message[]=c',
    '%=%&%zz=1',
  ];
  const types = [
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=b',
    'nothing',
  ];
  const cases = types.flatMap((type) =>
    [...forms, ...Object.values(BODIES)].map((body): Case => ({
      name: `${type} ${body.slice(0, 30)}`,
      method: 'POST',
      path: '/contact',
      sent: { headers: { 'content-type': type }, body },
      statuses: [400, 413, 415, 429],
    })),
  );
  await refuseAll('messages', cases);
});

test('the beacon counts nothing that is not its own', async () => {
  const bodies = [
    ...Object.values(BODIES),
    '',
    '{"v":"x","items":[]}',
    '{"v":"x","items":["1"]}',
    '{"v":1,"items":[1]}',
    '{"v":"a.b","items":[0]}',
    '{"v":"a.b","items":[1.5]}',
    '{"v":"a.b"}',
    '{"v":"a.b","places":["top"]}',
    '{"v":"a.b","places":"end"}',
    '{"v":"a.b","depths":[10]}',
    '{"v":"a.b","depths":["25"]}',
    '{"v":"a.b","places":["end"],"first":true}',
  ];
  const cases = [
    'text/plain',
    'application/json',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    '',
  ].flatMap((type) =>
    bodies.map((body): Case => ({
      name: `${type} ${body.slice(0, 30)}`,
      method: 'POST',
      path: '/api/beacon',
      sent: { ...(type && { headers: { 'content-type': type } }), body },
      statuses: [400, 413, 415],
    })),
  );
  await refuseAll('beacons', cases);
  const forged = await t.send('POST', '/api/beacon', json({ v: 'a.b', items: [1] }));
  expect(forged.status).toBe(204);
});

test.each([
  ['a path that cannot be decoded', 'GET', '/api/admin/%c0%af'],
  ['half an escape', 'GET', '/%'],
  ['a path of 10,000 characters', 'GET', `/${'a'.repeat(10_000)}`],
  ['a method that nobody has', 'PROPFIND', '/'],
  ['a trace', 'TRACE', '/'],
])('%s is refused in the shape of every error', async (name, method, path) => {
  const answer = await t.send(method, path);
  expect(objection(answer, { name, method, path, sent: {}, statuses: [400, 404, 405, 414] })).toBeUndefined();
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

/** Writes bytes on a bare connection. @returns all that comes back */
const speak = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(t.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => void (heard += text));
    socket.on('close', () => done(heard)).on('error', fail);
  });

const HEAD_OF = (method: string) => `${method} /api/admin/offers HTTP/1.1\r\nhost: guides.example\r\n`;

test.each([
  ['words that are no HTTP', 'hello\r\n\r\n', 400],
  ['a header without an end', `${HEAD_OF('GET')}x y\r\n\r\n`, 400],
  ['headers of 40,000 bytes', `${HEAD_OF('GET')}x: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ['two lengths', `${HEAD_OF('POST')}content-length: 1\r\ncontent-length: 2\r\n\r\nx`, 400],
  ['a length and pieces', `${HEAD_OF('POST')}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['a length that is none', `${HEAD_OF('POST')}content-length: -1\r\n\r\n`, 400],
  ['a blank before the colon', `${HEAD_OF('GET')}authorization : Bearer x\r\n\r\n`, 400],
  ['a line break in the path', 'GET /a\r\nb HTTP/1.1\r\n\r\n', 400],
  ['NUL in a header', `${HEAD_OF('GET')}x: a\0b\r\n\r\n`, 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['a version of the future', 'GET / HTTP/9.9\r\nhost: guides.example\r\n\r\n', 400],
])('%s: the connection is answered and closed', async (_name, bytes, status) => {
  const heard = await speak(bytes);
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(heard).not.toMatch(INSIDE);
  expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('when the database fails, neither the answers nor the log tell a secret', async () => {
  const password = 'canary-password-of-a-login';
  const sealed = 'canary-secret-of-a-network';
  const away = ['postback_logs', 'login_failures', 'audit'].map((name) => [name, `gone_${name}`]);
  for (const [name, now] of away) await t.query(`alter table ${name} rename to ${now}`);
  const answers = [
    await t.send('GET', `${postbackPath}?click_id=a&payout=1`),
    await t.send('POST', `${postbackPath}?click_id=a`, { body: 'payout=1' }),
    await t.send('POST', '/api/auth/login', json({ username: 'ada', password })),
    await t.send(
      'POST',
      '/api/admin/affiliate-networks',
      asAdmin(json({ name: 'New', hmac_secret: sealed, hmac_param: 'sig' })),
    ),
    await t.send('PUT', '/api/admin/affiliate-networks/1', asAdmin(json({ hmac_secret: sealed, hmac_param: 'sig' }))),
    await t.send('POST', '/api/admin/affiliate-networks/1/rotate-key', asAdmin()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 500, 500, 500, 500]);
  for (const { body } of answers) expect(body).not.toMatch(INSIDE);
  const log = t.logged();
  expect(log.split('\n').length).toBeGreaterThan(answers.length);
  for (const secret of [postbackPath.split('/').at(-1)!, t.token, password, sealed]) expect(log).not.toContain(secret);
  for (const [name, now] of away) await t.query(`alter table ${now} rename to ${name}`);
  known = t.logged();
});
