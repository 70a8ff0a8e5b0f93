import { describe, expect, test } from 'vitest';
import {
  addressToCheck,
  isOwnOutage,
  judgeTrail,
  nextHealth,
  uncheckedLink,
  type Finding,
  type LinkHealth,
  type Trail,
} from './link-health.ts';

const START = 'https://shop.example/tea?ref=us&cid=c1&utm_source=guide';
const now = new Date('2026-03-01T10:00:00Z');

const trail = (end: Partial<Trail> & { status?: number; reason?: string } = {}): Trail => ({
  start: START,
  final: START,
  end: end.reason ? { kind: 'failed', reason: end.reason } : { kind: 'answer', status: end.status ?? 200 },
  ...(end.start && { start: end.start }),
  ...(end.final && { final: end.final }),
  ...(end.end && { end: end.end }),
});

describe('what a look tells', () => {
  test.each<[name: string, trail: Trail, kind: string, note: RegExp]>([
    ['a page that answers', trail(), 'ok', /answered 200/],
    ['the same page with www', trail({ final: START.replace('shop.', 'www.shop.') }), 'ok', /200/],
    ['one that moved to https', trail({ start: START.replace('https', 'http') }), 'ok', /200/],
    ['another page of the shop', trail({ final: START.replace('/tea', '/green-tea') }), 'redirected', /shop\.example/],
    [
      'the front page',
      trail({ final: START.replace('/tea', '/') }),
      'redirected',
      /front page: the product may be gone/,
    ],
    ['a network that leads on', trail({ final: 'https://brand.example/x?tid=9' }), 'redirected', /brand\.example/],
    ['a shop that drops our ids', trail({ final: 'https://shop.example/tea' }), 'params_lost', /: ref, cid\./],
    ['one that changes an id', trail({ final: START.replace('c1', 'c2') }), 'params_lost', /: cid\./],
    [
      'one that drops words for statistics alone',
      trail({ final: START.replace('&utm_source=guide', '') }),
      'ok',
      /200/,
    ],
    ['a page that is not there', trail({ status: 404 }), 'gone', /404/],
    ['a page that is gone', trail({ status: 410 }), 'gone', /410/],
    ['a server in trouble', trail({ status: 500 }), 'down', /500/],
    ['a shop that refuses robots', trail({ status: 403 }), 'refused', /403; it may block robots/],
    ['one that is asked too often', trail({ status: 429 }), 'refused', /429; it may block robots/],
    ['one that says it is busy', trail({ status: 503 }), 'refused', /503; it may block robots/],
    ['a name that is gone', trail({ reason: 'name_not_found' }), 'down', /host name/],
    ['no answer in time', trail({ reason: 'timeout' }), 'down', /in time/],
    ['a circle', trail({ reason: 'redirect_loop' }), 'refused', /circle; it may block robots/],
    ['a private address', trail({ end: { kind: 'blocked', reason: 'address_not_allowed' } }), 'down', /private/],
    ['a port that we may not ask', trail({ end: { kind: 'blocked', reason: 'port_not_allowed' } }), 'unseen', /ports/],
  ])('%s', (_name, followed, kind, note) => {
    const found = judgeTrail(followed);
    expect([found.kind === 'good' ? found.status : found.kind, found.note]).toEqual([
      kind,
      expect.stringMatching(note),
    ]);
  });
});

const found = (kind: 'gone' | 'down' | 'refused' | 'unseen'): Finding => ({ kind, note: `It is ${kind}.` });
const good: Finding = { kind: 'good', status: 'ok', note: 'Fine.' };
const lost: Finding = { kind: 'good', status: 'params_lost', note: 'Lost.' };

/** Several looks, one after the other, at an address of which nothing is known. */
const after = (findings: Finding[], from: Partial<LinkHealth> = {}): LinkHealth =>
  findings.reduce<LinkHealth>((health, one) => nextHealth(health, one, now), { ...uncheckedLink(now), ...from });

describe('what several looks make of an address', () => {
  test.each<[name: string, findings: Finding[], status: string, isDead: boolean]>([
    ['a good one', [good], 'ok', false],
    ['one 404 is enough', [good, found('gone')], 'error', true],
    ['one timeout is forgiven', [good, found('down')], 'ok', false],
    ['two are', [good, found('down'), found('down')], 'ok', false],
    ['three are not', [good, found('down'), found('down'), found('down')], 'error', true],
    ['a good look begins anew', [found('down'), found('down'), good, found('down')], 'ok', false],
    ['two refusals are nothing', [found('refused'), found('refused')], 'unchecked', false],
    ['three refusals are an error that readers do not feel', Array(3).fill(found('refused')), 'error', false],
    ['a shop that refuses us for ever is not dead', Array(40).fill(found('refused')), 'error', false],
    ['nor by one timeout among the refusals', [...Array(9).fill(found('refused')), found('down')], 'error', false],
    ['what is dead stays so while it refuses', [found('gone'), found('refused')], 'error', true],
    ['until it answers', [found('gone'), good], 'ok', false],
    ['lost parameters close no way', [lost], 'params_lost', false],
    ['what we may not see is unchecked', [good, found('unseen')], 'unchecked', false],
  ])('%s', (_name, findings, status, isDead) => {
    expect(after(findings)).toMatchObject({ link_status: status, is_link_dead: isDead });
  });

  test('a good address is looked at daily, a failing one soon, one that refuses us daily again once it is known', () => {
    const hours = (findings: Finding[]) => (Date.parse(after(findings).link_due_at) - now.getTime()) / 3_600_000;
    expect(hours([good])).toBe(24);
    expect(hours([found('down')])).toBe(1);
    expect(hours([found('gone')])).toBe(1);
    expect(hours([found('refused')])).toBe(1);
    expect(hours(Array(3).fill(found('refused')))).toBe(24);
  });

  test('who vouches for an address is believed until the date, and a good look ends it', () => {
    const snoozed = { link_status: 'snoozed' as const, link_snoozed_until: '2026-03-10T00:00:00.000Z' };
    for (const one of [found('gone'), found('down'), found('refused'), lost]) {
      expect(after([one], snoozed)).toMatchObject({ link_status: 'snoozed', is_link_dead: false, link_failures: 0 });
    }
    expect(after([good], snoozed)).toMatchObject({ link_status: 'ok', link_snoozed_until: null });
    const over = { ...snoozed, link_snoozed_until: '2026-03-01T09:00:00.000Z' };
    expect(after([found('gone')], over)).toMatchObject({ link_status: 'error', is_link_dead: true });
  });
});

const silent = (host: string, reason = 'timeout'): Trail => ({
  start: `https://${host}/`,
  final: `https://${host}/`,
  end: { kind: 'failed', reason },
});

test.each<[name: string, trails: Trail[], isOurs: boolean]>([
  ['three hosts that do not answer', ['a.example', 'b.example', 'c.example'].map((host) => silent(host)), true],
  ['two hosts', ['a.example', 'b.example', 'a.example'].map((host) => silent(host)), false],
  [
    'one that answers, if only with 500',
    ['a', 'b', 'c', 'd'].map((host) => silent(host)).concat(trail({ status: 500 })),
    false,
  ],
  [
    'one that redirects in circles',
    ['a', 'b', 'c'].map((host) => silent(host)).concat(silent('d', 'redirect_loop')),
    false,
  ],
  ['no look at all', [], false],
])('%s: is it our own line?', (_name, trails, isOurs) => {
  expect(isOwnOutage(trails)).toBe(isOurs);
});

test('the clean page is looked at where there is one, else the link as a reader would have it', () => {
  const link = { url: 'https://shop.example/tea', click_param: 'cid', append_click_id: true, extra_params: [] };
  expect(addressToCheck({ ...link, preview_url: 'https://shop.example/clean' })).toBe('https://shop.example/clean');
  expect(addressToCheck({ ...link, preview_url: null })).toMatch(/^https:\/\/shop\.example\/tea\?cid=[a-z0-9]{24}$/);
});
