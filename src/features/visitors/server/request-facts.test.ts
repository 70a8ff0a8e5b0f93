import { readFileSync } from 'node:fs';
import { Reader } from 'maxmind';
import { expect, test, vi } from 'vitest';
import type { Log } from '../../../platform/server/log.ts';
import { createFacts } from './request-facts.ts';

const warned: string[] = [];
const log = { warn: (_what: unknown, message: string) => void warned.push(message) } as unknown as Pick<Log, 'warn'>;
const facts = createFacts(undefined, log);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const of = (headers: Record<string, string>, method = 'GET', ip = '8.8.8.8') =>
  facts.factsOf({ ip, method, headers: { 'user-agent': CHROME, ...headers } });

test('a reader is told by device, system, browser, language and country', () => {
  expect(of({ 'accept-language': 'de-DE,de;q=0.9', referer: 'https://news.example/a?b=c' })).toMatchObject({
    device: 'desktop',
    os: 'Windows',
    browser: 'Chrome',
    language: 'de',
    country: 'US',
    referrer_host: 'news.example',
    is_bot: false,
    is_internal: false,
  });
});

test.each([
  [
    'a crawler',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    'GET',
    'bot_agent',
  ],
  ['no user agent', { 'user-agent': '' }, 'GET', 'no_agent'],
  ['HEAD', {}, 'HEAD', 'head'],
  ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }, 'GET', 'prefetch'],
  ['a preview', { purpose: 'preview' }, 'GET', 'preview'],
])('%s is no person, and the reason is kept', (_name, headers, method, reason) => {
  expect(of(headers as Record<string, string>, method)).toMatchObject({ is_bot: true, bot_reason: reason });
});

test("the administrator's browser is known by its own choice only", () => {
  expect(of({ cookie: 'a=b; gp_ignore=1' }).is_internal).toBe(true);
  expect(of({ cookie: 'xgp_ignore=1' }).is_internal).toBe(false);
});

test('what cannot be told is left open, and nothing throws', () => {
  expect(of({ referer: 'not a url' }, 'GET', '127.0.0.1')).toMatchObject({
    country: undefined,
    referrer_host: undefined,
  });
  expect(facts.factsOf({ ip: 'rubbish', method: 'GET', headers: {} })).toMatchObject({
    is_bot: true,
    bot_reason: 'no_agent',
  });
  expect(warned).toEqual([]);
  expect(createFacts('/no/such/file', log).hasCountries).toBe(false);
  expect(createFacts(import.meta.filename, log).hasCountries).toBe(false);
  expect(warned).toEqual([
    expect.stringContaining('GEOIP_MMDB (/no/such/file) cannot be read'),
    expect.stringContaining('request-facts.test.ts) cannot be read'),
  ]);
});

test('of published lists, crawlers are flagged and browsers are not', () => {
  const lists = JSON.parse(readFileSync('tests/real-input/user-agents.json', 'utf8')) as {
    browsers: string[];
    crawlers: string[];
  };
  const flagged = (agents: string[]) => agents.filter((agent) => of({ 'user-agent': agent }).is_bot).length;
  expect(flagged(lists.crawlers)).toBe(lists.crawlers.length);
  // three rare ones share a word with bots (Process/tools, JavaFX, Dillo)
  expect(flagged(lists.browsers)).toBeLessThanOrEqual(3);
});

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

test('client hints say better what a user agent hides', () => {
  const hints = {
    'sec-ch-ua': '"Chromium";v="140", "Microsoft Edge";v="140"',
    'sec-ch-ua-mobile': '?1',
    'sec-ch-ua-platform': '"Android"',
  };
  expect(of(hints)).toMatchObject({ device: 'mobile', os: 'Android', browser: 'Microsoft Edge' });
  expect(of({ 'sec-ch-ua': 'rubbish', 'sec-ch-ua-platform': '"Toaster"' })).toMatchObject({
    os: 'Windows',
    browser: 'Chrome',
  });
});

test.each([
  ['Windows by its user agent', { 'user-agent': CHROME }, '10'],
  [
    'Windows 11 by its hint',
    { 'user-agent': CHROME, 'sec-ch-ua-platform': '"Windows"', 'sec-ch-ua-platform-version': '"15.0.0"' },
    '11',
  ],
  ['Android', { 'user-agent': ANDROID }, '10'],
  [
    'Android by its hint',
    { 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-platform-version': '"14.0.0"' },
    '14.0.0',
  ],
  ['nobody', { 'user-agent': '' }, undefined],
])('the version of the system: %s', (_name, headers, version) => {
  expect(facts.osVersionOf({ headers: headers as Record<string, string> })).toBe(version);
});

test.each([
  ['a user agent alone', {}, 'Windows 10', 'Chrome 140'],
  [
    'a phone of Apple',
    {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    },
    'iOS 17.4',
    'Safari 17',
  ],
  [
    'Android with its hint',
    { 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-platform-version': '"14.0.0"' },
    'Android 14',
    'Chrome 140',
  ],
  ['a brand of its own', { 'sec-ch-ua': '"Chromium";v="140", "Brave";v="139"' }, 'Windows 10', 'Brave 139'],
  ['a brand without a number', { 'sec-ch-ua': '"Brave";v=""' }, 'Windows 10', undefined],
  ['another system by a hint, without its version', { 'sec-ch-ua-platform': '"Chrome OS"' }, undefined, 'Chrome 140'],
  ['nobody', { 'user-agent': '' }, undefined, undefined],
])('the versions of system and browser are few and named: %s', (_name, headers, os, browser) => {
  const told = of(headers as Record<string, string>);
  expect([told.os_version, told.browser_version]).toEqual([os, browser]);
});

test('a city is told where the file has it, and the bundled one has none', () => {
  expect(of({}).city).toBeUndefined();
  for (const city of ['Berlin', { names: { en: 'Berlin' } }]) {
    vi.spyOn(Reader.prototype, 'get').mockReturnValueOnce({ country: { iso_code: 'DE' }, city } as never);
    expect(of({})).toMatchObject({ country: 'DE', city: 'Berlin' });
  }
});
